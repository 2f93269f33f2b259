#!/bin/bash
# checked_order_test.sh: -fsycl-check=races,barriers reports what nothing orders, and barriers that a part of a group
# reaches, and nothing else.
order=$PWD/testing/debugging/checked_order.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

for options in -O2 -O0; do
  compile -fsycl-check=races,barriers $options "$order" -o order >log 2>&1 || fail "order, $options: $(cat log)"
  ./order >out 2>log && fail "order, $options: the exit status is 0"
  check_reports log >problems || fail "order, $options: $(head -20 problems) in $(head -60 log)"
  [ "$(cat out)" = 64 ] || fail "order, $options: the result is $(cat out)"
  SYCL_CHECK=0 ./order 2>&1 >/dev/null | grep -q 'SYCL check' && fail "order, $options: reports that are switched off"
done
compile -fsycl-check=memory,races,barriers -O2 "$order" -o order >log 2>&1 || fail "order, three checks: $(cat log)"
./order >out 2>log && fail "order, three checks: the exit status is 0"
check_reports log >problems || fail "order, three checks: $(head -20 problems)"
finish
