#!/bin/bash
# With the real tools: touching one target's configuration makes that target's images again and nothing
# else; another checkout and output root takes everything from the cache, and without the cache makes the
# same bytes.
set -eu
. testing/bazel/nested.sh
tools="compiler/driver/sycl-clang++ config/compiler/facet-config postlink/aot/sycl-aot
  postlink/link/sycl-device-link postlink/tool/sycl-post-link postlink/wrapper/sycl-offload-wrapper"

workspace() {
  nested_workspace "$1"
  mkdir -p "$1/real/tools" "$1/real/targets"
  local tool
  for tool in $tools; do
    printf '#!/bin/bash\nexec %q "$@"\n' "$PWD/$tool" >"$1/real/tools/${tool##*/}"
    chmod +x "$1/real/tools/${tool##*/}"
  done
  cp -L testing/bazel/incremental/nested.BUILD "$1/real/BUILD.bazel"
  cp -L testing/bazel/incremental/program.cpp "$1/real/"
  cp -L config/targets/*.toml "$1/real/targets/"
  cp -L postlink/aot/device_library/*.bc "$1/real/"
  cp -rL headers "$1/real/headers"
  rm -rf "$1/headers" "$1/compiler" "$1/config" "$1/postlink"
  find "$1/real/headers" -name 'BUILD*' -delete
  chmod -R u+w "$1/real"
}

# build DIR [FLAG...]: builds, and leaves the list of actions in $actions.
build() {
  local workspace=$1
  shift
  nested_bazel "$workspace" build //real:program --output_groups=wrapped_images "$@" \
    --extra_toolchains=//real:toolchain --spawn_strategy=local \
    --execution_log_json_file="$workspace.json" >"$workspace.log" 2>&1 || { cat "$workspace.log"; fail build; }
  actions=$(executed "$workspace.json")
}

count() { grep -c -- "$1" <<<"$actions" || true; }

# expect COUNT PATTERN WHAT
expect() {
  [ "$(count "$2")" = "$1" ] || fail "$3: expected $1 actions '$2', got $(count "$2") of: $(cut -c1-300 <<<"$actions")"
}

first=$TEST_TMPDIR/first
workspace "$first"
build "$first" --disk_cache="$disk_cache"
modules=$(count '^CppCompile run .*slices/x86_64.toml')
[ "$modules" -ge 2 ] || fail "only $modules modules: $actions"
expect $((3 * modules)) '^CppCompile run .*--target-config=' 'one action per module and target'

# change KEY VALUE: in the entry of intel_gpu_dg1
change() {
  sed -i '/^name = "intel_gpu_dg1"/,/^\[\[/ s/^'"$1 = .*/$1 = $2/" "$first"/real/targets/intel_gpu.toml
  build "$first" --disk_cache="$disk_cache"
  expect "$modules" '^CppCompile run .*slices/intel_gpu_dg1.toml' "$1 changed: the images of its target"
  expect "$modules" '^CppCompile' "$1 changed: no other images"
  expect 0 '^Sycl\(DeviceCompile\|DeviceLink\|PostLink\)' "$1 changed: nothing before"
}

change max_work_group_size 128
expect 0 '^SyclOffloadWrap' 'a change that leaves images as they were'
change aot_device '"tgllp"'
expect 1 '^SyclOffloadWrap run' 'a change of images'

second=$TEST_TMPDIR/elsewhere/second
mkdir -p "$TEST_TMPDIR/elsewhere"
cp -r "$first" "$second"
rm -f "$second"/bazel-*
build "$second" --disk_cache="$disk_cache"
expect 0 ' run ' 'another checkout and output root, same cache'

third=$TEST_TMPDIR/third
cp -r "$first" "$third"
rm -f "$third"/bazel-*
build "$third" --disk_cache=
expect 0 ' hit ' 'no cache'
for file in linked.bc images.o; do
  cmp "$first/bazel-bin/real/_sycl/program/$file" "$third/bazel-bin/real/_sycl/program/$file" ||
    fail "$file is not the same in another checkout"
done
for directory in "$first" "$second" "$third"; do nested_bazel "$directory" shutdown >/dev/null 2>&1; done
echo PASSED
