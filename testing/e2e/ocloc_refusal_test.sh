#!/bin/bash
# ocloc_refusal_test.sh SYCL_AOT DUMP OCLOC DG1_SLICE MODULE_FILE_OR_FOLDER...
# Why the filter is needed: without it, ocloc refuses the module that needs fp64. And what a machine without
# ocloc is told.
set -u
. "$(dirname "$0")/expect.sh"
aot=$1 dump=$2 ocloc=$3 slice=$4
shift 4

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

module=
while read -r file; do
  if "$dump" "$file" | grep -q 'symbol .*DoublePrecision'; then
    module=$file
  fi
done < <(find -L "$@" -type f | sort)
[ -n "$module" ] || { fail "no module has the kernel DoublePrecision"; finish; }

"$aot" --target-config="$slice" --ocloc="$ocloc" -c "$module" -o "$work/filtered.img" ||
  fail "sycl-aot fails although the filter is there"
expect_line "$("$dump" "$work/filtered.img")" "^  format none$" "filtered image"

message=$("$aot" --no-requirements-filter --target-config="$slice" --ocloc="$ocloc" -c "$module" \
  -o "$work/unfiltered.img" 2>&1)
status=$?
echo "$message"
[ "$status" = 1 ] || fail "sycl-aot without filter exits with $status, not 1"
expect_line "$message" "^sycl-aot: error: " "ocloc's refusal"
expect_line "$message" "Double type is not supported on this platform" "ocloc's own words"
expect_line "$message" "intel_gpu_dg1" "the target is named"
[ ! -e "$work/unfiltered.img" ] || fail "a failed run left an image behind"

# A module that DG1 could run, so that ocloc is really asked for.
for file in $(find -L "$@" -type f | sort); do
  if "$dump" "$file" | grep -q 'symbol .*VectorAdd'; then
    module=$file
  fi
done
message=$(PATH=/usr/bin:/bin "$aot" --target-config="$slice" --ocloc="$work/no/ocloc" -c "$module" \
  -o "$work/missing.img" 2>&1)
status=$?
echo "$message"
[ "$status" = 1 ] || fail "sycl-aot without ocloc exits with $status, not 1"
expect_line "$message" "intel-opencl-icd" "the package is named"
[ "$(grep -c . <<<"$message")" = 1 ] || fail "a missing ocloc gives more than one message"

finish
