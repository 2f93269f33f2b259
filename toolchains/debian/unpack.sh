#!/bin/bash
# Unpacks Debian packages into the current folder and makes the result movable.
#
#   unpack.sh EXCLUDES_FILE DEB|SOURCE.tar.*...
#
# In:  EXCLUDES_FILE  tar patterns, one a line, of what is not worth its disk space.
# Out: the files, with absolute symbolic links made relative and dangling ones gone, so that nothing
#      in the repository points at the machine's own system.
set -eu -o pipefail
excludes=$1
shift

# The archive in a package, also where there is no dpkg.
files_of() { # DEB
  if command -v dpkg-deb >/dev/null; then
    dpkg-deb --fsys-tarfile "$1"
    return
  fi
  local member
  member=$(ar t "$1" | grep '^data\.tar')
  case $member in
    *.xz) ar p "$1" "$member" | xz -dc ;;
    *.zst) ar p "$1" "$member" | zstd -dc ;;
    *.gz) ar p "$1" "$member" | gzip -dc ;;
    *) ar p "$1" "$member" ;;
  esac
}

for deb; do
  case $deb in
    *.deb) files_of "$deb" | tar -x --no-same-owner --exclude-from="$excludes" ;;
    *) tar -xf "$deb" --strip-components=1 --no-same-owner --exclude-from="$excludes" ;;
  esac
done
find . -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -sfnr ".$(readlink "$link")" "$link"
done
find . -xtype l -delete
find . -mindepth 1 -type d -empty -delete
