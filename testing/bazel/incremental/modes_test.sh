#!/bin/bash
# A program is built and runs in each mode, one kernel refused by its device; host and devices see the same macros;
# the address sanitizer finds what host code and kernels do wrong.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
workspace=$TEST_TMPDIR/workspace
workspace "$workspace"
cat >"$workspace/real/mode.cpp" <<'CPP'
// What the first kernel captures depends on the mode. With an argument, host code writes behind its numbers; with two
// a kernel does so.
#include <cstdio>
#include <sycl/sycl.hpp>
#ifdef NDEBUG
#define IN_DEBUG(code)
#else
#define IN_DEBUG(code) code
#endif
int main(int count, char **) {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  int mode = 0, value = 5;
  IN_DEBUG(mode = 100;)
  queue.single_task([=] { *number = value; IN_DEBUG(*number += mode;) }).wait();
  std::printf("%s %s ", mode ? "debug" : "release", *number == mode + value ? "agreed" : "disagreed");
  try {
    queue.single_task([=] { *number = static_cast<int>(*number * 0.3); }).wait();
    std::puts("ran");
  } catch (const sycl::exception &e) {
    std::puts(e.code() == sycl::errc::kernel_not_supported ? "refused" : e.what());
  }
  int *numbers = new int[3];
  numbers[count == 2 ? 3 : 2] = 1;
  delete[] numbers;
  int *shared = sycl::malloc_shared<int>(3, queue);
  int index = count;
  queue.single_task([=] { shared[index] = 1; }).wait();
  sycl::free(shared, queue);
}
CPP

# mode EXPECTED FLAG...: builds and runs it.
program=$workspace/bazel-bin/real/mode
images=$workspace/bazel-bin/real/_sycl/mode/images.o
mode() {
  local expected=$1 output
  shift
  build "$workspace" //real:mode --disk_cache="$disk_cache" "$@"
  output=$(SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 "$program") || fail "$*: $output"
  [ "$output" = "$expected" ] || fail "$*: $output"
}
sections() { "$runfiles/debian_clang/bin/llvm-readelf" -S "$program"; }

mode 'debug agreed refused' -c fastbuild
sections | grep -q '\.debug_info' && fail '-c fastbuild: debugging information'
grep -q '\.debug_info' "$images" && fail '-c fastbuild: debugging information in images'

# The images are ELF files for the CPU.
mode 'debug agreed refused' -c dbg
sections | grep -q '\.debug_info' || fail '-c dbg: no debugging information'
grep -q '\.debug_info' "$images" || fail '-c dbg: no debugging information in images'

mode 'release agreed refused' -c opt --force_pic
expect 1 '^CppCompile.* -O2 .* -c real/mode.cpp' '-c opt'
grep -q '/mode\.pic\.o' "$program-2.params" || fail "--force_pic: $(cat "$program-2.params")"
grep -q '/mode\.o' "$program-2.params" && fail "--force_pic: $(cat "$program-2.params")"

# Options of the machine, whose processor lacks what others have; and options of a build with which the SYCL headers have errors,
# where the rule says better.
mode 'debug agreed refused' --copt=-march=native
mode 'debug agreed refused' --cxxopt=-std=c++14 --//toolchains:host_copts=-std=c++17 --//toolchains:device_copts=-std=c++17
expect 1 '^SyclPrecompile run .*-std=c++14' 'C++14: the headers that others may use'

mode 'debug agreed refused' --config=asan
expect 1 '^CppCompile.* -fsanitize=address .* -c real/mode.cpp' 'asan'
message=$(SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 "$program" more 2>&1) && fail 'asan: an overflow is not found'
grep -q 'ERROR: AddressSanitizer: heap-buffer-overflow' <<<"$message" || fail "asan: $message"
beyond_in_kernel() {
  message=$(SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 "$program" in kernel 2>&1) && fail "$1: an overflow of a kernel is not found"
  grep -q 'ERROR: AddressSanitizer: heap-buffer-overflow' <<<"$message" || fail "$1: $message"
}
beyond_in_kernel asan

mode 'debug agreed refused' --copt=-fsanitize=address --linkopt=-fsanitize=address
beyond_in_kernel --copt
nested_bazel "$workspace" shutdown >/dev/null 2>&1
echo PASSED
