#!/bin/bash
# own_device_explained_test.sh SYCL_EXPLAIN PROGRAM: the table has the user's own device, as its images describe it.
set -u
fail() {
  echo "FAILED: $1"
  echo "$output"
  exit 1
}
output=$("$1" --no-devices "$2") || fail "exit status $?"
grep -A 4 '^Double' <<<"$output" | grep -q 'emu_my_cpu: refused' || fail 'Double is not refused'
grep -A 4 '^Plain' <<<"$output" | grep -q 'emu_my_cpu: runs, x86-64 for emu_my_cpu' || fail 'Plain does not run'
# As a device it is only there for those who ask, and by the name that the program knows.
output=$(SYCL_DEVICE_EMULATION=only,my_cpu "$1" "$2") || fail "exit status $?"
grep -q 'Emulated my_cpu on .*: runs' <<<"$output" || fail 'no device my_cpu'
output=$(SYCL_DEVICE_EMULATION=only,my_gpu,my_cpu "$2" 2>&1) || fail "the program: exit status $?"
