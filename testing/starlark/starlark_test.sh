#!/bin/bash
# starlark_test.sh PYTHON SCRIPT: no Starlark file uses what newer versions of Bazel do not have; and the script finds such uses.
set -u
python=$1 script=$2
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
workspace=$(dirname "$(readlink -f WORKSPACE)")
found=$("$python" "$script" "$workspace") || fail "$workspace: $found"

bad=$TEST_TMPDIR/bad
mkdir -p "$bad/bazel-out"
cat >"$bad/BUILD.bazel" <<'END'
load("@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl", "feature")
load("//toolchains:compat.bzl", "cc_binary")
cc_binary(name = "fine")
cc_library(name = "old")
[sh_test(name = n) for n in ["a"]]
END
cat >"$bad/rules.bzl" <<'END'
def _impl(ctx):
    native.cc_test(name = "x")
    return [CcInfo(), testing.TestEnvironment({})]

old = rule(
    implementation = _impl,
    attrs = {"a": attr.label(cfg = "host", executable = True)},
    incompatible_use_toolchain_transition = True,
)
_PROGRAM = {"cfg": "host"}
END
echo 'cc_library(name = ' >"$bad/broken.BUILD"
cp "$bad/BUILD.bazel" "$bad/bazel-out"
found=$("$python" "$script" "$bad") && fail 'nothing is found'
expected='BUILD.bazel:1: load of @bazel_tools//tools/cpp:…; use @rules_cc//cc:…
BUILD.bazel:4: cc_library without load; it is in //toolchains:compat.bzl
BUILD.bazel:5: sh_test without load; it is in //toolchains:compat.bzl
broken.BUILD:1: '"'('"' was never closed
rules.bzl:10: cfg = "host"; use EXEC_CFG
rules.bzl:2: native.cc_test; it is in //toolchains:compat.bzl
rules.bzl:3: CcInfo without load; it is in //toolchains:compat.bzl
rules.bzl:3: testing.TestEnvironment; use RunEnvironmentInfo
rules.bzl:5: parameter incompatible_use_toolchain_transition; use TOOLCHAIN_TRANSITION
rules.bzl:7: cfg = "host"; use EXEC_CFG'
diff <(sort <<<"$found") <(sort <<<"$expected") || fail 'other uses are found'
echo PASSED
