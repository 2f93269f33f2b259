#!/bin/bash
# portable_library_images_test.sh DUMP IMAGE_FILE_OR_FOLDER...
# The code of each image holds the way that its target takes, and none of the others. A way leaves four letters
# behind (a number that it stores); PTX is text, which has them as a decimal number.
set -u
. "$(dirname "$0")/expect.sh"
dump=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A decimal=([GENR]=1380861255 [HALF]=1179402568 [PVC.]=776164944 [SM90]=809061715)

# ways FILE: the ways in the code of an image.
ways() {
  local way found=
  "$dump" -extract="$work/code" "$1" >/dev/null || fail "cannot extract $1"
  for way in GENR HALF PVC. SM90; do
    if LC_ALL=C grep -aqF -e "$way" -e "${decimal[$way]}" "$work/code"; then
      found+="$way "
    fi
  done
  echo "${found% }"
}

declare -A seen
while read -r file; do
  text=$("$dump" "$file")
  grep -qx '  format none' <<<"$text" && continue
  target=$(sed -n 's/^  target //p' <<<"$text")
  seen[$target]+="[$(ways "$file")]"
done < <(find -L "$@" -type f | sort)

expect_ways() {
  echo "$1: ${seen[$1]-no image}"
  [ "${seen[$1]-}" = "[$2]" ] || fail "$1: ways ${seen[$1]-none at all}, expected [$2]"
}
expect_ways x86_64 HALF
expect_ways intel_gpu_dg1 HALF
expect_ways intel_gpu_pvc PVC.
expect_ways emu_intel_gpu_pvc PVC.
expect_ways nvidia_gpu_sm_50 GENR
expect_ways emu_nvidia_gpu_sm_50 GENR
expect_ways nvidia_gpu_sm_80 HALF
expect_ways nvidia_gpu_sm_90 SM90
expect_ways amd_gpu_gfx90a HALF

# SPIR-V: a main image without any way, and images to add, no two ways in one.
echo "spir64: ${seen[spir64]-no image}"
for way in GENR HALF PVC. SM90; do
  grep -qF "[$way]" <<<"${seen[spir64]-}" || fail "spir64: no image with $way alone"
done
grep -qE '\[[^]]+ [^]]+\]' <<<"${seen[spir64]-}" && fail "spir64: an image with several ways: ${seen[spir64]}"
grep -qF '[]' <<<"${seen[spir64]-}" || fail "spir64: no image without a way"

finish
