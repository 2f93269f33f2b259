#!/bin/bash
# code_quality_test.sh MODULES SYCL_AOT DUMP LLD LLVM_MC LLVM_READELF ATOMICS_MODULES GROUPS_MODULES FAST_MODULES STEPS_MODULES SLICE...
# Reads the assembly of tiny.cpp's kernels: on GPUs each access is to the memory it is known to be in (none is
# generic), on the CPU the loop over a kernel without barriers is a vector loop, and so are those between the barriers
# of one with. Of atomics.cpp's kernels: atomics are instructions of the memory that they are in, floating-point additions
# where there are any. Of group_algorithms_small.cpp's: lanes exchange values, and groups wait in barriers; in SPIR-V,
# whose compilers may take long for each barrier, there are as few as there can be. Of fast_math.cpp's: functions are
# estimates, and rows in local memory are read several elements at a time. Of local_steps.cpp's, on the CPU: what some
# work-items of a vector store is a part of a whole vector, without the store with a mask that has none of its speed, and
# partners that are far apart are vectors, too.
set -u
modules=$1 aot=$2 dump=$3 lld=$4 mc=$5 readelf=$6 atomics=$7 groups=$8 fast=$9 steps=${10}
shift 10

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
module=$(find -L "$modules" -name '*.module.cl' | head -n 1)
# The module with kernels of float.
atomics_module=$(grep -lR 'KernelIfLN4sycl' "$atomics/" | head -n 1)
[ -n "$atomics_module" ] || { echo "FAILED: no kernels of atomics.cpp in $atomics" >&2; exit 1; }
groups_module=$(find -L "$groups" -name '*.module.cl' | head -n 1)
fast_module=$(find -L "$fast" -name '*.module.cl' | head -n 1)
steps_module=$(find -L "$steps" -name '*.module.cl' | head -n 1)
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

# disassemble SYMBOL MC_OPTION...: the code of the first function whose name has SYMBOL in it. Debian's llvm-objdump
# needs libcurl and all that this needs, so the bytes go through llvm-mc.
disassemble() {
  local symbol=$1 address size text_address text_offset
  shift
  read -r address size < <("$readelf" --symbols --wide "$work/code" |
    awk -v name="$symbol" '$4 == "FUNC" && $3 > 0 && index($8, name) { print $2, $3; exit }')
  read -r text_address text_offset < <("$readelf" --sections --wide "$work/code" |
    sed -n 's/^ *\[ *[0-9]*\] \.text *PROGBITS *\([0-9a-f]*\) \([0-9a-f]*\) .*/\1 \2/p')
  [ -n "${size:-}" ] && [ -n "${text_offset:-}" ] || { echo "FAILED: $target: no function '$symbol'" >&2; return 1; }
  od -An -v -tx1 -w16 -j $((0x$address - 0x$text_address + 0x$text_offset)) -N "$size" "$work/code" |
    sed 's/ / 0x/g' | "$mc" --disassemble "$@"
}

# compile MODULE: its image's code.
compile() {
  "$aot" --target-config="$slice" --lld="$lld" -c "$1" -o "$work/image" || exit 1
  "$dump" -extract="$work/code" "$work/image" >/dev/null || exit 1
}
ptx() {
  compile "$1"
  tr -d '\0' <"$work/code" >"$work/code.s"
}
# The instructions of all functions.
amd() {
  local kernel
  compile "$1"
  for kernel in $("$readelf" --symbols --wide "$work/code" | awk '$4 == "FUNC" && $3 > 0 { print $8 }'); do
    disassemble "$kernel" --triple=amdgcn-amd-amdhsa "--mcpu=${target#amd_gpu_}"
  done >"$work/code.s"
}

for slice; do
  target=$(basename "$slice" .toml)
  case $target in
  nvidia*)
    ptx "$module"
    expect '\bld\.global\.'
    expect '\bst\.global\.'
    expect '\bld\.shared\.'
    expect '\bst\.shared\.'
    refuse '\b(ld|st)\.[bfsu](32|64)' # a generic access has no state space
    refuse '\.local\.'
    ptx "$atomics_module"
    expect '\batom\.(relaxed|acq_rel)\.[a-z]*\.global\.add\.f32|\batom\.global\.add\.f32'
    expect '\batom\.(relaxed|acq_rel)\.[a-z]*\.shared\.add\.f32|\batom\.shared\.add\.f32'
    # Processors older than sm_70 order memory by barriers alone.
    if [ "$target" = nvidia_gpu_sm_60 ]; then expect '\bmembar\.'; else expect '\batom\.acq_rel\.'; fi
    ptx "$groups_module"
    expect '\bshfl\.sync\.idx\.b32'
    expect '\bbar(rier)?\.(cta\.)?sync'
    refuse '\b(ld|st)\.[bfsu](32|64)'
    ptx "$fast_module"
    for function in sin cos ex2 lg2 div sqrt rsqrt; do expect "\\b$function\\.approx\\."; done
    refuse '\b(div|sqrt)\.rn'
    expect '\bld\.shared\.v4\.'
    ;;
  amd*)
    amd "$module"
    expect '\bglobal_load_'
    expect '\bglobal_store_'
    expect '\bds_(read|load)_'
    refuse '\b(flat|scratch)_(load|store)_'
    amd "$atomics_module"
    expect '\bds_add_u32\b'
    expect '\bds_add_f32\b'
    expect '\bds_cmpst_rtn_b32\b'
    expect '\bglobal_atomic_add\b'
    expect '\bglobal_atomic_cmpswap\b' # float, whatever kind of memory it is in
    refuse '\bflat_'
    amd "$groups_module"
    expect '\bds_bpermute_b32\b'
    expect '\bs_barrier\b'
    refuse '\bflat_'
    amd "$fast_module"
    for function in sin cos exp log rcp sqrt rsq; do expect "\\bv_${function}_f32"; done
    expect '\bds_(read|load)_b128'
    ;;
  spir64)
    compile "$groups_module"
    # reduce, inclusive and exclusive scan, joint scan: 1 each, in a loop; broadcast: 2; any and all: 3 each.
    barriers=$(od -An -v -tu4 -w4 "$work/code" |
      awk 'NR > 5 { if (left == 0) { left = int($1 / 65536); if ($1 % 65536 == 224) ++count } --left }
           END { print count + 0 }')
    [ "$barriers" = 14 ] || { echo "FAILED: $target: $barriers barriers, not 14" >&2; failures=$((failures + 1)); }
    ;;
  x86_64)
    compile "$module"
    disassemble Saxpy --triple=x86_64-unknown-linux-gnu >"$work/code.s"
    expect 'vfmadd...ps.*%ymm'
    expect 'vmovups.*%ymm.*\(%'
    disassemble Reverse --triple=x86_64-unknown-linux-gnu >"$work/code.s"
    expect 'vsqrtps.*%ymm'
    compile "$steps_module"
    for kernel in LeastE.any LeastE.usual SortE.usual; do
      disassemble "$kernel" --triple=x86_64-unknown-linux-gnu >"$work/code.s"
      expect 'vp?blendv.*%ymm'
      refuse 'vp?maskmov.*, \(?-?[0-9a-fx]*\(%r' # a store, in the order of AT&T
    done
    ;;
  esac
done
[ "$failures" = 0 ] || exit 1
echo "PASSED"
