#!/bin/bash
# Usage: table_test.sh TABLE PROGRAM PAGE : PAGE has the table that TABLE prints of PROGRAM, and all rows are right.
set -u
table=$1 program=$2 page=$3
bash "$table" "$program" >"$TEST_TMPDIR/found" || { cat "$TEST_TMPDIR/found"; exit 1; }
grep '^|' "$page" >"$TEST_TMPDIR/listed"
[ "$(wc -l <"$TEST_TMPDIR/found")" -ge 60 ] || { echo 'FAILED: hardly any rows'; exit 1; }
diff -u --label "$page" --label 'what was found' "$TEST_TMPDIR/listed" "$TEST_TMPDIR/found" || {
  echo 'FAILED: make the table anew, as the page says'
  exit 1
}
! grep 'wrong' "$TEST_TMPDIR/found" || { echo 'FAILED: wrong results'; exit 1; }
