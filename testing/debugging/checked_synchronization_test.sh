#!/bin/bash
# checked_synchronization_test.sh: races are found with atomic operations, fences and commands that do not order.
source=$PWD/testing/debugging/checked_synchronization.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

check_program "$source" races -O2
check_program "$source" all -O0
finish
