#!/bin/bash
# The command line of facet-config: exit status, messages, what is written.
set -u
tool="$PWD/$1"
root=$PWD
cd "$TEST_TMPDIR" || exit 1
failures=0

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# run STATUS ARGUMENT...: runs the tool; out and err have what it printed.
run() {
  local expected=$1 status
  shift
  out=$("$tool" "$@" 2>err.txt)
  status=$?
  err=$(cat err.txt)
  [ "$status" = "$expected" ] || fail "'$*' exits with $status: $err"
}

says() {
  case "$err" in
    "$1"*) ;;
    *) fail "expected '$1', got '$err'" ;;
  esac
}

has() { grep -qxF -- "$2" "$1" || fail "$1 has no line '$2'"; }
lacks() { ! grep -qF -- "$2" "$1" || fail "$1 has '$2'"; }

# Bad usage: 2, and the usage.
run 2; says "facet-config: error: no verb"
run 2 chek a; says "facet-config: error: unknown verb 'chek'; did you mean 'check'?"
run 2 check; says "facet-config: error: 'check' needs a device configuration file"
run 2 slices a.toml; says "facet-config: error: 'slices' needs --out-dir"
run 2 check --fast a.toml; says "facet-config: error: unknown option '--fast'"
run 2 check --out-dir=x a.toml; says "facet-config: error: 'check' takes no --out-dir"
run 2 bazel-names a.toml -o; says "facet-config: error: option '-o' needs a value"
run 2 header-lists --out-dir=x a; says "facet-config: error: 'header-lists' takes no files"
run 0 --help

# Bad input: 1, and the place first.
run 1 check none.toml; says "facet-config: error: cannot read: none.toml"
run 1 check .; says "facet-config: error: cannot read: ."
printf '[[target]]\nname = "a"\nx = 1\n' >bad.toml
run 1 check bad.toml; says "bad.toml:1:1: error: target without 'target_aspect'"
run 1 target-table -o table.inc bad.toml
[ -e table.inc ] && fail "wrote a table of a bad file"
printf 'x' >two.toml
run 1 check bad.toml two.toml
case "$err" in
  *bad.toml:*two.toml:1:*) ;;
  *) fail "not the mistakes of both files: $err" ;;
esac
printf '[[target]]\nname = "f"\ntarget_aspect = 9000\naspects = []\nsub_group_sizes = []\naot_toolchain = "ocloc"\ncovers = ["g"]\n' >covers.toml
run 1 check covers.toml
says "covers.toml:2:8: error: target 'f' covers an unknown target 'g'; did you mean 'f'?"
printf '[[aspect]]\nname = "a"\n' >aspects.toml
run 1 check --aspects=aspects.toml; says "aspects.toml:1:1: error: aspect without 'value'"

# What cannot be written is an error and leaves nothing behind.
run 1 bazel-names -o no/such/file "$root"/config/targets/spirv.toml
says "facet-config: error: cannot write: no/such/file"
mkdir -p taken
run 1 bazel-names -o taken "$root"/config/targets/spirv.toml
says "facet-config: error: cannot write: taken"
[ -e taken.tmp ] && fail "left taken.tmp"

# The real files.
targets=("$root"/config/targets/*.toml)
run 0 check --aspects="$root/config/aspects.toml" \
  --architectures="$root/config/architectures.toml" "${targets[@]}"
run 0 slices --out-dir=slices "${targets[@]}"
run 0 slices --out-dir=again "${targets[@]}"
diff -r slices again || fail "slices differ from run to run"
[ -z "$(ls slices | grep -v '\.toml$')" ] || fail "other files beside slices"
[ -e slices/emu_intel_gpu_dg1.toml ] || fail "no slice of an emulated target"
reversed=()
for file in "${targets[@]}"; do reversed=("$file" "${reversed[@]}"); done
run 0 slices --out-dir=reversed "${reversed[@]}"
diff -r slices reversed || fail "the order of files shows in slices"
"$tool" target-table "${targets[@]}" >forward.inc
"$tool" target-table "${reversed[@]}" | cmp forward.inc - || fail "the order of files shows in the table"

# Changing one target changes its own slices only.
awk '/^name = /{ on = ($3 == "\"intel_gpu_skl\"") } on && /^local_memory_size/ { $3 = 1024 } { print }' \
  "$root"/config/targets/intel_gpu.toml >changed.toml
run 0 slices --out-dir=changed changed.toml
changed=$(cd changed && for s in *; do cmp -s "$s" "../slices/$s" || echo -n "$s "; done)
[ "$changed" = "emu_intel_gpu_skl.toml intel_gpu_skl.toml " ] || fail "changed: $changed"

# Macros: one target.
run 0 target-macros --slice slices/intel_gpu_dg1.toml -o one.h
has one.h "#pragma GCC system_header"
has one.h "#define __SYCL_TARGET_INTEL_GPU_DG1__ 1"
has one.h "#define __SYCL_ALL_DEVICES_HAVE_fp16__ 1"
has one.h "#define __SYCL_ANY_DEVICE_HAS_fp16__ 1"
lacks one.h fp64
lacks one.h ANY_ASPECT
# Several: no phase 1 macro, intersection and union.
run 0 target-macros --slice=slices/intel_gpu_dg1.toml --slice=slices/intel_gpu_pvc.toml -o two.h
lacks two.h __SYCL_TARGET_
lacks two.h __SYCL_ALL_DEVICES_HAVE_fp64__
has two.h "#define __SYCL_ANY_DEVICE_HAS_fp64__ 1"
has two.h "#define __SYCL_ALL_DEVICES_HAVE_fp16__ 1"
run 0 target-macros --slice=slices/intel_gpu_pvc.toml --slice=slices/intel_gpu_dg1.toml -o other.h
cmp two.h other.h || fail "the order of targets shows in macros"
# SPIR-V: any device may run it.
run 0 target-macros --slice=slices/intel_gpu_pvc.toml --slice=slices/spir64.toml -o jit.h
has jit.h "#define __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ 1"
lacks jit.h __SYCL_ALL_DEVICES_HAVE_
lacks jit.h __SYCL_ANY_DEVICE_HAS_fp64__
# An emulated target looks like the named one.
run 0 target-macros --slice=slices/emu_intel_gpu_dg1.toml -o emulated.h
has emulated.h "#define __SYCL_TARGET_INTEL_GPU_DG1__ 1"
has emulated.h "#define __SYCL_ONLY_ARCHITECTURE__ 21"
has emulated.h "#define __SYCL_ALL_DEVICES_HAVE_emulated__ 1"
run 1 target-macros --slice="$root"/config/targets/spirv.toml
says "facet-config: error: a slice has one target, not 2: "

# Lists for the headers.
run 0 header-lists --out-dir=lists
has lists/aspects.def "__SYCL_ASPECT(fp64, 6)"
has lists/aspects.def "__SYCL_ASPECT_DEPRECATED(host, 0, \"removed in SYCL 2020\")"
has lists/aspects.def "__SYCL_ASPECT_DEPRECATED_ALIAS(usm_system_allocator, 17, \"use 'aspect::usm_system_allocations' instead\")"
has lists/architectures.def "__SYCL_ARCHITECTURE(intel_gpu_pvc, 0x000000030f000700ULL, 25)"
has lists/architectures.def "__SYCL_ARCHITECTURE_ALIAS(intel_gpu_12_60_7, intel_gpu_pvc)"

[ "$failures" = 0 ] && echo PASS
exit $((failures != 0))
