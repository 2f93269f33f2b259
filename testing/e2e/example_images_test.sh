#!/bin/bash
# example_images_test.sh DUMP IMAGE_FILE_OR_FOLDER...
# What the images of the example hold, read from their bytes: ocloc's output for DG1 has no kernel that needs
# fp64, ocloc's output for PVC has them; both keep the requirements of every module.
set -u
. "$(dirname "$0")/expect.sh"
dump=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# kernels TARGET FILE...: the kernels that ocloc compiled for TARGET, by the names in the device binary itself.
kernels() {
  local file target=$1
  shift
  while read -r file; do
    "$dump" "$file" | grep -qx "  target $target" || continue
    "$dump" "$file" | grep -qx "  format ocloc" || continue
    "$dump" -extract="$work/code" "$file" || fail "cannot extract $file"
    [ "$(head -c 4 "$work/code" | tail -c 3)" = ELF ] || fail "what ocloc made of $file is no ELF file"
    grep -aoE '_ZTS[A-Za-z0-9_]+' "$work/code"
  done < <(find -L "$@" -type f 2>/dev/null | sort)
}

files=("$@")
for target in intel_gpu_dg1 intel_gpu_pvc; do
  found=$(kernels "$target" "${files[@]}")
  echo "$target: $(echo $found)"
  for kernel in VectorAdd HalfPrecision Atomics64Bit SubGroupSize16 WorkGroupSize64; do
    expect_line "$found" "$kernel" "$target has $kernel"
  done
  for kernel in DoublePrecision FunctionInAnotherFile; do
    if [ $target = intel_gpu_dg1 ]; then
      expect_no_line "$found" "$kernel" "$target has no $kernel"
    else
      expect_line "$found" "$kernel" "$target has $kernel"
    fi
  done
done

# The filtered images are there, empty, with their symbols and properties.
all=$(find -L "${files[@]}" -type f | sort | xargs "$dump")
filtered=$(awk '/^image / { block = ""; } { block = block $0 "\n" }
  /^  format none/ { none = 1 } /^image / { none = 0 } none && /symbol|format|aspect/' <<<"$all")
expect_line "$filtered" "symbol .*DoublePrecision" "the filtered DG1 image keeps its symbols"
expect_line "$filtered" "aspect = .*\b6\b" "the filtered DG1 image keeps its requirements"

finish
