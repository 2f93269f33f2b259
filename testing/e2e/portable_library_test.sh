#!/bin/bash
# portable_library_test.sh EXAMPLE: runs the example and reads which way each device took.
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

finish
