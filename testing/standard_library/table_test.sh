#!/bin/bash
# Usage: table_test.sh PAGE TABLE ARGUMENTS… : PAGE has the tables that TABLE prints, all that was executed is right, and all of
# refused.cpp is refused.
set -u
page=$1 table=$2
shift 2
bash "$table" "$@" >"$TEST_TMPDIR/printed" || { cat "$TEST_TMPDIR/printed"; exit 1; }
grep '^|' "$TEST_TMPDIR/printed" >"$TEST_TMPDIR/found"
grep '^|' "$page" >"$TEST_TMPDIR/listed"
[ "$(wc -l <"$TEST_TMPDIR/found")" -ge 130 ] || { cat "$TEST_TMPDIR/printed"; echo 'FAILED: hardly any rows'; exit 1; }
! grep -e '| WRONG' -e 'NOT REFUSED' "$TEST_TMPDIR/found" || { echo 'FAILED: wrong results'; exit 1; }
diff -u --label "$page" --label 'what was found' "$TEST_TMPDIR/listed" "$TEST_TMPDIR/found" || {
  echo 'FAILED: make the tables anew, as the page says'
  exit 1
}
