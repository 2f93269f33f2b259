#!/bin/bash
# workspace_benchmark.sh LIBRARIES SOURCES KERNELS: how long builds of a large workspace take, and which actions they run.
#
# For four targets: the first build, one without a change, with one kernel changed, with a target more, of a second program
# over the same libraries, and of programs that share their images. Prints a table; fails if other actions than those that
# have to are run. The numbers of docs/performance.md are of it.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh

libraries=$1 sources=$2 kernels=$3
all=$((libraries * sources))
directory=$TEST_TMPDIR/large
workspace "$directory"
bash testing/benchmarks/bazel/generate.sh "$directory/real/large" "$libraries" "$sources" "$kernels" \
  //real:x86_64 //real:spir64 //real:nvidia_gpu_sm_80 //real:intel_gpu_dg1

# measured WHAT TARGET…: builds, and prints a row: seconds, actions, of these ahead of time, seconds of the critical path.
measured() {
  local what=$1 start aot
  shift
  start=$(date +%s%N)
  build "$directory" "$@" --disk_cache= "${flags[@]}"
  aot=$(count '^CppCompile run .*--target-config=')
  printf '| %s | %s | %s | %s | %s |\n' "$what" $((($(date +%s%N) - start) / 1000000000)) "$(count ' run ')" "$aot" \
    "$(sed -n 's/.*Critical Path: \([0-9.]*\)s.*/\1/p' "$directory.log")"
}
# Programs that are copied elsewhere find oneTBB here.
run_path=$external/onetbb/rt
# Long command lines are files of arguments, also those of small workspaces here.
flags=(--min_param_file_size=200)

echo "$libraries libraries of $sources sources of $kernels kernels, 4 targets, $(nproc) cores"
echo '| build | s | actions | ahead of time | critical path, s |'
measured 'first' //real/large:one
expect "$all" '^SyclDeviceCompile run .*/source_' 'first'
modules=$(find "$directory/bazel-bin/real/large/_sycl/one/modules/" -type f | wc -l)
[ "$modules" -ge "$all" ] || fail "$modules modules of $all sources"
expect $((4 * modules)) '^CppCompile run .*--target-config=' 'first'
expect 1 '^SyclDeviceLink run  *[^ ]* @' 'a file of arguments'
output=$("$directory/bazel-bin/real/large/one") || fail "the program: $output"
sum=$((0))
for ((k = 2; k <= kernels + 1; ++k)); do sum=$((sum + (63 / k + 1) * all)); done
[ "$output" = "kernels $((all * kernels)), sum $sum" ] || fail "the program: $output, not $sum"

measured 'no change' //real/large:one
expect 0 ' run ' 'no change'

sed -i '0,/ == 0 ? 1/s// == 0 ? 2 - 1/' "$directory/real/large/library_1/source_1_1.cpp"
measured 'a source changed, its kernels are the same' //real/large:one
expect 0 '^CppCompile run .*--target-config=' 'the same kernels'

sed -i '0,/ == 0 ? 2 - 1/s// == 0 ? 3/' "$directory/real/large/library_1/source_1_1.cpp"
measured 'a kernel changed' //real/large:one
expect 1 '^SyclDeviceCompile run' 'a kernel changed'
expect 4 '^CppCompile run .*--target-config=' 'a kernel changed: its module for each target'

sed -i 's|^TARGETS = \[|&"//real:amd_gpu_gfx90a", |' "$directory/real/large/BUILD.bazel"
measured 'a target added' //real/large:one
expect 0 '^SyclDeviceCompile run' 'a target added'
expect "$modules" '^CppCompile run .*--target-config=' 'a target added: each module for it'

measured 'a second program' //real/large:two
expect 0 '^SyclDeviceCompile run .*/source_' 'a second program'

measured 'a program with a sycl_cc_library' //real/large:three
measured 'a second program with it' //real/large:four
expect 0 '^Sycl' 'a second program with the same images'
expect 0 '^CppCompile run .*--target-config=' 'a second program with the same images'
output=$("$directory/bazel-bin/real/large/four") || fail "the program: $output"
[[ $output == "kernels $((all * kernels)), sum "* ]] || fail "the program: $output"

# Compressed images: another wrapping and link, and a program that decompresses what it runs.
program=$directory/bazel-bin/real/large/one
cp "$program" "$TEST_TMPDIR/plain"
measured 'images compressed' //real/large:one --//toolchains:compress_images
expect 0 '^CppCompile run .*--target-config=' 'images compressed'
cp "$program" "$TEST_TMPDIR/compressed"
# milliseconds PROGRAM
milliseconds() {
  local start
  start=$(date +%s%N)
  LD_LIBRARY_PATH=$run_path ONEAPI_DEVICE_SELECTOR='native_cpu:*' "$1" >"$TEST_TMPDIR/printed" || fail "$1: $(cat "$TEST_TMPDIR/printed")"
  [[ $(cat "$TEST_TMPDIR/printed") == "kernels $((all * kernels)), sum "* ]] || fail "$1: $(cat "$TEST_TMPDIR/printed")"
  echo $((($(date +%s%N) - start) / 1000000))
}
for kind in plain compressed plain compressed compressed plain plain compressed compressed plain; do
  milliseconds "$TEST_TMPDIR/$kind" >>"$TEST_TMPDIR/times_of_$kind"
done
for kind in plain compressed; do
  echo "$kind: program $(stat -c %s "$TEST_TMPDIR/$kind") bytes, all kernels run in $(sort -n "$TEST_TMPDIR/times_of_$kind" | head -1) ms at best"
done
[ "$(stat -c %s "$TEST_TMPDIR/compressed")" -lt "$(stat -c %s "$TEST_TMPDIR/plain")" ] || fail 'compressed images are not smaller'
nested_bazel "$directory" shutdown >/dev/null 2>&1
echo PASSED
