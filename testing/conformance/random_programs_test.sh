#!/bin/bash
# Usage: random_programs_test.sh PROGRAM : many programs on the native and an emulated CPU, which are quick, and some
# with PoCL, which compiles each work-group size anew, too.
set -euo pipefail
ONEAPI_DEVICE_SELECTOR='native_cpu:*;emulated:*' "$1" 1 600 4 | tee "$TEST_TMPDIR/output"
grep -q ' on 6 queues, 0 failed' "$TEST_TMPDIR/output"
"$1" 1000 12 2 | tee "$TEST_TMPDIR/output"
grep -q ' on 9 queues, 0 failed' "$TEST_TMPDIR/output"
