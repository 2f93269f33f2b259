#!/bin/bash
# outputs_test.sh COMPILE_COMMANDS DUMP SHARED_LIBRARY IMAGE_FILE_OR_FOLDER...
# A target of one's own has images; compile_commands.json has an entry for each source, those of libraries too;
# a shared library holds no runtime.
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
compile_commands=$PWD/$1
dump=$PWD/$2
shared_library=$3
shift 3

targets=$(find -L "$@" -type f -exec "$dump" {} + | sed -n 's/^  target //p' | sort -u | tr '\n' ' ')
[ "$targets" = 'my_cpu x86_64 ' ] || fail "images for: $targets"

symbols=$(../debian_clang/bin/llvm-nm -D "$shared_library")
grep -q ' T .*add_base' <<<"$symbols" || fail "symbols: $symbols"
grep -q ' U __sycl_register_images' <<<"$symbols" || fail "a runtime of its own: $symbols"

# As Bazel leaves a workspace behind.
base=$TEST_TMPDIR/base
mkdir -p "$TEST_TMPDIR/workspace" "$base/execroot/facet"
ln -s "$base/execroot/facet" "$TEST_TMPDIR/workspace/bazel-workspace"
BUILD_WORKSPACE_DIRECTORY=$TEST_TMPDIR/workspace "$compile_commands" >/dev/null
json=$TEST_TMPDIR/workspace/compile_commands.json
for source in testing/rules/{diamond,left,plain,plugin_user,right,shared}.cpp testing/rules/library/base.cpp; do
  [ "$(grep -c "\"file\":\"$source\"" "$json")" = 1 ] || fail "$source: $(cat "$json")"
done
grep -q '"directory":"'"$TEST_TMPDIR"'/workspace"' "$json" || fail "directory: $(cat "$json")"
# Nothing depends on links that the next build may change, and an old clangd knows every option.
grep -o '"[^"]*\(external\|bazel-out\)/[^"]*"' "$json" | grep -v "[\"=ILB]$base/\(external\|execroot/facet/bazel-out\)/" && fail "paths: $(cat "$json")"
grep -q "\"$base/external/[^\"]*/clang\"" "$json" || fail "compiler: $(cat "$json")"
grep -q "\"--sysroot=$base/external/" "$json" || fail "sysroot: $(cat "$json")"
grep -q "\"--gcc-toolchain=$base/external/debian_clang/usr\"" "$json" || fail "GCC: $(cat "$json")"
grep -e gcc-install-dir "$json" && fail 'an option that clangd 14 does not know'
grep -q '"-fsycl-is-host"' "$json" || fail "flags: $(cat "$json")"
grep 'plain.cpp"' "$json" | grep '"-Wshadow"' | grep -q '"-DPLAIN_VALUE=3"' || fail "cc_library: $(cat "$json")"
grep 'base.cpp"' "$json" | grep -q '"-Wextra"' || fail "copts: $(cat "$json")"
../debian_python/bin/python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))) == 7' "$json" || fail "no JSON: $(cat "$json")"
echo PASSED
