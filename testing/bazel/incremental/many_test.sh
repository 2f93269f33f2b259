#!/bin/bash
# A program of forty sources for six targets: a change of one source reruns its compilations, the links, and
# the images of its module, nothing else; a second machine (another checkout, output root and user) that
# shares nothing but a remote cache runs no action at all.
set -eu
. testing/bazel/nested.sh
. testing/bazel/nginx.sh
. testing/bazel/incremental/real_workspace.sh

start_cache "$TEST_TMPDIR/cache"
cache=(--disk_cache= "--remote_cache=$cache_url")

first=$TEST_TMPDIR/first
workspace "$first"
mkdir -p "$first/real/many"
for i in $(seq 39); do
  cat >"$first/real/many/source_$i.cpp" <<END
template <class Name, class Kernel> [[clang::sycl_kernel_entry_point(Name)]] void launch(Kernel kernel) { kernel(); }
class Kernel$i;
void run_$i(int *p) {
  launch<Kernel$i>([=] { *p = $i; });
}
END
done
echo 'int main() {}' >"$first/real/many/main.cpp"

# timed DIR: builds, says what ran, and how long it took.
timed() {
  local start=$SECONDS
  build "$1" //real:many "${cache[@]}"
  echo "$2: $((SECONDS - start)) s, $(count ' run ') actions run, $(count ' hit ') from the cache"
}

timed "$first" 'first machine'
expect 40 '^SyclDeviceCompile run' 'first machine'
expect 234 '^CppCompile run .*--target-config=' 'first machine: 39 modules for 6 targets'

sed -i 's/= 7;/= 70;/' "$first/real/many/source_7.cpp"
timed "$first" 'one source changed'
expect 1 '^SyclDeviceCompile run .*source_7.cpp' 'one source changed'
expect 1 '^CppCompile run .*-c real/many/source_7.cpp' 'one source changed'
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
timed "$second" 'second machine'
expect 0 ' run ' 'second machine: everything comes from the cache'
for directory in "$first" "$second"; do nested_bazel "$directory" shutdown >/dev/null 2>&1; done
echo PASSED
