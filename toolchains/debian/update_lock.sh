#!/bin/bash
# Refreshes toolchains/debian/lock.bzl to what this machine's apt sources offer now.
#
#   toolchains/debian/update_lock.sh [PACKAGE_TO_ADD|src:PACKAGE_TO_ADD...]
#
# src:PACKAGE is the archive of the source that PACKAGE is made of. Run `apt-get update` first when the package
# lists are old, and review the difference.
set -eu -o pipefail
export LC_ALL=C
lock=$(dirname "$(readlink -f "$0")")/lock.bzl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Keys of the dictionary NAME.
locked() { sed -n "/^$1 = /,/^}/s/^    \"\([^\"]*\)\": .*/\1/p" "$lock"; }

packages=$({ locked DEBIAN_LOCK; printf '%s\n' "$@" | grep -v '^src:' || true; } | sed '/^$/d' | sort -u)
sources=$({ locked DEBIAN_SOURCES; printf '%s\n' "$@" | sed -n 's/^src://p'; } | sort -u)

# The list of a source's files lies beside the packages made of it; apt need not list sources.
source_of() {
  local name=$1 uri description folder
  uri=$(apt-get download --print-uris "$name" | sed -n "s/^'\([^']*\)' .*/\1/p")
  description=$(apt-cache show --no-all-versions "$name" | awk -v name="$name" '
    /^Source:/ { source = $2; gsub(/[()]/, "", $3); of = $3 } /^Version:/ { version = $2 }
    END { version = of ? of : version; sub(/^[0-9]+:/, "", version); print (source ? source : name) "_" version ".dsc" }')
  folder=${uri%/*}
  /usr/lib/apt/apt-helper download-file "$folder/$description" "$work/dsc" >&2
  awk -v name="$name" -v folder="pool/${folder#*/pool/}" '
    /^[^ ]/ { hashes = $1 == "Checksums-Sha256:" } hashes && $3 ~ /\.orig\.tar\.[a-z0-9]+$/ { file = $3; sha256 = $1; size = $2 }
    END {
      if (!sha256) { print "update_lock.sh: error: no source archive of " name > "/dev/stderr"; exit 1 }
      printf "    \"%s\": (\"%s\", \"%s\", %d, \"%s/%s\"),\n", name, file, sha256, size, folder, file
    }' "$work/dsc"
}

{
  echo '"""The Debian packages Facet is built with. Made by update_lock.sh."""'
  echo
  echo '# Where the paths are, for machines without apt. These archives have current versions alone.'
  echo 'DEBIAN_ARCHIVES = ['
  echo '    "https://deb.debian.org/debian",'
  echo '    "https://deb.debian.org/debian-security",'
  echo ']'
  echo
  echo '# Name -> (version, SHA-256, size, path in the archive).'
  echo 'DEBIAN_LOCK = {'
  for name in $packages; do
    apt-cache show --no-all-versions "$name" | awk -v name="$name" '
      /^Version:/ { version = $2 } /^SHA256:/ { sha256 = $2 } /^Size:/ { size = $2 } /^Filename:/ { path = $2 }
      END {
        if (!sha256) { print "update_lock.sh: error: no such package: " name > "/dev/stderr"; exit 1 }
        printf "    \"%s\": (\"%s\", \"%s\", %d, \"%s\"),\n", name, version, sha256, size, path
      }'
  done
  echo '}'
  echo
  echo '# Name of a package -> (archive of its source, SHA-256, size, path in the archive).'
  echo 'DEBIAN_SOURCES = {'
  for name in $sources; do source_of "$name"; done
  echo '}'
} >"$lock.new"
mv "$lock.new" "$lock"
