#!/bin/bash
# checked_order_test.sh: -fsycl-check=races,barriers reports what nothing orders, and barriers that a part of a group
# reaches, and nothing else.
order=$PWD/testing/debugging/checked_order.cpp
. testing/driver/driver.sh

# Each "expect KIND" has one report of that kind at least, and no other.
check_order() { # LOG
  awk '
    function finished() { if (seen && expected != "nothing" && !reports) { print "no report of number " seen ": " expected; bad = 1 } }
    /^expect / { finished(); expected = substr($0, 8); ++seen; reports = 0; next }
    /^SYCL check: / { if (index($0, "SYCL check: " expected ":") != 1) { print "number " seen ", " expected ", got " $0; bad = 1 }
                      ++reports }
    END { finished(); exit bad || !seen }' "$1"
}
for options in -O2 -O0; do
  compile -fsycl-check=races,barriers $options "$order" -o order >log 2>&1 || fail "order, $options: $(cat log)"
  ./order >out 2>log && fail "order, $options: the exit status is 0"
  check_order log >problems || fail "order, $options: $(head -20 problems) in $(head -60 log)"
  [ "$(cat out)" = 64 ] || fail "order, $options: the result is $(cat out)"
  SYCL_CHECK=0 ./order 2>&1 >/dev/null | grep -q 'SYCL check' && fail "order, $options: reports that are switched off"
done
compile -fsycl-check=all -O2 "$order" -o order >log 2>&1 || fail "order, all checks: $(cat log)"
./order >out 2>log && fail "order, all checks: the exit status is 0"
check_order log >problems || fail "order, all checks: $(head -20 problems)"

finish
