#!/bin/bash
# The C++ toolchain: the same bytes from any checkout and output root, in every mode; nothing of the
# machine's own headers and libraries is read.
set -eu
. testing/bazel/nested.sh
one=$TEST_TMPDIR/one
two=$TEST_TMPDIR/another/two
nested_workspace "$one"
nested_workspace "$two"

for mode in dbg fastbuild opt; do
  for workspace in "$one" "$two"; do
    log=$(nested_bazel "$workspace" build //testing/bazel/hermetic:probe -c $mode --spawn_strategy=local 2>&1) || fail "$mode: $log"
    bin=$workspace/bazel-bin/testing/bazel/hermetic
    [ "$("$bin/probe" | tr '\n' ' ')" = '1 2 ' ] || fail "$mode: wrong output"
    dependencies=$(cat "$bin"/_objs/probe/probe*.d)
    if grep -E '(^| )/' <<<"$dependencies"; then fail "$mode: reads files of the machine"; fi
    grep -q 'external/debian_clang/usr/.*c++/12/vector' <<<"$dependencies" || fail "$mode: whose <vector>?"
  done
  cmp "$one/bazel-bin/testing/bazel/hermetic/probe" "$two/bazel-bin/testing/bazel/hermetic/probe" ||
    fail "$mode: two places, two programs"
  if grep -c -a -e "$TEST_TMPDIR" "$one/bazel-bin/testing/bazel/hermetic/probe"; then fail "$mode: a path leaked"; fi
done
for workspace in "$one" "$two"; do nested_bazel "$workspace" shutdown >/dev/null 2>&1; done
echo PASSED
