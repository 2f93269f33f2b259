#!/bin/bash
# llvm-cov, as the C++ toolchain's tool of that name: `bazel coverage` asks it for the counts of the programs of cc_test rules
# alone. Those of a test of any other rule are the programs and libraries in its runfiles that count. $COVERAGE_GCOV_PATH is
# llvm-profdata, beside which llvm-cov is.
set -eu
programs=()
if [ "${1-}" = export ] && [ -n "${RUNFILES_DIR-}" ] && [[ " $* " != *' -object '* ]]; then
  while read -r file; do
    programs+=(-object "$file")
  done < <(find -L "$RUNFILES_DIR/$TEST_WORKSPACE" -type f \( -perm -u+x -o -name '*.so*' \) -exec grep -l __llvm_cov[m]ap {} +)
fi
exec "${COVERAGE_GCOV_PATH%/*}/llvm-cov" "$@" "${programs[@]}"
