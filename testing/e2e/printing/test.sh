#!/bin/bash
# Usage: test.sh PROGRAM : what kernels print is what the host prints, and what only kernels print is as expected.
set -u
program=$1
output=$TEST_TMPDIR/output
fail() {
  echo "$1"
  cat "$output"
  exit 1
}
"$program" host >"$TEST_TMPDIR/host" || exit 1
lines=$(wc -l <"$TEST_TMPDIR/host")
[ "$lines" = 15 ] || fail "the host prints $lines lines"
"$program" >"$output" 2>&1 || fail 'the program fails'
diff "$TEST_TMPDIR/host" <(head -n "$lines" "$output") || fail 'the kernel prints something else than the host'
sort <<'END' >"$TEST_TMPDIR/expected"
vector 1,2,3,4
vec 5,6,7,8 0.500000,2.000000
long -1,5000000000 1,-2,3
bfloat16 2.0
item 0
item 1
item 2
item 3
END
tail -n +$((lines + 1)) "$output" | grep -v '^half 0.50$' | sort | diff "$TEST_TMPDIR/expected" - ||
  fail 'vectors and items'
