#!/bin/bash
# rule_docs_test.sh PYTHON SCRIPT DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS PAGE: the reference page says what the rules say.
set -eu
python=$1
shift
"$python" "$1" "$2" "$3" "$4" "$5" >"$TEST_TMPDIR/page" || exit 1
diff -u "$6" "$TEST_TMPDIR/page" || {
  echo "FAILED: run python3 $1 $2 $3 $4 $5 > $6"
  exit 1
}
echo PASSED
