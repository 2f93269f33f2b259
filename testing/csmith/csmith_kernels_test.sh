#!/bin/bash
# Usage: csmith_kernels_test.sh OPTION... : csmith_kernels.py with the tools of this build. FACET_CSMITH_SEED, if it is
# set, comes before the options' seed: a number, or `date` for other programs each day.
set -euo pipefail
external=$PWD/..
"$PWD/install" "$TEST_TMPDIR/prefix"
"$external/debian_python/bin/python3" testing/csmith/csmith_kernels.py --toolchain="$TEST_TMPDIR/prefix" \
  --csmith="$external/csmith/bin/csmith" --include="$external/csmith/usr/include/csmith" \
  --pocl="$external/pocl" --translator="$external/llvm_spirv/bin/llvm-spirv" --jobs=2 "$@" \
  ${FACET_CSMITH_SEED:+--seed="$FACET_CSMITH_SEED"}
