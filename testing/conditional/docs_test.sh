#!/bin/bash
# docs_test.sh PAGE SOURCE: the examples of the page are those that were compiled.
set -u
diff <(awk '/^```cpp$/ { on = 1; next } /^```$/ { on = 0 } on' "$1") <(grep -v '^// From docs' "$2") ||
  { echo "FAILED: the examples of $1 are not those of $2" >&2; exit 1; }
echo "PASSED"
