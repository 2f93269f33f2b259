#!/bin/bash
# Blocks that nobody tests are refused: each page has one mistake among fifty blocks that are right.
set -u
test=$PWD/testing/docs/blocks_test.sh
failures=0
mkdir -p "$TEST_TMPDIR/right" && cd "$TEST_TMPDIR" || exit 1
mkdir -p testing/docs/printed && cp "${test%/*}/blocks.awk" testing/docs
touch testing/docs/printed/it.sh testing/docs/BUILD.bazel
{ printf '```text picture\n->\n```\n%.0s' {1..50}; printf '```cpp file a.cpp\nint main() {}\n```\n```text printed\n1\n```\n'; } >right.md
"$test" a.cpp right.md >out 2>&1 || { cat out; exit 1; }

refused() { # BLOCKS MESSAGE
  printf "$1" | cat right.md - >page.md
  TEST_TMPDIR=$TEST_TMPDIR "$test" a.cpp page.md >out 2>&1 && { echo "FAILED: not refused: $1"; failures=1; }
  grep -q "$2" out || { echo "FAILED: $1: $(cat out)"; failures=1; }
}
refused '```cpp\nint i;\n```\n' 'page.md:157: error: nobody knows how'
refused '```\nls\n```\n' 'page.md:157: error: nobody knows how'
refused '```sh named\nls\n```\n' 'nobody knows how'
refused '```python\nx\n```\n' 'nobody knows how'
refused 'Do\n\n    ls\n' 'page.md:159: error: code without a fence'
refused '1. Do\n\n       ls\n' 'page.md:159: error: code without a fence'
refused '```sh\nls\n' 'page.md:157: error: the block does not end'
refused '```cpp file b.cpp\n```\n' "nothing builds it: 'b.cpp'"
refused '```text printed\n```\n' 'no program before what it prints'
refused '```text printed by that.sh\n```\n' 'no such file: testing/docs/printed/that.sh'
refused '```text message\nno\n```\n' 'no source before the message it gets'
"$test" 'a.cpp gone.cpp' right.md >out 2>&1 && { echo "FAILED: a program that no page has"; failures=1; }
grep -q "no page has 'gone.cpp'" out || { cat out; failures=1; }
exit $failures
