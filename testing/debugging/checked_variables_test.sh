#!/bin/bash
# checked_variables_test.sh: errors are found in each kind of variable and memory of kernels.
source=$PWD/testing/debugging/checked_variables.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

for options in -O2 -O0; do
  check_program "$source" all $options
done
for checks in memory uninitialized races,barriers; do
  check_program "$source" "$checks" -O1
done
finish
