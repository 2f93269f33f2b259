#!/bin/bash
# checked_forms_test.sh: errors are found in kernels of each form.
source=$PWD/testing/debugging/checked_forms.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

check_program "$source" all -O2
check_program "$source" races,barriers -O0 -g
finish
