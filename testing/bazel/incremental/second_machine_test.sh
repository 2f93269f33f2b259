#!/bin/bash
# The README's example, built by a second machine (another checkout, output root, home folder and user) that
# shares nothing with the first but a remote cache: no action runs, and the program runs there.
set -eu
. testing/bazel/nested.sh
. testing/bazel/nginx.sh
. testing/bazel/incremental/real_workspace.sh
start_cache "$TEST_TMPDIR/cache"
example=(//real:example --disk_cache= "--remote_cache=$cache_url")

first=$TEST_TMPDIR/first
workspace "$first"
timed "$first" 'first machine' "${example[@]}"
expect 2 '^SyclDeviceCompile run' 'first machine'
images=$(count '^CppCompile run .*--target-config=')
[ "$images" -ge 14 ] || fail "first machine: $images images"
actions_of_first=$(count ' run ')
grep -q '^PUT /cas/[0-9a-f]* 201' "$TEST_TMPDIR/cache/log" || fail "nothing put: $(tail "$TEST_TMPDIR/cache/log")"

second=$TEST_TMPDIR/elsewhere/of/second
mkdir -p "$TEST_TMPDIR/elsewhere/of"
workspace "$second"
nested_as=("${as_somebody[@]}") nested_home=$TEST_TMPDIR/elsewhere/home
mkdir -p "$nested_home"
: >"$TEST_TMPDIR/cache/log"
timed "$second" 'second machine' "${example[@]}"
expect 0 ' run ' 'second machine: everything comes from the cache'
expect "$actions_of_first" ' hit ' 'second machine: everything comes from the cache'
grep -q '^PUT' "$TEST_TMPDIR/cache/log" && fail "the second machine puts: $(grep '^PUT' "$TEST_TMPDIR/cache/log")"
grep -q '^GET /cas/[0-9a-f]* 200' "$TEST_TMPDIR/cache/log" || fail "nothing got: $(tail "$TEST_TMPDIR/cache/log")"

cmp "$first/bazel-bin/real/example" "$second/bazel-bin/real/example" || fail 'two programs'
program=$(readlink -f "$second/bazel-bin/real/example")
output=$("${as_somebody[@]}" env SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 "$program") || fail "the example: $output"
grep -q 'vector add (int)  *correct' <<<"$output" || fail "the example: $output"
grep -q "double  *refused: Kernel 'DoublePrecision'" <<<"$output" || fail "the example: $output"

nested_bazel "$second" shutdown >/dev/null 2>&1
nested_as=() nested_home=$TEST_TMPDIR
nested_bazel "$first" shutdown >/dev/null 2>&1
stop_cache
echo PASSED
