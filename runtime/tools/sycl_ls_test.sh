#!/bin/bash
# sycl-ls with drivers that work, are broken, or are not there.
#
#   sycl_ls_test.sh SYCL_LS LEVEL_ZERO_LOADER FAKE_LEVEL_ZERO FAKE_CUDA
set -u
ls=$1 loader=$2 fake_level_zero=$3 fake_cuda=$4
failures=0
fail() {
  echo "FAILED: $1"
  echo "$output"
  failures=$((failures + 1))
}
run() { output=$("$@" 2>&1) || fail "exit status $? of: $*"; }
has() { case $output in *"$1"*) ;; *) fail "no '$1'" ;; esac; }
lacks() { case $output in *"$1"*) fail "there is '$1'" ;; esac; }

unset ONEAPI_DEVICE_SELECTOR SYCL_DEVICE_EMULATION
level_zero=(env "SYCL_LEVEL_ZERO_LIBRARY=$loader" "ZE_ENABLE_ALT_DRIVERS=$fake_level_zero")

# Level Zero through Debian's loader.
run "${level_zero[@]}" "$ls"
has "Level Zero 1.3"
has "Fake Data Center GPU"
has "intel_gpu_pvc"
run "${level_zero[@]}" "$ls" --json
has '"level_zero"'
run "${level_zero[@]}" ONEAPI_DEVICE_SELECTOR=level_zero:gpu "$ls" --short
has "Fake Data Center GPU"
[ "$(echo "$output" | wc -l)" = 1 ] || fail "more than one device"
run "${level_zero[@]}" ONEAPI_DEVICE_SELECTOR='!level_zero:*' "$ls"
lacks "Fake Data Center GPU"

# A driver that answers nothing, one that fails, one that is no library, and the null driver that Debian leaves out.
run "${level_zero[@]}" FAKE_ZE_EMPTY=1 "$ls"
run "${level_zero[@]}" FAKE_ZE_FAIL=zeContextCreate=0x70000001 "$ls"
has "ZE_RESULT_ERROR_DEVICE_LOST"
echo "no library" >"$TEST_TMPDIR/broken.so"
run env "SYCL_LEVEL_ZERO_LIBRARY=$loader" "ZE_ENABLE_ALT_DRIVERS=$TEST_TMPDIR/broken.so" "$ls"
has "Level Zero: a driver cannot be loaded"
run env "SYCL_LEVEL_ZERO_LIBRARY=$loader" ZE_ENABLE_NULL_DRIVER=1 "$ls"
lacks "Level Zero:"

# Other drivers.
run env "SYCL_CUDA_LIBRARY=$fake_cuda" "$ls"
has "NVIDIA Fake"
run env "SYCL_CUDA_LIBRARY=$fake_cuda" FAKE_CUDA_FAIL=cuInit=999 "$ls"
has "CUDA: cuInit"
for variable in SYCL_CUDA_LIBRARY SYCL_OPENCL_LIBRARY SYCL_LEVEL_ZERO_LIBRARY; do
  run env "$variable=$TEST_TMPDIR/broken.so" "$ls"
  has "broken.so"
  run env "$variable=$TEST_TMPDIR/none.so" "$ls"
  has "none.so"
done

# What is asked for wrongly.
output=$(ONEAPI_DEVICE_SELECTOR=level_one:gpu "$ls" 2>&1) && fail "status 0 for an unknown back end"
has "unknown back end"
output=$("$ls" --what 2>&1) && fail "status 0 for an unknown argument"
has "unknown argument"
run env SYCL_DEVICE_EMULATION=only,intel_gpu_dg1,none "$ls"
has "Emulated intel_gpu_dg1"
has "unknown target 'none'"
[ "$failures" = 0 ]
