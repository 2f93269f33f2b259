#!/bin/bash
# checked_exchanges_test.sh: values that nobody has written are followed through functions of groups.
source=$PWD/testing/debugging/checked_exchanges.cpp
. testing/debugging/expected_reports.sh
. testing/driver/driver.sh

check_program "$source" uninitialized,barriers -O2
finish
