#!/bin/bash
# rule_docs_test.sh PYTHON SCRIPT DEFS ATTRIBUTES PROVIDERS PAGE: the reference page says what the rules say.
set -eu
python=$1
shift
"$python" "$1" "$2" "$3" "$4" >"$TEST_TMPDIR/page" || exit 1
diff -u "$5" "$TEST_TMPDIR/page" || {
  echo "FAILED: run python3 $1 $2 $3 $4 > $5"
  exit 1
}
echo PASSED
