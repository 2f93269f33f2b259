#!/bin/bash
# code_quality_test.sh MODULES SYCL_AOT DUMP LLD OBJDUMP SLICE...
# Reads the assembly of tiny.cpp's kernels: on GPUs each access is to the memory it is known to be in (none is
# generic), on the CPU the loop over a kernel without barriers is a vector loop.
set -u
modules=$1 aot=$2 dump=$3 lld=$4 objdump=$5
shift 5

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
module=$(find -L "$modules" -name '*.module.cl' | head -n 1)
failures=0

expect() {
  grep -Eq "$1" "$work/code.s" || { echo "FAILED: $target: no instruction '$1'" >&2; failures=$((failures + 1)); }
}
refuse() {
  if grep -E "$1" "$work/code.s"; then
    echo "FAILED: $target: there is an instruction '$1'" >&2
    failures=$((failures + 1))
  fi
}

for slice; do
  target=$(basename "$slice" .toml)
  "$aot" --target-config="$slice" --lld="$lld" -c "$module" -o "$work/image" || exit 1
  "$dump" -extract="$work/code" "$work/image" >/dev/null || exit 1
  case $target in
  nvidia*)
    tr -d '\0' <"$work/code" >"$work/code.s"
    expect '\bld\.global\.'
    expect '\bst\.global\.'
    expect '\bld\.shared\.'
    expect '\bst\.shared\.'
    refuse '\b(ld|st)\.[bfsu](32|64)' # a generic access has no state space
    refuse '\.local\.'
    ;;
  amd*)
    "$objdump" -d "$work/code" >"$work/code.s"
    expect '\bglobal_load_'
    expect '\bglobal_store_'
    expect '\bds_(read|load)_'
    refuse '\b(flat|scratch)_(load|store)_'
    ;;
  x86_64)
    "$objdump" -d --no-show-raw-insn "$work/code" | sed -n '/Saxpy.*>:/,/^$/p' >"$work/code.s"
    expect 'vfmadd...ps.*%ymm'
    expect 'vmovups.*%ymm.*\(%'
    ;;
  esac
done
[ "$failures" = 0 ] || exit 1
echo "PASSED"
