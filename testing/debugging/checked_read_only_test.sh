#!/bin/bash
# checked_read_only_test.sh: -fsycl-check=memory reports writes through pointers of accessors that only read, and makes
# none of them.
writes=$PWD/testing/debugging/checked_read_only.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

for options in "-O2 -fsycl-check=memory" "-O1 -fsycl-check=all"; do
  # shellcheck disable=SC2086 # several options
  compile $options "$writes" -o writes >log 2>&1 || fail "$options: $(cat log)"
  ./writes >out 2>log && fail "$options: the exit status is 0"
  check_reports log >problems || fail "$options: $(head -20 problems) in $(head -40 log)"
  [ "$(sort -u out)" = "6 3" ] || fail "$options: the result is $(cat out)"
done

finish
