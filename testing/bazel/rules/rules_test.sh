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

nested_workspace "$first"
mkdir -p "$first/config/targets"
echo 'exports_files(["intel_gpu_pvc"])' >"$first/config/targets/BUILD.bazel"
touch "$first/config/targets/intel_gpu_pvc"
build "$first"
expect 3 '^SyclTargetMacros run' 'first build: one action per rule, and one for the precompiled headers'
expect 1 '^SyclPrecompile run' 'first build: the SYCL headers are parsed once'
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

# Images are made at the same time.
meet=$TEST_TMPDIR/meet
mkdir -p "$meet"
nested_bazel "$first" "${app[@]}" --action_env=MEET="$meet" --jobs=4 --local_cpu_resources=4 >"$first.log" 2>&1 ||
  { cat "$first.log"; fail 'one image after the other'; }

# --force_pic makes the images once, and everything else position independent.
nested_bazel "$first" build //testing/bazel/rules:app --output_groups=wrapped_images --force_pic \
  --extra_toolchains=//testing/bazel/rules:fake_toolchain --spawn_strategy=local >"$first.log" 2>&1 ||
  { cat "$first.log"; fail '--force_pic'; }
grep -q 'image of // kernel' "$first/bazel-bin/testing/bazel/rules/_sycl/app/images.o" || fail 'no images with --force_pic'

# command_lines TARGET FLAG...: the command lines of TARGET's actions, each on one line.
command_lines() {
  local target=$1
  shift
  nested_bazel "$first" aquery "deps(//testing/bazel/rules:$target)" --extra_toolchains=//testing/bazel/rules:fake_toolchain "$@" 2>&1 |
    sed -e ':join' -e '/\\$/{N;b join' -e '}' -e 's/\\\n *//g'
}
grep -q -- '-split=source' <<<"$(command_lines app --//toolchains:code_split=per_source)" || fail 'code_split setting'
grep -q -- '-exports=none' <<<"$(command_lines app)" || fail 'a program exports device functions'
grep -q -- '-exports=all' <<<"$(command_lines shared)" || fail 'a shared library exports no device functions'
# Functions that no shared library can define are looked for at the link of a program that loads none.
grep -q -- '-imports=none' <<<"$(command_lines app)" || fail 'undefined functions are not looked for'
grep -q -- '-imports=none' <<<"$(command_lines shared)" && fail 'undefined functions of a shared library'
grep -q -- '-imports=none' <<<"$(command_lines app --linkopt=-lm)" || fail 'libm has device code'
grep -q -- '-compress' <<<"$(command_lines nvidia)" || fail 'compress_images'
grep -q -- '-compress' <<<"$(command_lines app)" && fail 'compressed, and nobody asked'
grep -q -- '-compress' <<<"$(command_lines app --//toolchains:compress_images)" || fail 'compress_images setting'

# Warnings of the link are what the options of the program say, and of the command line.
# warnings_of TARGET FLAG...: the options of TARGET's post-link that are about warnings.
warnings_of() { echo $(command_lines "$@" | grep -o 'fake_post_link .*' | tr -d "'" | grep -o -e ' -[wW][^ ]*'); }
expect_warnings() { # OPTIONS TARGET FLAG...
  local expected=$1 given
  shift
  given=$(warnings_of "$@")
  [ "$given" = "$expected" ] || fail "$*: warnings: expected '$expected', got '$given'"
}
expect_warnings '' app
expect_warnings '-Werror=sycl-aspects -Wno-sycl-undefined -w' nvidia
expect_warnings '-Werror -Wno-sycl-aspects -Werror=sycl-aspects -Wno-sycl-undefined -w' nvidia --copt=-Werror --cxxopt=-Wno-sycl-aspects
expect_warnings '-Wno-sycl-aspects -Wno-sycl-undefined -Wno-error' app --copt=-Wno-everything --linkopt=-Wno-error --linkopt=-Wl,-w

# A source is compiled for devices as the mode and the command line say, like its host code.
# device_options TARGET SOURCE FLAG...: the device compilation of SOURCE on one line.
device_options() {
  local target=$1 source=$2
  shift 2
  command_lines "$target" "$@" | grep -o "fake_device_compiler -fsycl .*-c [^ ]*/$source.*" | tr -d "'"
}
has() { grep -qe " $2 " <<<"$1" || fail "device compilation: expected $2: $1"; }
has_not() { if grep -qe " $2 " <<<"$1"; then fail "device compilation: not expected $2: $1"; fi; }
options=$(device_options app a.cpp)
has_not "$options" -DNDEBUG
has_not "$options" -g
has "$options" -ffile-compilation-dir=.
options=$(device_options app a.cpp -c opt --features=asan --copt=-DONE=1 --copt=-U --copt=TWO --cxxopt=-std=c++20)
has "$options" -DNDEBUG
has "$options" -DONE=1
has "$options" '-U TWO'
has "$options" '-std=c++17 .* -std=c++20'
has "$options" -O2 # -O0 is for debuggers
has "$options" -fsanitize=address # of kernels for CPUs, too
has_not "$options" '-fno-omit-frame-pointer'
has "$(device_options app a.cpp --copt=-fsanitize=undefined --copt=-fno-sanitize=function)" '-fsanitize=undefined -fno-sanitize=function'
options=$(device_options app a.cpp --copt=-fprofile-instr-generate --copt=-fcoverage-mapping)
has "$options" '-fprofile-instr-generate -fcoverage-mapping'
has "$options" '-Xclang -fsycl-write-counters=[^ ]*/app/a.cpp.counters.bc'
has_not "$(device_options app a.cpp --copt=-fprofile-instr-generate)" '-Xclang'
has "$(device_options app a.cpp -c dbg)" -g

