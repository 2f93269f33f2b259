#!/bin/bash
# many_test.sh SOURCES: a program of so many sources for six targets: a change of one source reruns its compilations, the links, and
# the images of its module, nothing else; a second machine (another checkout, output root and user) that
# shares nothing but a remote cache runs no action at all.
set -eu
. testing/bazel/nested.sh
. testing/bazel/nginx.sh
. testing/bazel/incremental/real_workspace.sh

start_cache "$TEST_TMPDIR/cache"
many=(//real:many --disk_cache= "--remote_cache=$cache_url")

first=$TEST_TMPDIR/first
workspace "$first"
mkdir -p "$first/real/many"
sources=$1 modules=$(($1 - 1)) # main.cpp has no kernel
for i in $(seq "$modules"); do
  cat >"$first/real/many/source_$i.cpp" <<END
template <class Name, class Kernel> [[clang::sycl_kernel_entry_point(Name)]] void launch(Kernel kernel) { kernel(); }
class Kernel$i;
void run_$i(int *p) {
  launch<Kernel$i>([=] { *p = $i; });
}
END
done
echo 'int main() {}' >"$first/real/many/main.cpp"

timed "$first" 'first machine' "${many[@]}"
expect "$sources" '^SyclDeviceCompile run' 'first machine'
expect $((6 * modules)) '^CppCompile run .*--target-config=' 'first machine: each module for 6 targets'

sed -i 's/= 3;/= 30;/' "$first/real/many/source_3.cpp"
timed "$first" 'one source changed' "${many[@]}"
expect 1 '^SyclDeviceCompile run .*source_3.cpp' 'one source changed'
expect 1 '^CppCompile run .*-c real/many/source_3.cpp' 'one source changed'
expect 1 '^SyclDeviceLink run' 'one source changed'
expect 1 '^SyclPostLink run' 'one source changed'
expect 6 '^CppCompile run .*--target-config=' 'one source changed: its module for each target'
expect 1 '^SyclOffloadWrap run' 'one source changed'
expect 1 '^CppLink run' 'one source changed'
expect 12 ' run ' 'one source changed: nothing else'

second=$TEST_TMPDIR/elsewhere/second
mkdir -p "$TEST_TMPDIR/elsewhere"
cp -r "$first" "$second"
rm -f "$second"/bazel-*
nested_as=("${as_somebody[@]}") nested_home=$TEST_TMPDIR/elsewhere/home
mkdir -p "$nested_home"
timed "$second" 'second machine' "${many[@]}"
expect 0 ' run ' 'second machine: everything comes from the cache'
for directory in "$first" "$second"; do nested_bazel "$directory" shutdown >/dev/null 2>&1; done
echo PASSED
