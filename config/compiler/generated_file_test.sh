#!/bin/bash
# A file that is checked in is what facet-config makes of its sources.
#
#   generated_file_test.sh FACET-CONFIG FILE VERB [ARGUMENT...]
set -u
tool=$1 file=$2
shift 2
made="$TEST_TMPDIR/made"
"$tool" "$@" >"$made" || exit 1
if ! diff -u "$file" "$made"; then
  echo "FAIL: $file is out of date; make it again from the workspace's root:"
  echo "  ./bazelw run //config/compiler:facet-config -- $* > $file"
  exit 1
fi
