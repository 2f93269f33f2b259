#!/bin/bash
# testing/downstream uses Facet from a checkout and from an archive, with a C++ toolchain and an LLVM of its own:
# its library, program and tests with this build's tools; and Facet's tools themselves are built for it with that
# toolchain and that LLVM.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
facet=$TEST_TMPDIR/facet
user=$TEST_TMPDIR/user

checkout "$facet"
cp -r "$facet/testing/downstream" "$user"
workspace "$TEST_TMPDIR/tools"
cp -r "$TEST_TMPDIR/tools/real" "$user/real"
sed -i "s|path = \"../..\"|path = \"$facet\"|" "$user/WORKSPACE"
nested_own=llvm-project
flags=("--repo_env=VENDORED_LLVM=$external/llvm-project" --disk_cache="$disk_cache")
ours=(--extra_toolchains=//real:toolchain)

# use WHAT: the workspace's program, library and test.
use() {
  log=$(nested_bazel "$user" test //:app //:plain //:scale_test //:plug_in_test //:sum_module.so "${flags[@]}" "${ours[@]}" --execution_log_json_file="$user.json" 2>&1) ||
    fail "$1: $log"
  actions=$(executed "$user.json")
  log=$(nested_bazel "$user" run //:app "${flags[@]}" "${ours[@]}" 2>/dev/null) || fail "$1: $log"
  [ "$log" = '0 3 6 9 compiler: my own' ] || fail "$1: the program: $log"
  [ "$("$user/bazel-bin/plain")" = 30 ] || fail "$1: the cc_binary: $("$user/bazel-bin/plain")"
  log=$(PYTHONPATH=$user/bazel-bin "$external/debian_python/bin/python3" -c 'import sum_module; print(sum_module.of_scaled(5))' 2>&1)
  [ "$log" = 30 ] || fail "$1: the Python module: $log"
}
use 'a checkout'
expect 3 '^SyclDeviceCompile run .*-c \(app\|scale\|sum\).cpp' 'a checkout'
expect 1 '^TestRunner run .*test-setup.sh ./scale_test_intel_gpu_dg1' 'a checkout: the test on its device'
expect 1 '^CppCompile run  *toolchain/compiler.sh .*-c app.cpp' 'a checkout: the C++ toolchain'

# Facet's tools: the same toolchain, the vendored LLVM. One of their libraries is really built.
commands=$(nested_bazel "$user" aquery "mnemonic('CppCompile', @facet//postlink/aot + @facet//compiler/frontend)" "${flags[@]}" 2>&1) || fail "$commands"
[ "$(grep -c '^action ' <<<"$commands")" -ge 10 ] || fail "tools: $commands"
[ "$(grep -c '^action ' <<<"$commands")" = "$(grep -c "^ *'-DVENDORED_LLVM'\|-DVENDORED_LLVM" <<<"$commands")" ] || fail "LLVM: $commands"
grep -q 'external/debian_clang/bin/clang ' <<<"$commands" && fail "C++ toolchain: $commands"
log=$(nested_bazel "$user" build @facet//compiler/support "${flags[@]}" 2>&1) || fail "$log"

# The same from an archive.
tar -C "$facet" -czf "$TEST_TMPDIR/facet.tar.gz" .
sha256=$(sha256sum <"$TEST_TMPDIR/facet.tar.gz")
cat >"$user/archive" <<END2
load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")
http_archive(name = "facet", urls = ["file://$TEST_TMPDIR/facet.tar.gz"], sha256 = "${sha256%% *}")
END2
sed -i -e '/^local_repository(/,/^)/d' -e "/^workspace(/r $user/archive" "$user/WORKSPACE"
grep -q http_archive "$user/WORKSPACE" || fail "$(cat "$user/WORKSPACE")"
rm -r "$facet"
use 'an archive'
expect 0 '^\(Sycl\|CppCompile\|CppLink\).* run ' 'an archive: the same actions'
nested_bazel "$user" shutdown >/dev/null 2>&1
echo PASSED
