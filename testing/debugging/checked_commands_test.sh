#!/bin/bash
# checked_commands_test.sh: -fsycl-check=races reports commands that nothing orders, and those that come after some of others
# only, whichever of them happens to run first.
commands=$PWD/testing/debugging/checked_commands.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

compile -fsycl-check=races -O2 "$commands" -o commands >log 2>&1 || fail "commands: $(cat log)"
for run in $(seq 200); do
  ./commands 2>log
  check_reports log >problems || { fail "commands, run $run: $(head -20 problems)"; break; }
done

finish
