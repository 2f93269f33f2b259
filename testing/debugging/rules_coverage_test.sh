#!/bin/bash
# rules_coverage_test.sh PROGRAM SOURCE LIBRARY_SOURCE: a program of the Bazel rules, with coverage in their copts, counts
# lines of its kernels and of a library's, in one profile with those of the host.
set -u
program=$1 source=$2 library=$3
tools=../debian_clang/usr/lib/llvm-22/bin
export LD_LIBRARY_PATH=$PWD/../debian_clang/rt
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
profile=$TEST_TMPDIR/program.profraw
[ "$(LLVM_PROFILE_FILE=$profile "$program")" = 14 ] || fail "the program's output"
"$tools/llvm-profdata" merge "$profile" -o "$TEST_TMPDIR/data" || fail 'llvm-profdata'
"$tools/llvm-cov" show "$program" -instr-profile="$TEST_TMPDIR/data" >"$TEST_TMPDIR/report" || fail 'llvm-cov'
counts() { # COMMENT COUNT
  local found
  found=$(grep -E "// $1\$" "$TEST_TMPDIR/report" | head -1 | sed -E 's/^ *[0-9]+\| *([^|]*)\|.*/\1/')
  [ "$found" = "$2" ] || fail "'$1' is '$found', not $2 times: $(cat "$TEST_TMPDIR/report")"
}
grep -q "$source" "$TEST_TMPDIR/report" && grep -q "$library" "$TEST_TMPDIR/report" || fail "no report of each source"
counts 'of a kernel' 100
counts 'never' 0
counts 'of the library' 100
counts 'of a kernel of the library' 7
counts 'of the host' 1
echo PASSED
