#!/bin/bash
# diagnostics_test.sh SYCL_CLANG FACET_CONFIG HEADER GENERATED_HEADER CONFIG_FILE...
# Every case of this folder prints its golden messages, letter by letter. As `bazel run :update_golden` it writes
# them instead, into the source tree.
set -u
runfiles=$PWD/..
export SYCL_CLANG=$PWD/$1 SYCL_HEADERS=$PWD/${3%/sycl/sycl.hpp} SYCL_SYSROOT=$runfiles/debian_clang
export PATH=$(dirname "$PWD/$2"):$PATH
generated=$PWD/${4%/sycl/info/*}
shift 4
SYCL_CLANG_FLAGS="--target=x86_64-linux-gnu --sysroot=$SYCL_SYSROOT -resource-dir $SYCL_SYSROOT/usr/lib/llvm-22/lib/clang/22"
SYCL_CLANG_FLAGS+=" --gcc-install-dir=$SYCL_SYSROOT/usr/lib/gcc/x86_64-linux-gnu/12 -no-canonical-prefixes"
SYCL_CLANG_FLAGS+=" -std=c++17 -isystem $SYCL_HEADERS -isystem $generated"
for file; do
  SYCL_CLANG_FLAGS+=" -fsycl-device-config-file=$PWD/$file"
done
export SYCL_CLANG_FLAGS

folder=testing/diagnostics
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -L $folder/*.cpp $folder/*.toml "$work"
# Bazel runs parts of the cases side by side.
. testing/shards/shards.sh
find "$work" -name '*.cpp' | sort | awk "NR % $shards == $shard" |
  xargs -P 2 -I{} bash -c "$folder/run_case.sh \"\$0\" >\"\${0%.cpp}.txt\"" {}

if [ "${UPDATE_GOLDEN:-}" = 1 ]; then
  cp "$work"/*.txt "$BUILD_WORKSPACE_DIRECTORY/$folder"
  exit
fi
failures=0 count=0
for text in "$work"/*.txt; do
  name=$(basename "$text")
  count=$((count + 1))
  diff -u "$folder/$name" "$text" >"$work/diff" 2>&1 || {
    echo "FAILED: ${name%.txt}: other messages than expected:"
    cat "$work/diff"
    failures=$((failures + 1))
  }
done
[ "$count" -ge $((60 / shards)) ] || {
  echo "FAILED: only $count programs"
  failures=$((failures + 1))
}
[ "$failures" = 0 ] || {
  echo "If the new messages are what users should read: ./bazelw run //testing/diagnostics:update_golden"
  exit 1
}
echo "PASSED: $count programs"
