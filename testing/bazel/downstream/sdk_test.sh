#!/bin/bash
# sdk_test.sh: a workspace that uses an SDK instead of building Facet: from a folder, and from archives without the parts
# that it does not need. Neither LLVM nor a tool of Facet's is fetched or built.
set -eu
. testing/bazel/nested.sh
facet=$TEST_TMPDIR/facet
user=$TEST_TMPDIR/user
sdk=$TEST_TMPDIR/sdk
./install "$sdk" >/dev/null

# The rules alone: the test's data has the tools, too.
mkdir -p "$facet" "$user"
cp -L WORKSPACE .bazelrc "$facet"
for folder in config/selected targets toolchains runtime/api/exports.bzl; do
  cp -rL --parents "$folder" "$facet"
done
chmod -R u+w "$facet"
touch "$facet/BUILD.bazel" "$facet/runtime/api/BUILD.bazel"

workspace() { # ATTRIBUTES
  cat >"$user/WORKSPACE" <<END
workspace(name = "user")
local_repository(name = "facet", path = "$facet")
load("@facet//toolchains:repositories.bzl", "facet_dependencies")
facet_dependencies()
load("@facet//toolchains:sdk.bzl", "sycl_sdk_toolchain")
sycl_sdk_toolchain(name = "facet_sdk", $1)
register_toolchains("@facet_sdk//:all")
END
}
echo 'build --incompatible_enable_cc_toolchain_resolution --nosandbox_debug' >"$user/.bazelrc"
cat >"$user/BUILD.bazel" <<'END'
load("@facet//toolchains:defs.bzl", "sycl_binary", "sycl_cc_library", "sycl_library", "sycl_shared_library", "sycl_target", "sycl_test")
sycl_library(name = "twice", srcs = ["twice.cpp"], hdrs = ["twice.h"])
sycl_binary(name = "app", srcs = ["app.cpp"], targets = ["x86_64", "spir64", "nvidia_gpu_sm_80", "amd_gpu_gfx90a"], deps = [":twice"])
sycl_test(name = "app_test", srcs = ["app.cpp"], devices = ["intel_gpu_dg1"], deps = [":twice"])
sycl_binary(name = "intel", srcs = ["app.cpp"], targets = ["intel_gpu_dg1"], deps = [":twice"])
sycl_cc_library(name = "wrapped", srcs = ["wrapped.cpp"], targets = ["x86_64", ":mine"], deps = [":twice"])
sycl_target(name = "mine", aot_toolchain = "x86_64", config = ["mine.toml"])
sycl_shared_library(name = "shared", srcs = ["wrapped.cpp"], targets = ["x86_64"], deps = [":twice"])
cc_library(name = "c", srcs = ["c.c"])
cc_binary(name = "plain", srcs = ["plain.cpp"], deps = [":c", ":wrapped"])
cc_test(name = "plain_test", srcs = ["plain.cpp"], deps = [":c", ":wrapped"])
sycl_binary(name = "early", srcs = ["app.cpp"], targets = ["x86_64"], devices = ["intel_gpu_dg1"], device_if = "early", deps = [":twice"])
sycl_test(name = "native_test", srcs = ["app.cpp"], targets = ["x86_64"], deps = [":twice"])
END
cat >"$user/mine.toml" <<'END'
[[target]]
name = "mine"
target_aspect = 100000
aspects = ["gpu"]
sub_group_sizes = [16]
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"
END
echo '#include <sycl/sycl.hpp>
SYCL_EXTERNAL int twice(int);' >"$user/twice.h"
echo '#include "twice.h"
int twice(int x) { return 2 * x; }' >"$user/twice.cpp"
sed 's/NAME/int on_device(int x)/' >"$user/wrapped.cpp" <<'END'
#include "twice.h"
NAME {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = twice(x); }).wait();
  const int value = *result;
  sycl::free(result, queue);
  return value;
}
END
{
  sed 's/int on_device/static int on_device/' "$user/wrapped.cpp"
  echo '#include <cstdio>
int main() { std::printf("%d\n", on_device(21)); return on_device(4) != 8; }'
} >"$user/app.cpp"
echo 'int zero(void) { return 0; }' >"$user/c.c"
cat >"$user/plain.cpp" <<'END'
#include <cstdio>
#ifdef __clang__
const char compiler[] = "Clang";
#else
const char compiler[] = "another";
#endif
extern "C" int zero();
int on_device(int);
int main() { std::printf("%s %d\n", compiler, on_device(4) + zero()); }
END