# Options of one half, and of the tools behind it.
# host_options TARGET SOURCE FLAG...: the host's compilation of SOURCE on one line.
host_options() {
  local target=$1 source=$2
  shift 2
  command_lines "$target" "$@" | grep -o "exec [^ ]*clang .*-c [^ ]*/$source.*" | tr -d "'"
}
settings=(--//toolchains:device_copts=-DDS,-O1 --//toolchains:host_copts=-DHS --//toolchains:backend_options=one=-last,three=-of-three)
options=$(device_options apart a.cpp "${settings[@]}")
has "$options" '-DBOTH -DDEVICE_testing/bazel/rules/a.cpp -DDS -O1'
has_not "$options" '-DH[^ ]*'
options=$(host_options apart a.cpp "${settings[@]}")
has "$options" '-DBOTH -DHOST -DHS'
has_not "$options" '-DD[^ ]*'
has "$(device_options apart b.cpp "${settings[@]}")" -DDS
# images_of_apart FLAG...: makes them; with which options, made_with CONFIG OPTIONS compares.
images_of_apart() {
  nested_bazel "$first" build //testing/bazel/rules:apart --output_groups=images --spawn_strategy=local \
    --extra_toolchains=//testing/bazel/rules:fake_toolchain --execution_log_json_file="$first.json" "$@" >"$first.log" 2>&1 || { cat "$first.log"; fail apart; }
  actions=$(executed "$first.json")
}
made_with() {
  local given
  given=$(grep -e "--target-config=[^ ]*$1" <<<"$actions" | head -n 1 | grep -o -e '--backend-option=[^ ]*' | xargs)
  [ "$given" = "$2" ] || fail "$1: expected '$2', got '$given'"
}
images_of_apart
made_with one.toml '--backend-option=one=-for-one --backend-option=one=-more'
made_with two.toml '--backend-option=three=-for-tool-chain'
images_of_apart "${settings[@]}"
made_with one.toml '--backend-option=one=-for-one --backend-option=one=-more --backend-option=one=-last'
made_with two.toml '--backend-option=three=-for-tool-chain --backend-option=three=-of-three'

# Checks are the rule's and the setting's, each once and in one order, for the rule and for all it depends on.
# expect_checks CHECKS TARGET FLAG...: of both sources; empty for none.
expect_checks() {
  local expected=$1 source given
  shift
  for source in a.cpp b.cpp; do
    given=$(device_options "$1" "$source" "${@:2}" | grep -o -e '-fsycl-check=[^ ]*' | cut -d= -f2)
    [ "$given" = "$expected" ] || fail "checks: $*: $source: expected '$expected', got '$given'"
    given=$(host_options "$1" "$source" "${@:2}" | grep -c -e ' -D__SYCL_CHECKS__=1 ') || true
    [ "$given" = "${expected:+1}" ] || [ "$given$expected" = 0 ] || fail "checks: $*: $source: the host's code: $given"
  done
}
everything=memory,uninitialized,races,barriers
expect_checks memory,races checks_two
expect_checks memory,races,barriers checks_two --//toolchains:checks=barriers,memory
expect_checks $everything checks_two --//toolchains:checks=all
expect_checks '' checks_nothing
expect_checks uninitialized checks_nothing --//toolchains:checks=uninitialized
expect_checks memory,races checks_nothing --//toolchains:checks=races,memory
expect_checks $everything checks_all_test_program
expect_checks $everything checks_all_test_program --//toolchains:checks=memory
has_not "$(host_options checks_two a.cpp --//toolchains:sycl=false)" -D__SYCL_CHECKS__=1

# Options for LLVM are for compilations, and for what generates the code of images.
llvm=(--copt=-mllvm --copt=-of-copt --copt=-Xclang --copt=-mllvm --copt=-not-one --linkopt=-mllvm=-of-link)
images_of_apart "${llvm[@]}"
given=$(grep -e '--target-config=[^ ]*two.toml' <<<"$actions" | head -n 1 | grep -o -e '-mllvm -of[^ ]*' | sort | xargs)
[ "$given" = '-mllvm -of-copt -mllvm -of-link' ] || fail "options for LLVM of images: $given"
options=$(device_options apart a.cpp "${llvm[@]}")
has "$options" '-mllvm -of-copt'
has_not "$options" '-not-one'

# Without SYCL nothing of ours runs: of one rule, and of all.
for plain in 'plain' 'apart --//toolchains:sycl=false' 'first --//toolchains:sycl=false' 'shared --//toolchains:sycl=false'; do
  lines=$(command_lines $plain)
  grep -q -e '-c [^ ]*/a.cpp' <<<"$lines" || fail "$plain: nothing is compiled: $lines"
  grep -e 'exec [^ ]*fake_' -e '-fsycl' -e '__FACET__' <<<"$lines" && fail "$plain: not without SYCL"
done
has "$(host_options apart a.cpp --//toolchains:sycl=false)" '-DBOTH -DHOST'

# What libraries may assume: nothing, unless the program says otherwise or they do.
# slices TARGET FLAG...: the targets that are known where TARGET's library b is compiled.
slices() {
  command_lines "$@" | grep -o 'fake_config target-macros .*/b/target_macros.h' | grep -o 'slices/[^.]*' | tr '\n' ' '
}
known=--//toolchains:targets=x86_64
[ "$(slices app)" = '' ] || fail "libraries of app: $(slices app)"
[ "$(slices app $known)" = '' ] || fail "a program that names targets itself: $(slices app $known)"
[ "$(slices specialized)" = 'slices/x86_64 ' ] || fail "specialized: $(slices specialized)"
[ "$(slices specialized_for_two)" = 'slices/x86_64 slices/emu_intel_gpu_dg1 ' ] || fail "devices: $(slices specialized_for_two)"
grep -q 'target-macros --slice [^ ]*slices/x86_64.toml -o [^ ]*/unnamed/target_macros.h' <<<"$(command_lines unnamed $known)" || fail 'targets setting'
has "$(device_options app b.cpp --//toolchains:device_if=headers)" -fsycl-device-if=late
has "$(device_options specialized b.cpp)" -fsycl-device-if=headers
has "$(device_options specialized_for_two b.cpp)" -fsycl-device-if=late
command_lines library_for_its_targets >"$TEST_TMPDIR/message" || fail "$(cat "$TEST_TMPDIR/message")"

# A library with images says whose device code they have. Who depends on it links the rest alone.
grep -q -e "fake_wrapper -allow-empty '-contains=//testing/bazel/rules:b' '-contains=//testing/bazel/rules:first' -o" <<<"$(command_lines first)" || fail "first: $(command_lines first)"
link=$(command_lines of_one_link)
[ "$(grep -c 'fake_device_link -o [^ ]*/of_one_link/linked.bc [^ ]*/of_one_link/a.cpp.bc)$' <<<"$(tr -d "'" <<<"$link")")" = 1 ] || fail "of_one_link: $link"
[ "$(grep -c 'fake_wrapper .*-contains=//testing/bazel/rules:b' <<<"$link")" = 1 ] || fail "of_one_link: $link"

# What select() knows of the setting.
selects() { command_lines selects "$@" | grep -o 'fake_device_compiler .*-c [^ ]*' | grep -o '[ab].cpp' | sort -u | grep . || echo none; }
[ "$(selects)" = a.cpp ] || fail "selects: $(selects)"
[ "$(selects --//toolchains:targets=spir64,intel_gpu_12_60_7)" = b.cpp ] || fail 'selects: an alias of a target'
[ "$(selects --//toolchains:targets=spir64_x86_64)" = none ] || fail 'selects: a family'

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
misuse device_by_label "devices: //testing/bazel/rules:one is a target that has a name: say 'one'"
misuse not_in_toolchain "the SYCL toolchain in use has no target 'spir64'"
misuse library_for_other_targets "//testing/bazel/rules:for_one is for one alone, and this program is for two: name that in"
misuse specialized_for_label "specialize_deps: libraries can be compiled for targets by name only, not by label: //testing/bazel/rules:one"
misuse no_source "source file '//testing/bazel/rules:fake_tool.sh' is misplaced here"
misuse of_two_links "device code of //testing/bazel/rules:b is linked by //testing/bazel/rules:\\(first and by //testing/bazel/rules:second\\|second and by //testing/bazel/rules:first\\): make it a sycl_cc_library"
misuse links_again "device code of //testing/bazel/rules:b is linked by //testing/bazel/rules:first and would be linked again: depend on"
misuse unknown_backend "backend_options: unknown SYCL target 'intel_gpu_pvx'; did you mean 'intel_gpu_pvc'"
unknown_check() { # TARGET CHECK FLAG...
  misuse "$1" "checks: unknown '$2'; known: memory, uninitialized, races, barriers, all" "${@:3}"
}
unknown_check misspelt_check_test race
unknown_check misspelt_check_of_library Memory
unknown_check checks_nothing memroy --//toolchains:checks=memroy
misuse plain_with_device_code '//testing/bazel/rules:b has device code, and this rule is without: sycl = False there'
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
