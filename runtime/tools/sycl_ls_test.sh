#!/bin/bash
# sycl-ls with drivers that work, are broken, or are not there.
#
#   sycl_ls_test.sh SYCL_LS JSON_CHECK LEVEL_ZERO_LOADER NULL_DRIVER FAKE_LEVEL_ZERO FAKE_CUDA FAKE_HIP FAKE_OPENCL
set -u
ls=$1 json_check=$2 loader=$3 null_driver=$4 fake_level_zero=$5 fake_cuda=$6 fake_hip=$7 fake_opencl=$8
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
valid_json() {
  rules=(schema_version:number tool:string facet_version:string devices:array 'devices[]:object' warnings:array 'warnings[]:string'
    targets:array images:array kernels:array modules:array)
  # 64-bit numbers are strings in Protobuf's JSON.
  for name in id platform platform_version architecture backend type name vendor driver_version version max_work_group_size \
    global_memory_size local_memory_size; do
    rules+=("devices[].$name:string")
  done
  for name in vendor_id max_compute_units max_clock_frequency_mhz; do
    rules+=("devices[].$name:number")
  done
  rules+=('devices[].emulated:boolean' 'devices[].note:string?' 'devices[].aspects:array' 'devices[].aspects[]:string'
    'devices[].sub_group_sizes:array' 'devices[].sub_group_sizes[]:number' 'devices[].targets:array' 'devices[].targets[]:string'
    'devices[].max_work_item_sizes:array' 'devices[].max_work_item_sizes[]:string')
  echo "$output" | "$json_check" "${rules[@]}" || fail "JSON of another form"
}
valid_json
run env SYCL_DEVICE_EMULATION=intel_gpu_dg1,moon "SYCL_CUDA_LIBRARY=$fake_cuda" "$ls" --json
has '"emulated:0"'
has "unknown target 'moon'"
valid_json
run env "SYCL_CUDA_LIBRARY=$fake_cuda" "$ls" --textproto
has 'schema_version: 1'
has 'id: "cuda:0"'
env "SYCL_CUDA_LIBRARY=$fake_cuda" "$ls" --binary | grep -qa 'cuda:0' || fail 'no device in a binary report'
# The printed names select, and stay the same then.
run env SYCL_DEVICE_EMULATION=intel_gpu_dg1,intel_gpu_pvc ONEAPI_DEVICE_SELECTOR='emulated:1;native_cpu:0' "$ls" --short
has "[native_cpu:0]"
has "[emulated:1] gpu, Emulated intel_gpu_pvc"
[ "$(echo "$output" | wc -l)" = 2 ] || fail "not two devices"
run "${level_zero[@]}" ONEAPI_DEVICE_SELECTOR=level_zero:gpu "$ls" --short
has "Fake Data Center GPU"
[ "$(echo "$output" | wc -l)" = 1 ] || fail "more than one device"
run "${level_zero[@]}" ONEAPI_DEVICE_SELECTOR='!level_zero:*' "$ls"
lacks "Fake Data Center GPU"

# Drivers that are excluded are not loaded.
missing=(env SYCL_CUDA_LIBRARY=/none/cuda.so SYCL_HIP_LIBRARY=/none/hip.so SYCL_LEVEL_ZERO_LIBRARY=/none/ze.so SYCL_OPENCL_LIBRARY=/none/cl.so)
run "${missing[@]}" "$ls"
for driver in cuda hip ze cl; do has "/none/$driver.so"; done
for selector in 'native_cpu:*' '!cuda:*;!hip:*;!level_zero:*;!opencl:*' 'emulated:gpu'; do
  run "${missing[@]}" ONEAPI_DEVICE_SELECTOR="$selector" "$ls"
  lacks "/none/"
done
run "${missing[@]}" ONEAPI_DEVICE_SELECTOR='hip:0;*:cpu;!opencl:*' "$ls"
has "/none/hip.so"
lacks "/none/cl.so"
output=$("${missing[@]}" ONEAPI_DEVICE_SELECTOR=moon:0 "$ls" 2>&1) && fail "status 0 for an unknown back end"
lacks "/none/"

# A driver that answers nothing, one that fails, one that is no library.
run "${level_zero[@]}" FAKE_ZE_EMPTY=1 "$ls"
run "${level_zero[@]}" FAKE_ZE_FAIL=zeContextCreate=0x70000001 "$ls"
has "ZE_RESULT_ERROR_DEVICE_LOST"
echo "no library" >"$TEST_TMPDIR/broken.so"
run env "SYCL_LEVEL_ZERO_LIBRARY=$loader" "ZE_ENABLE_ALT_DRIVERS=$TEST_TMPDIR/broken.so" "$ls"
has "Level Zero: a driver cannot be loaded"

# Level Zero's null driver, and the loader without it.
run env "SYCL_LEVEL_ZERO_LIBRARY=$loader" ZE_ENABLE_NULL_DRIVER=1 "LD_LIBRARY_PATH=$(dirname "$null_driver")" "$ls"
has "Level Zero 1.4"
has "Null Device"
lacks "Level Zero:"
run env "SYCL_LEVEL_ZERO_LIBRARY=$loader" ZE_ENABLE_NULL_DRIVER=1 "$ls"
lacks "Level Zero:"

