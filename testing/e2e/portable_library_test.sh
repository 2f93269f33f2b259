#!/bin/bash
# portable_library_test.sh EXAMPLE FAKE_OPENCL: runs the example and reads which way each device took.
set -u
. "$(dirname "$0")/expect.sh"
example=$1

unset SYCL_DEVICE_EMULATION
table=$("$example") || fail "the example exits with $?"
echo "$table"
expect_line "$table" '\(Facet native CPU\): half precision$' "native CPU"
expect_line "$table" '^Emulated intel_gpu_pvc.*: the way of intel_gpu_pvc$' "emulated PVC"
expect_line "$table" '^Emulated nvidia_gpu_sm_50.*: generic code$' "emulated sm_50, which has no fp16"
expect_line "$table" 'Portable Computing Language.*: generic code$' "PoCL, which has no fp16"

# A driver that takes no SPIR-V: the program has nothing for its device, which is no failure. What images for other
# devices need is not why.
table=$(FAKE_OPENCL_PLAIN=1 SYCL_OPENCL_LIBRARY=$PWD/$2 "$example") || fail "with a device without code the example exits with $?"
echo "$table"
expect_line "$table" '^Plain Fake \(Fake OpenCL\): no code for it: ' "a device that takes no SPIR-V"
expect_line "$table" '^The OpenCL driver takes no SPIR-V\.$' "a device that takes no SPIR-V"
expect_no_line "$table" 'aspect::' "a device that takes no SPIR-V"

finish
