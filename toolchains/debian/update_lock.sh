#!/bin/bash
# Refreshes toolchains/debian/lock.bzl to what this machine's apt sources offer now.
#
#   toolchains/debian/update_lock.sh [PACKAGE_TO_ADD...]
#
# Run `apt-get update` first when the package lists are old, and review the difference.
set -eu -o pipefail
export LC_ALL=C
lock=$(dirname "$(readlink -f "$0")")/lock.bzl
names=$({ sed -n 's/^    "\([^"]*\)": .*/\1/p' "$lock" 2>/dev/null || true; printf '%s\n' "$@"; } | sed '/^$/d' | sort -u)
{
  echo '"""The Debian packages Facet is built with: name -> (version, SHA-256, size). Made by update_lock.sh."""'
  echo
  echo 'DEBIAN_LOCK = {'
  for name in $names; do
    apt-cache show --no-all-versions "$name" | awk -v name="$name" '
      /^Version:/ { version = $2 } /^SHA256:/ { sha256 = $2 } /^Size:/ { size = $2 }
      END {
        if (!sha256) { print "update_lock.sh: error: no such package: " name > "/dev/stderr"; exit 1 }
        printf "    \"%s\": (\"%s\", \"%s\", %d),\n", name, version, sha256, size
      }'
  done
  echo '}'
} >"$lock.new"
mv "$lock.new" "$lock"
