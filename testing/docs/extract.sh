#!/bin/bash
# extract.sh BLOCKS_AWK PAGE DIR NAME...: the blocks of a page that are `file NAME` or `part NAME`, as DIR/NAME, and what the
# `printed` block behind a program says it prints, as DIR/NAME.txt.
set -eu
awk=$1 page=$2 directory=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v out="$work" -f "$awk" "$page" >"$work/list"
while IFS=$'\t' read -r file place language how; do
  case $language:$how in
    cpp:file* | cpp:part*) last=${how#* } && mkdir -p "$directory/$(dirname "$last")" && cp "$work/$file" "$directory/$last" ;;
    text:printed) cp "$work/$file" "$directory/$last.txt" ;;
  esac
done <"$work/list"
for name; do
  [ -e "$directory/$name" ] || { echo "$page: error: no block '$name'" >&2; exit 1; }
done
