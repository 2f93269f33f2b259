#!/bin/bash
# sycl-image-dump of real programs and libraries, and of files that are no programs.
#
#   programs_dump_test.sh SYCL_IMAGE_DUMP PROGRAM LINKED...
set -u
dump=$1 program=$2
shift 2
work=$TEST_TMPDIR
fail() { echo "FAILED: $*"; exit 1; }
refuses() {
  local wanted=$1
  shift
  "$dump" "$@" >"$work/out" 2>"$work/errors" && fail "no error: $*"
  [ "$(wc -l <"$work/errors")" = 1 ] && grep -q -- "$wanted" "$work/errors" || fail "$*: $(cat "$work/errors")"
}

"$dump" "$program" >"$work/text" || fail "$program"
grep -A2 '^image 1$' "$work/text" | grep -q '^  target ' || fail "no image: $(cat "$work/text")"
grep -q '^  \[SYCL/device requirements\]$' "$work/text" || fail "no properties: $(cat "$work/text")"
grep -q 'aspects = .*' "$work/text" || fail 'no aspects'

# Code for a target, and that of one image, ready for the tools of its format.
"$dump" -extract="$work/code.so" -target=x86_64 "$program" || fail 'the code for x86_64'
[ "$(head -c 4 "$work/code.so" | tail -c 3)" = ELF ] || fail 'the code for x86_64 is no ELF file'
"$dump" -extract="$work/first" -image=1 "$program" || fail 'the first image'
[ "$(stat -c %s "$work/first")" = "$(sed -n '/^image 1$/,/bytes/s/^  bytes //p' "$work/text" | head -1)" ] || fail 'the size of the first image'
refuses "no image for target 'none'" -extract="$work/none" -target=none "$program"
[ ! -e "$work/none" ] || fail 'a file without code'
refuses "no image named '1000'" -extract="$work/none" -image=1000 "$program"

# However they were linked, compressed or not, the code is that of the image.
for file in "$@"; do
  "$dump" "$file" >"$work/text" || fail "$file"
  grep -q '^image 1$' "$work/text" || fail "$file: $(cat "$work/text")"
  "$dump" -extract="$work/code.so" -target=x86_64 "$file" || fail "$file: code"
  [ "$(head -c 4 "$work/code.so" | tail -c 3)" = ELF ] || fail "$file: no ELF file"
done

# A report says the same: each image, its symbols, and its properties in words.
"$dump" "$program" >"$work/text" && "$dump" -textproto "$program" >"$work/report" || fail 'a report'
for what in target:target bytes:size symbol:symbols; do
  # Protobuf's text leaves 0 out.
  [ "$(grep -v '^  bytes 0$' "$work/text" | grep -c "^  ${what%:*} ")" = "$(grep -c "^  ${what#*:}: " "$work/report")" ] || fail "not each ${what%:*} is in the report: $(cat "$work/report")"
done
[ "$(grep -c '^    [^ ]* = ' "$work/text")" = "$(grep -c '^    properties {$' "$work/report")" ] || fail "not each property is in the report: $(cat "$work/report")"
grep -q '^      text: "6"$' "$work/report" || fail "the aspect fp64 is no text: $(cat "$work/report")"
[ "$(head -3 "$work/report")" = 'schema_version: 1
tool: "sycl-image-dump"
facet_version: "'"$("$dump" --version | sed 's/.* //')"'"' ] || fail "$(head -3 "$work/report")"
"$dump" -json "$program" | grep -q '"tool": "sycl-image-dump"' || fail 'JSON'
"$dump" -binary "$program" "$@" | grep -qa "$program" || fail 'binary'
refuses_use() {
  "$dump" "${@:2}" >/dev/null 2>"$work/errors"
  [ $? = 2 ] && grep -q -- "$1" "$work/errors" || fail "$*: $(cat "$work/errors")"
}
refuses_use 'give one of them' -json -binary "$program"
refuses_use 'no report goes with it' -json -extract="$work/code.so" "$program"

refuses 'no device images' /bin/true
head -c 3000 "$program" >"$work/cut"
refuses 'exceed' "$work/cut"
echo text >"$work/text"
refuses 'not a device image file' "$work/text"
refuses 'o such file' "$work/missing"
