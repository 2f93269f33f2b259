#!/bin/bash
# Copies an installation to a folder: `bazel run //:install -- DIR`.
# Works beside DIR and renames at the end; an earlier installation in DIR is replaced, other content not.
set -eu
die() {
  echo "install: error: $*" >&2
  exit "${status:-1}"
}
[ $# = 1 ] && [ -n "$1" ] || { status=2; die "usage: bazel run //:install -- DIR"; }

# Bazel starts programs in their runfiles, and keeps where the user was.
target=$1
case $target in /*) ;; *) target=${BUILD_WORKING_DIRECTORY:-$PWD}/$target ;; esac
manifest=${0%.sh}.manifest
[ -f "$manifest" ] || die "no manifest: run it with bazel"
mark=.facet-installation

if [ -e "$target" ] && [ ! -e "$target/$mark" ]; then
  rmdir "$target" 2>/dev/null || die "not empty, and no installation of Facet: $target"
fi
mkdir -p "$(dirname "$target")" || die "cannot write: $(dirname "$target")"
partial=$target.partial.$$
trap 'rm -rf "$partial"' EXIT
# One cp for each folder: there are thousands of headers.
flush() {
  if [ ${#batch[@]} != 0 ]; then cp -L -t "$partial/$folder" "${batch[@]}"; fi
  batch=()
}
batch=() folder=''
while IFS=$'\t' read -r from to; do
  next=${to%/*}
  if [ "$next" != "$folder" ]; then
    flush
    folder=$next
    mkdir -p "$partial/$folder"
  fi
  case $from in
    '-> '*) ln -s "${from#-> }" "$partial/$to" ;;
    */"${to##*/}") batch+=("$from") ;;
    *) cp -L "$from" "$partial/$to" ;;
  esac
done <"$manifest"
flush
chmod -R u+w "$partial"

# Libraries have several names, and come with several packages: each is there once, and links are its other names. No
# link leads into lib/facet from outside of the folder there: those folders are parts that one can leave out.
part() { case $1 in lib/facet/*) cut -d/ -f1-3 <<<"$1/" ;; esac; }
same=()
while read -r bytes depth file; do
  if [ "$bytes" != "${size:-}" ]; then same=() size=$bytes; fi
  for first in "${same[@]}"; do
    of=$(part "$first")
    if [ -z "$of" ] || [ "$of" = "$(part "$file")" ]; then
      if cmp -s "$partial/$first" "$partial/$file"; then
        ln -srf "$partial/$first" "$partial/$file"
        continue 2
      fi
    fi
  done
  same+=("$file")
done < <(cd "$partial" && find . -type f -size +128k -name '*.so*' -printf '%s %d %P\n' | sort -k1,1n -k2,2n -k3)
touch "$partial/$mark"
rm -rf "$target"
mv "$partial" "$target"
echo "installed: $target"
