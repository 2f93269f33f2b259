#!/bin/bash
# other_options_page_test.sh TOOL PAGE: the page is what the tool prints.
set -u
"$1" >"$TEST_TMPDIR/page.md" || exit 1
diff -u "$2" "$TEST_TMPDIR/page.md" || {
  echo "FAILED: write it anew: ./bazelw run //compiler/driver:other-options-page >docs/dpcpp-options.md"
  exit 1
}
echo PASSED
