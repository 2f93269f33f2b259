#!/bin/bash
# page_test.sh DIAGNOSTICS_PAGE TEST_SOURCE...: docs/diagnostics.md is up to date, and every message has a test.
set -u
page=$TEST_TMPDIR/diagnostics.md
testing/diagnostics/page.sh testing/diagnostics "$@" >"$page" || exit 1
[ "$(grep -c '^| \(error\|warning\|note\) |' "$page")" -ge 20 ] || {
  echo "FAILED: hardly any messages"
  exit 1
}
diff -u docs/diagnostics.md "$page" || {
  echo "FAILED: write it anew: ./bazelw run //testing/diagnostics:update_golden"
  exit 1
}
echo PASSED
