#!/bin/bash
# Usage: test.sh PROGRAM PROGRAM_WITHOUT NATIVE : failed assertions of PROGRAM are told with place, function, expression and
# work-item, and end it. NATIVE is 1 where the device has aspect::ext_oneapi_native_assert, else 0. PROGRAM_WITHOUT was
# compiled with NDEBUG: nothing is told, nothing ends.
set -u
program=$1 without=$2 native=$3
output=$TEST_TMPDIR/output
fail() {
  echo "$1"
  cat "$output"
  exit 1
}
run() { # PROGRAM WHICH : its exit code
  "$1" "$2" >"$output" 2>&1
}
run "$program" 0 || fail 'assertions that hold change nothing'
grep -q "done, 0 wrong, native: $native" "$output" || fail "not done, or the device says something else than $native"
! grep -q Assertion "$output" || fail 'told though it holds'

item='global id: \[2,1,0\], local id: \[2,1,0\]'
message=(
  ''
  'main\.cpp:[0-9]*: .*operator().*: ITEM Assertion `which != 1 || i != 18` failed\.'
  'main\.cpp:[0-9]*: .*at(int) const.*: ITEM Assertion `i < N && "beyond 100%"` failed\.'
  'other\.cpp:[0-9]*: int half_of(int): ITEM Assertion `x % 2 == 0` failed\.'
  'main\.cpp:[0-9]*: .*: global id: .* Assertion `which != 4` failed\.'
  # What the standard library would throw.
  'array:[0-9]*: std::array<int, 3>::at: ITEM Assertion `nothing throws std::out_of_range` failed\.'
)
for which in 1 2 3 4 5; do
  run "$program" $which
  status=$?
  grep -q "${message[which]/ITEM/$item}" "$output" || fail "not told: ${message[which]}"
  [ $status = 134 ] || fail "exit code $status, not that of abort"
  ! grep -q done "$output" || fail 'the host has gone on'
done

for which in 0 1 3; do
  run "$without" $which || fail 'with NDEBUG'
  ! grep -q Assertion "$output" || fail 'told though NDEBUG is defined'
done
! grep -q 'beyond 100%' "$without" || fail 'with NDEBUG the text is in the program'