# For each kind of driver: the variable that names its library, and how its warnings begin.
mkdir "$TEST_TMPDIR/folder.so"
: >"$TEST_TMPDIR/empty.so"
head -c 100 "$(readlink -f "$fake_cuda")" >"$TEST_TMPDIR/cut.so"
# The head of a library for another processor (AArch64).
{ head -c 18 "$(readlink -f "$fake_cuda")" && printf '\267\000' && tail -c +21 "$(readlink -f "$fake_cuda")"; } >"$TEST_TMPDIR/foreign.so"
while read -r variable name; do
  for file in broken none empty cut foreign folder; do
    run env "$variable=$TEST_TMPDIR/$file.so" "$ls"
    has "$name: $TEST_TMPDIR/$file.so: "
    # What else there is is still listed.
    has "Facet native CPU"
  done
  # A library that is no driver.
  run env "$variable=libm.so.6" "$ls"
  has "$name: libm.so.6 lacks the function "
  has "Facet native CPU"
done <<'END'
SYCL_CUDA_LIBRARY CUDA
SYCL_HIP_LIBRARY HIP
SYCL_LEVEL_ZERO_LIBRARY Level Zero
SYCL_OPENCL_LIBRARY OpenCL
END

# Each function that listing devices calls fails, one at a time: a device that is not there, or a warning.
listed_although() {
  local fail=$1 code=$2 function
  shift 2
  for function; do
    run env "${driver[@]}" "$fail=$function=$code" "$ls"
    has "Facet native CPU"
    if [ -n "$warning" ]; then has "$warning$function"; fi
  done
}
driver=("SYCL_CUDA_LIBRARY=$fake_cuda")
run env "${driver[@]}" "$ls"
has "NVIDIA Fake"
warning='CUDA: '
listed_although FAKE_CUDA_FAIL 999 cuInit cuDeviceGetCount cuDeviceGet
warning=
listed_although FAKE_CUDA_FAIL 999 cuDriverGetVersion cuDeviceGetName cuDeviceGetAttribute cuDeviceTotalMem
run env "${driver[@]}" FAKE_CUDA_FAIL=cuInit=100 "$ls"
lacks "CUDA"
driver=("SYCL_HIP_LIBRARY=$fake_hip")
run env "${driver[@]}" "$ls"
has "AMD Fake"
warning='HIP: '
listed_although FAKE_HIP_FAIL 999 hipInit hipGetDeviceCount hipDeviceGet
warning=
listed_although FAKE_HIP_FAIL 999 hipDriverGetVersion hipDeviceGetName hipDeviceGetAttribute hipDeviceTotalMem hipGetDeviceProperties
driver=("SYCL_LEVEL_ZERO_LIBRARY=$loader" "ZE_ENABLE_ALT_DRIVERS=$fake_level_zero")
warning='Level Zero: '
listed_although FAKE_ZE_FAIL 0x70000001 zeInit zeDriverGet zeDriverGetApiVersion zeDeviceGet zeContextCreate
warning=
listed_although FAKE_ZE_FAIL 0x70000001 zeDriverGetProperties zeDriverGetExtensionProperties zeDeviceGetProperties \
  zeDeviceGetComputeProperties zeDeviceGetModuleProperties zeDeviceGetMemoryProperties zeDeviceGetMemoryAccessProperties \
  zeDeviceGetCacheProperties zeDeviceGetCommandQueueGroupProperties
driver=("SYCL_OPENCL_LIBRARY=$fake_opencl" "OCL_ICD_VENDORS=$TEST_TMPDIR/folder.so")
run env "${driver[@]}" "$ls"
has "Fake OpenCL"
warning='OpenCL: '
listed_although FAKE_OPENCL_FAIL -6 clGetPlatformIDs
has "OpenCL: clGetPlatformIDs: "
warning="OpenCL: platform 'Fake OpenCL': "
listed_although FAKE_OPENCL_FAIL -6 clGetDeviceIDs clCreateContext
warning=
listed_although FAKE_OPENCL_FAIL -6 clGetPlatformInfo clGetDeviceInfo

# What is asked for wrongly.
output=$(ONEAPI_DEVICE_SELECTOR=level_one:gpu "$ls" 2>&1) && fail "status 0 for an unknown back end"
has "unknown back end"
output=$(ONEAPI_DEVICE_SELECTOR=opencl:gpu.1 "$ls" 2>&1) && fail "status 0 for a sub-device"
has "sub-devices are not supported"
output=$("$ls" --what 2>&1) && fail "status 0 for an unknown argument"
has "unknown option '--what'"
output=$("$ls" --shrot 2>&1) && fail "status 0 for a misspelt option"
has "did you mean '--short'?"
output=$("$ls" all 2>&1) && fail "status 0 for an argument"
has "unexpected argument: all"
output=$("$ls" 2>&1 >/dev/full) && fail "status 0 though nothing can be written"
has "cannot write to standard output"
for options in '--json --short' '--textproto --binary' '--binary --json'; do
  # shellcheck disable=SC2086
  output=$("$ls" $options 2>&1) && fail "status 0 for $options"
  has "give one of them"
done
run env SYCL_DEVICE_EMULATION=only,intel_gpu_dg1,none "$ls"
has "Emulated intel_gpu_dg1"
has "unknown target 'none'"
[ "$failures" = 0 ]
