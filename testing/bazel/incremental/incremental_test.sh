#!/bin/bash
# With the real tools: touching one target's configuration makes that target's images again and nothing
# else; another checkout and output root takes everything from the cache, and without the cache makes the
# same bytes.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
program=(//real:program --output_groups=wrapped_images)

first=$TEST_TMPDIR/first
workspace "$first"
build "$first" "${program[@]}" --disk_cache="$disk_cache"
modules=$(count '^CppCompile run .*slices/x86_64.toml')
[ "$modules" -ge 2 ] || fail "only $modules modules: $actions"
expect $((3 * modules)) '^CppCompile run .*--target-config=' 'one action per module and target'

# change KEY VALUE: in the entry of intel_gpu_dg1
change() {
  sed -i '/^name = "intel_gpu_dg1"/,/^\[\[/ s/^'"$1 = .*/$1 = $2/" "$first"/real/targets/intel_gpu.toml
  build "$first" "${program[@]}" --disk_cache="$disk_cache"
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
build "$second" "${program[@]}" --disk_cache="$disk_cache"
expect 0 ' run ' 'another checkout and output root, same cache'

third=$TEST_TMPDIR/third
cp -r "$first" "$third"
rm -f "$third"/bazel-*
build "$third" "${program[@]}" --disk_cache=
expect 0 ' hit ' 'no cache'
for file in linked.bc images.o; do
  cmp "$first/bazel-bin/real/_sycl/program/$file" "$third/bazel-bin/real/_sycl/program/$file" ||
    fail "$file is not the same in another checkout"
done
for directory in "$first" "$second" "$third"; do nested_bazel "$directory" shutdown >/dev/null 2>&1; done
echo PASSED
