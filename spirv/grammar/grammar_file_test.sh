#!/bin/bash
# The tables that are checked in are those that the published grammar gives.
#
#   grammar_file_test.sh PYTHON SCRIPT FILE ANY-FILE-OF-THE-GRAMMAR...
set -u
python=$1 script=$2 file=$3 grammar=$4
made="$TEST_TMPDIR/made"
"$python" "$script" "$(dirname "$grammar")" >"$made" || exit 1
if ! diff -u "$file" "$made"; then
  echo "FAIL: $file is out of date; make it again with $script"
  exit 1
fi
