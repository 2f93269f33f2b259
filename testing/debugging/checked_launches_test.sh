#!/bin/bash
# checked_launches_test.sh: launches that are checked as a whole report what nothing orders, and nothing else.
launches=$PWD/testing/debugging/checked_launches.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

for checks in races all; do
  compile -fsycl-check=$checks -O2 "$launches" -o launches >log 2>&1 || fail "launches, $checks: $(cat log)"
  SYCL_CHECK_LEAKS=0 ./launches >out 2>log && fail "launches, $checks: the exit status is 0"
  check_reports log >problems || fail "launches, $checks: $(head -20 problems)"
  [ "$(cat out)" = 24 ] || fail "launches, $checks: the result is $(cat out)"
done

finish
