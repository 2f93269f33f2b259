#!/bin/bash
# checked_reach_test.sh: races and undefined values of each type are found by each way to reach the memory, and barriers in
# each kind of condition.
reach=$PWD/testing/debugging/checked_reach.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

for of in 'races,uninitialized 264 -DTYPES' 'barriers 50 -DBARRIERS'; do
  read -r checks errors part <<<"$of"
  compile -fsycl-check="$checks" -O1 -Wno-deprecated-declarations "$part" "$reach" -o reach >log 2>&1 || fail "$checks: $(cat log)"
  ./reach 2>log && fail "$checks: the exit status is 0"
  check_reports log >problems || fail "$checks: $(head -20 problems)"
  [ "$(grep '^expect' log | grep -vc nothing)" = "$errors" ] || fail "$checks: not $errors errors"
done
finish
