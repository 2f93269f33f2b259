#!/bin/bash
# Which actions the SYCL rules make, and which of them run again after which change. The tools are
# stand-ins (fake_tool.sh): each kernel line of a source becomes one module.
set -eu
. testing/bazel/nested.sh
first=$TEST_TMPDIR/first
app=(build //testing/bazel/rules:app --output_groups=wrapped_images
  --extra_toolchains=//testing/bazel/rules:fake_toolchain --spawn_strategy=local --disk_cache="$disk_cache")

# build DIR: builds, and leaves the list of actions in $actions.
build() {
  nested_bazel "$1" "${app[@]}" --execution_log_json_file="$1.json" >"$1.log" 2>&1 || { cat "$1.log"; fail "build"; }
  actions=$(executed "$1.json")
}

# expect COUNT PATTERN WHAT
expect() {
  local count
  count=$(grep -c -- "$2" <<<"$actions" || true)
  [ "$count" = "$1" ] || fail "$3: expected $1 actions '$2', got $count of: $actions"
}

nested_workspace "$first"
mkdir -p "$first/config/targets"
echo 'exports_files(["intel_gpu_pvc"])' >"$first/config/targets/BUILD.bazel"
touch "$first/config/targets/intel_gpu_pvc"
build "$first"
expect 2 '^SyclTargetMacros run' 'first build: one action per rule'
expect 2 '^SyclDeviceCompile run' 'first build: one action per source'
expect 1 '^SyclDeviceLink run' 'first build'
expect 1 '^SyclPostLink run' 'first build'
expect 6 '^CppCompile run .*--target-config=' 'first build: one action per module and target'
expect 1 '^SyclOffloadWrap run' 'first build'

echo '# changed' >>"$first/testing/bazel/rules/slices/one.toml"
build "$first"
expect 3 '^CppCompile run .*--target-config=[^ ]*one.toml' 'one target changed: its images'
expect 3 '^CppCompile run' 'one target changed: no other images'
expect 1 '^SyclOffloadWrap run' 'one target changed'
expect 0 '^Sycl\(DeviceCompile\|DeviceLink\|PostLink\)' 'one target changed: nothing before'

echo '// kernel b1' >>"$first/testing/bazel/rules/b.cpp"
build "$first"
expect 1 '^SyclDeviceCompile run .*b.cpp' 'one source changed: its device code'
expect 1 '^SyclDeviceCompile' 'one source changed: no other device code'
expect 2 '^CppCompile run' 'one source changed: the new module alone, for each target'

second=$TEST_TMPDIR/elsewhere/second
mkdir -p "$TEST_TMPDIR/elsewhere"
cp -r "$first" "$second"
rm -f "$second"/bazel-*
build "$second"
expect 0 ' run ' 'another checkout and output root: everything comes from the cache'
expect 8 '^CppCompile hit' 'another checkout and output root'

# --force_pic makes the images once, and everything else position independent.
nested_bazel "$first" build //testing/bazel/rules:app --output_groups=wrapped_images --force_pic \
  --extra_toolchains=//testing/bazel/rules:fake_toolchain --spawn_strategy=local >"$first.log" 2>&1 ||
  { cat "$first.log"; fail '--force_pic'; }
grep -q 'image of // kernel' "$first/bazel-bin/testing/bazel/rules/_sycl/app/images.o" || fail 'no images with --force_pic'

# command TARGET FLAG...: the command lines that make TARGET's images.
command_lines() {
  local target=$1
  shift
  nested_bazel "$first" aquery "deps(//testing/bazel/rules:$target)" --extra_toolchains=//testing/bazel/rules:fake_toolchain "$@" 2>&1
}
grep -q -- '-split=source' <<<"$(command_lines app --//toolchains:code_split=per_source)" || fail 'code_split setting'
grep -q -- '-exports=none' <<<"$(command_lines app)" || fail 'a program exports device functions'
grep -q -- '-exports=all' <<<"$(command_lines shared)" || fail 'a shared library exports no device functions'
grep -q -- '-compress' <<<"$(command_lines nvidia)" || fail 'compress_images'
grep -q -- '-compress' <<<"$(command_lines app)" && fail 'compressed, and nobody asked'
grep -q -- '-compress' <<<"$(command_lines app --//toolchains:compress_images)" || fail 'compress_images setting'

# ptxas is what the setting says, for NVIDIA's targets alone.
# ptxas_of TARGET FLAG...: the option that its images are made with.
ptxas_of() {
  local target=$1
  shift
  nested_bazel "$first" build "//testing/bazel/rules:$target" --output_groups=wrapped_images --spawn_strategy=local \
    --extra_toolchains=//testing/bazel/rules:fake_toolchain "$@" >"$first.log" 2>&1 || { cat "$first.log"; fail "$target"; }
  grep -o -m 1 -e '--ptxas=[^ ]*' "$first/bazel-bin/testing/bazel/rules/_sycl/$target/images.o" || true
}
setting=--//toolchains:ptxas=//testing/bazel/rules:fake_tool.sh
[ "$(ptxas_of nvidia)" = '' ] || fail 'a ptxas that nobody named'
[ "$(ptxas_of nvidia $setting)" = --ptxas=testing/bazel/rules/fake_tool.sh ] || fail 'ptxas setting'
[ "$(ptxas_of app $setting)" = '' ] || fail 'ptxas for targets that are not of NVIDIA'

# misuse TARGET PATTERN [FLAG...]: building TARGET is one error that matches.
misuse() {
  local target=$1 pattern=$2 message
  shift 2
  message=$(nested_bazel "$first" build "//testing/bazel/rules$([[ $target == *:* ]] && echo / || echo :)$target" \
    --extra_toolchains=//testing/bazel/rules:fake_toolchain "$@" 2>&1) && fail "$target built"
  [ "$(grep -c -- "$pattern" <<<"$message")" = 1 ] || fail "$target: expected '$pattern' once: $message"
  echo "$message" >"$TEST_TMPDIR/message"
}
misuse misspelt "no such target '//config/targets:intel_gpu_pvx'.*did you mean 'intel_gpu_pvc'"
grep -q Traceback "$TEST_TMPDIR/message" && fail "misspelt: a traceback: $(cat "$TEST_TMPDIR/message")"
misuse unnamed "unknown SYCL target 'x86_46'; did you mean 'x86_64'" --//toolchains:targets=x86_46
misuse selected "unknown SYCL target 'intel_gpu_pvx'; did you mean 'intel_gpu_pvc'"
misuse no_cc_info "does not have mandatory providers: .CcInfo."
misuse no_target "does not have mandatory providers: .SyclTargetInfo."
misuse unknown_device "unknown SYCL target 'emu_intel_gpu_pvx'; did you mean 'emu_intel_gpu_pvc'"
misuse not_in_toolchain "the SYCL toolchain in use has no target 'x86_64'"
misuse no_source "source file '//testing/bazel/rules:b.h' is misplaced here"
misuse no_sycl "does not have mandatory providers"
misuse app 'code_split=kernels: known: auto, off, per_kernel, per_source' --//toolchains:code_split=kernels

cat >>"$first/testing/bazel/rules/BUILD.bazel" <<'END'
sycl_binary(name = "split", srcs = ["a.cpp"], device_code_split = "per_kernal")
END
mkdir -p "$first/testing/bazel/rules/more"
cat >"$first/testing/bazel/rules/more/BUILD.bazel" <<'END'
load("//toolchains:defs.bzl", "sycl_target")
sycl_target(name = "neither", aot_toolchain = "x86_64")
END
misuse more:neither 'sycl_target neither: give one of config and slice'
cat >"$first/testing/bazel/rules/more/BUILD.bazel" <<'END'
load("//toolchains:defs.bzl", "sycl_target")
sycl_target(name = "tool_chain", aot_toolchain = "x86", config = ["a.toml"])
END
misuse more:tool_chain "invalid value in 'aot_toolchain' attribute"
misuse split "invalid value in 'device_code_split' attribute"

for workspace in "$first" "$second"; do nested_bazel "$workspace" shutdown >/dev/null 2>&1 || true; done
echo PASSED
