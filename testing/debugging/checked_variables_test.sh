#!/bin/bash
# checked_variables_test.sh: errors are found in each kind of variable and memory of kernels.
source=$PWD/testing/debugging/checked_variables.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

check_program "$source" all -O2
check_program "$source" memory,races,barriers -O0
check_program "$source" uninitialized -O1
finish
