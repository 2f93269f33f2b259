#!/bin/bash
# example_table_test.sh EXAMPLE: runs the example and reads its table.
# Output: one block per device, a kernel per line; an exception's further lines are indented.
set -u
. "$(dirname "$0")/expect.sh"
example=$1

unset SYCL_DEVICE_EMULATION
table=$("$example") || fail "the example exits with $?"
echo "$table"

# block PATTERN: the table of the device whose heading matches.
block() {
  awk -v pattern="$1" '/^[^ ]/ { on = $0 ~ pattern } on' <<<"$table"
}

kernels=(
  'vector add \(int\)' 'double' 'sycl::half' '64-bit atomic_ref' 'reqd_sub_group_size\(16\)'
  'reqd_work_group_size\(64\)' 'device_has\(aspect::fp64\)'
)

native=$(block 'Facet native CPU')
for kernel in "${kernels[@]}"; do
  expect_line "$native" "^  $kernel +correct$" "native CPU"
done

dg1=$(block 'Emulated intel_gpu_dg1')
for kernel in "${kernels[@]}"; do
  case $kernel in
  double | device_has*)
    expect_line "$dg1" "^  $kernel +refused: " "emulated DG1"
    ;;
  *)
    expect_line "$dg1" "^  $kernel +correct$" "emulated DG1"
    ;;
  esac
done
expect_line "$dg1" "aspect::fp64" "emulated DG1 says why"
[ "$(grep -c 'refused: ' <<<"$dg1")" = 2 ] || fail "the emulated DG1 does not refuse exactly two kernels"

pocl=$(block 'Portable Computing Language')
expect_line "$pocl" "^  vector add \(int\) +correct$" "PoCL"
expect_line "$pocl" "^  double +correct$" "PoCL"
expect_line "$pocl" "^  64-bit atomic_ref +correct$" "PoCL"
expect_line "$pocl" "^  reqd_work_group_size\(64\) +correct$" "PoCL"
expect_line "$pocl" "^  device_has\(aspect::fp64\) +correct$" "PoCL"
expect_line "$pocl" "^  sycl::half +refused: " "PoCL has no fp16"
expect_line "$pocl" "^  reqd_sub_group_size\(16\) +refused: " "PoCL has sub-groups of 1"

# The environment decides over what the program asks for.
none=$(SYCL_DEVICE_EMULATION= "$example") || fail "without emulation the example exits with $?"
expect_no_line "$none" '^Emulated ' "SYCL_DEVICE_EMULATION="

finish
