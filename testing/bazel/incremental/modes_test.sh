#!/bin/bash
# The README's example is built and runs in each mode; the address sanitizer finds what a program does wrong.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
workspace=$TEST_TMPDIR/workspace
workspace "$workspace"
cat >"$workspace/real/overflow.cpp" <<'CPP'
#include <sycl/sycl.hpp>
int main(int count, char **) {
  sycl::queue queue;
  int *numbers = new int[3];
  queue.single_task([] {}).wait();
  numbers[2 + count] = 1; // the fourth of three
  delete[] numbers;
}
CPP

cat >"$workspace/real/assertions.cpp" <<'CPP'
// A kernel whose captures depend on the mode, on both sides alike.
#include <sycl/sycl.hpp>
#ifdef NDEBUG
#define IN_DEBUG(code)
#else
#define IN_DEBUG(code) code
#endif
int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  int mode = 0, value = 5;
  IN_DEBUG(mode = 100;)
  queue.single_task([=] { *number = value; IN_DEBUG(*number += mode;) }).wait();
  return *number == mode + value ? 0 : 1;
}
CPP

# mode FLAG...: leaves the example's path in $example.
mode() {
  build "$workspace" //real:cpu_example //real:assertions --disk_cache="$disk_cache" "$@"
  example=$workspace/bazel-bin/real/cpu_example
  local output
  output=$(SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 "$example") || fail "$*: $output"
  grep -q 'vector add (int)  *correct' <<<"$output" || fail "$*: $output"
  grep -q "double  *refused: Kernel 'DoublePrecision'" <<<"$output" || fail "$*: $output"
  "$workspace/bazel-bin/real/assertions" || fail "$*: host and device disagree about the mode"
}

# Its header, sections and symbols.
symbols() { "$runfiles/debian_clang/bin/llvm-readelf" -hS --symbols "$example"; }

mode -c fastbuild
fastbuild=$(symbols)
mode -c dbg
symbols | grep -q '\.debug_info' || fail '-c dbg: no debugging information'
# In the images of the program, too: they are ELF files for the CPU.
images=$workspace/bazel-bin/real/_sycl/cpu_example/images.o
grep -q '\.debug_info' "$images" || fail '-c dbg: no debugging information in images'
expect 0 '^CppCompile.* -DNDEBUG.* -c real/example' '-c dbg'
mode -c opt
expect 2 '^CppCompile.* -O2 .* -c real/example' '-c opt'
grep -q '\.debug_info' "$images" && fail '-c opt: debugging information in images'
grep -q '\.debug_info' <<<"$fastbuild" && fail '-c fastbuild: debugging information'
mode --force_pic
grep -q '/main\.pic\.o' "$example-2.params" || fail "--force_pic: $(cat "$example-2.params")"
grep -q '/main\.o' "$example-2.params" && fail "--force_pic: $(cat "$example-2.params")"
mode --config=asan
expect 2 '^CppCompile.* -fsanitize=address .* -c real/example' 'asan'

build "$workspace" //real:overflow --disk_cache="$disk_cache" --features=asan
message=$("$workspace/bazel-bin/real/overflow" 2>&1) && fail 'asan: an overflow is not found'
grep -q 'ERROR: AddressSanitizer: heap-buffer-overflow' <<<"$message" || fail "asan: $message"
nested_bazel "$workspace" shutdown >/dev/null 2>&1
echo PASSED
