#!/bin/bash
# checked_by_rule_test.sh PROGRAM: `checks` of a rule are for its kernels and those of its libraries, on the CPU and on an
# emulated device.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=1
}
try() { # EMULATED ENVIRONMENT
  env "$2" "$program" >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/log"
  status=$?
  [ "$status" = 1 ] || fail "$2: the exit status is $status"
  [ "$(cat "$TEST_TMPDIR/out")" = "$1" ] || fail "$2: printed $(cat "$TEST_TMPDIR/out")"
  for kernel in writes_beyond library_writes_beyond; do
    grep -A2 'SYCL check: out of bounds: store of 4 bytes' "$TEST_TMPDIR/log" | grep -qE "in kernel '(main::)?$kernel'" || fail "$2: no report of $kernel: $(cat "$TEST_TMPDIR/log")"
  done
}
program=$1
try 0 ONEAPI_DEVICE_SELECTOR=native_cpu:*
try 1 SYCL_DEVICE_EMULATION=only,intel_gpu_pvc
env SYCL_CHECK=0 ONEAPI_DEVICE_SELECTOR=native_cpu:* "$program" >/dev/null 2>"$TEST_TMPDIR/log" || fail "without checks: $(cat "$TEST_TMPDIR/log")"
exit "$failures"