# use WHAT: everything but programs for Intel's GPUs.
use() {
  local fetched log
  log=$(nested_bazel "$user" test //:app_test //:app //:plain //:shared 2>&1) || fail "$1: $log"
  log=$(nested_bazel "$user" run //:app 2>/dev/null) || fail "$1: $log"
  [ "$log" = 42 ] || fail "$1: the program: $log"
  log=$(nested_bazel "$user" run //:plain 2>/dev/null) || fail "$1: $log"
  [ "$log" = 'Clang 8' ] || fail "$1: the cc_binary: $log"
  fetched=$(ls "$user".root/*/external)
  grep -qE '^(debian_clang|llvm-project|llvm_tools|ocloc|onetbb)$' <<<"$fetched" && fail "$1: fetched $fetched"
  return 0
}
workspace "sdk = '$sdk'"
use 'a folder'
log=$(nested_bazel "$user" build //:intel 2>&1) || fail "Intel: $log"
# Code for each target, whose description the SDK's compiler has, too.
log=$(nested_bazel "$user" run //:early 2>/dev/null) || fail "early: $log"
[ "$log" = 42 ] || fail "early: $log"
# Coverage: lines of kernels, of a library that is not a test, and of plain C++.
log=$(nested_bazel "$user" coverage --experimental_use_llvm_covmap --experimental_generate_llvm_lcov --combined_report=lcov //:app_test //:native_test //:plain_test 2>&1) || fail "coverage: $log"
report=$(cat "$user/bazel-out/_coverage/_coverage_report.dat")
# executed SOURCE LINE: how often, by each test that knows the source.
executed_lines() { awk -F '[:,]' -v file="$1" -v line="$2" '/^SF:/ { in_file = $2 == file } in_file && /^DA:/ && $2 == line { printf "%s ", $3 }' <<<"$report"; }
[ "$(executed_lines twice.cpp 2)" = '2 2 1 ' ] || fail "coverage of a library's device code: $(executed_lines twice.cpp 2): $report"
[ "$(executed_lines app.cpp 5)" = '2 ' ] || fail "coverage of a kernel: $(executed_lines app.cpp 5): $report"
[ "$(executed_lines c.c 1)" = '1 ' ] || fail "coverage of C: $(executed_lines c.c 1): $report"
commands=$(nested_bazel "$user" aquery 'deps(//:app)' 2>/dev/null)
grep -q "^  Command Line:" <<<"$commands" || fail "no actions: $commands"
grep -F "$sdk" <<<"$commands" && fail 'a command line names the folder of the SDK'
# What makes a target's images is said twice.
sed -i 's/aot_toolchain = "x86_64", config/aot_toolchain = "ocloc", config/' "$user/BUILD.bazel"
log=$(nested_bazel "$user" build //:plain 2>&1) && fail 'a target with another tool chain than its configuration says'
grep -q "sycl_target: error: aot_toolchain is 'ocloc', but 'x86_64' in its config: //:mine" <<<"$log" || fail "two tool chains: $log"
sed -i 's/aot_toolchain = "ocloc", config/aot_toolchain = "x86_64", config/' "$user/BUILD.bazel"
# A build without SYCL.
echo 'int main() {
#ifdef SYCL_LANGUAGE_VERSION
  return 1;
#endif
}' >"$user/without.cpp"
echo 'sycl_binary(name = "without", srcs = ["without.cpp"])' >>"$user/BUILD.bazel"
nested_bazel "$user" run //:without >/dev/null 2>&1 && fail 'SYCL is not there'
log=$(nested_bazel "$user" run --@facet//toolchains:sycl=false //:without 2>&1) || fail "without SYCL: $log"
# The build's own C++ toolchain compiles plain C++ and links.
if command -v g++ >/dev/null; then
  log=$(nested_bazel "$user" run --extra_toolchains=@local_config_cc_toolchains//:all //:plain 2>/dev/null) || fail "g++: $log"
  [ "$log" = 'another 8' ] || fail "g++: $log"
else
  echo 'skipped: a C++ toolchain of the machine, which has no g++'
fi

# Archives; the first is enough for these programs.
archives=$TEST_TMPDIR/archives
mkdir "$archives"
base=facet-sdk-$("$sdk/bin/facet-config" --version | sed 's/.* //')
tar -C "$sdk" --transform "s|^\.|$base|" --exclude=./lib/facet/ocloc --exclude=./lib/facet/sysroot -cf "$archives/$base.tar" .
tar -C "$sdk" --transform "s|^|$base/|" -cf "$archives/sysroot.tar" lib/facet/sysroot
sum() { sha256sum "$archives/$1" | cut -d' ' -f1; }
where="urls = ['file:///nowhere', 'file://$archives']"
workspace "archives = {'$base.tar': '$(sum "$base.tar")', 'sysroot.tar': '$(sum sysroot.tar)'}, $where"
mv "$sdk" "$sdk.moved"
use 'archives'
log=$(nested_bazel "$user" build //:intel 2>&1) && fail 'a program for Intel without ocloc builds'
grep -q "the SDK has no ocloc: unpack facet-sdk-ocloc-" <<<"$log" || fail "without ocloc: $log"

# refuses ATTRIBUTES MESSAGE
refuses() {
  workspace "$1"
  log=$(nested_bazel "$user" build //:c 2>&1) && fail "builds: $1"
  grep -q "$2" <<<"$log" || fail "expected '$2': $log"
}
refuses "sdk = '$sdk'" 'facet_sdk: .*/sdk is not an SDK of Facet'
refuses "sdk = '$sdk.moved', archives = {'a': 'b'}" 'facet_sdk: give one of sdk and archives'
refuses '' 'facet_sdk: give one of sdk and archives'
refuses "archives = {'$base.tar': ''}" 'facet_sdk: urls must say where the archives are'
refuses "archives = {'$base.tar': '$(sum sysroot.tar)'}, $where" '[Cc]hecksum was'
refuses "archives = {'sysroot.tar': '$(sum sysroot.tar)'}, $where" 'facet_sdk: the archives have 0 SDKs; expected facet-sdk-'
sed -i 's/^FACET_VERSION = .*/FACET_VERSION = "9.8.7"/' "$facet/toolchains/version.bzl"
refuses "sdk = '$sdk.moved'" 'is an SDK of Facet [0-9.]*, but the rules are those of Facet 9.8.7'
nested_bazel "$user" shutdown >/dev/null 2>&1
echo PASSED
