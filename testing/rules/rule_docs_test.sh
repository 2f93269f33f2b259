#!/bin/bash
# rule_docs_test.sh PYTHON SCRIPT DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS SETTINGS PAGE: the reference page says what the rules say.
set -eu
python=$1
shift
"$python" "${@:1:6}" >"$TEST_TMPDIR/page" || exit 1
diff -u "$7" "$TEST_TMPDIR/page" || {
  echo "FAILED: run python3 ${*:1:6} > $7"
  exit 1
}
echo PASSED
