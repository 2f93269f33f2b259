#!/bin/bash
# checked_values_test.sh: -fsycl-check=uninitialized reports uses of values that nobody has written, and nothing else.
values=$PWD/testing/debugging/checked_values.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

compile -fsycl-check=uninitialized -O2 "$values" -o values >log 2>&1 || fail "values: $(cat log)"
./values >out 2>log && fail "values: the exit status is 0"
check_reports log >problems || fail "values: $(head -20 problems) in $(head -60 log)"
[ "$(tr '\n' ' ' <out)" = "text 5 64 0 " ] || fail "values: the result is $(cat out)"
SYCL_CHECK=0 ./values 2>&1 >/dev/null | grep -q 'SYCL check' && fail "values: reports that are switched off"
compile -fsycl-check=all -O1 "$values" -o values >log 2>&1 || fail "values, all checks: $(cat log)"
./values >out 2>log && fail "values, all checks: the exit status is 0"
check_reports log >problems || fail "values, all checks: $(head -20 problems)"

finish
