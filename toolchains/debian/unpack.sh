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
for deb; do
  case $deb in
    *.deb) dpkg-deb --fsys-tarfile "$deb" | tar -x --no-same-owner --exclude-from="$excludes" ;;
    *) tar -xf "$deb" --strip-components=1 --no-same-owner --exclude-from="$excludes" ;;
  esac
done
find . -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -sfnr ".$(readlink "$link")" "$link"
done
find . -xtype l -delete
find . -mindepth 1 -type d -empty -delete
