#!/bin/bash
# process_test.sh: what programs do to their process: the libraries that they load, and what they do after a fork.
. testing/driver/driver.sh

cat >program.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
int twice(int x) {
  sycl::queue queue{sycl::property::queue::in_order()};
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = 2 * x; });
  queue.submit([&](sycl::handler &h) { h.host_task([=] { ++*result; }); });
  queue.wait();
  const int value = *result;
  sycl::free(result, queue);
  return value;
}
int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "select")  // and the device is the one that a selector of the user's selects
    return sycl::device(sycl::cpu_selector_v) !=
           sycl::device([](const sycl::device &d) { return sycl::cpu_selector_v(d); });
  if (what == "list")
    return sycl::device::get_devices().empty();
  if (what == "use")
    return std::printf("%d\n", twice(3)), 0;
  if (what != "early" && what != "late")
    return 0;
  if (what == "late")
    std::printf("%d\n", twice(1));
  std::fflush(stdout);
  const pid_t child = fork();
  if (child != 0) {
    int status = 0;
    waitpid(child, &status, 0);
    return std::printf("parent %d\n", twice(2)), WEXITSTATUS(status);
  }
  try {
    std::printf("child %d\n", twice(5));
  } catch (const sycl::exception &e) {
    std::printf("child: %s\n", e.what());
    std::fflush(stdout);
    _exit(3);
  }
}
EOF
sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64 program.cpp -o program || fail 'linking'
sycl-clang++ -fsycl -fsycl-targets=x86_64 program.cpp -o cpu_program || fail 'linking for CPUs alone'

# loads_none WHAT COMMAND…: no driver, and no loader of drivers.
loads_none() {
  local what=$1
  shift
  LD_DEBUG=libs LD_DEBUG_OUTPUT=$PWD/debug "$@" >out 2>&1 || fail "$what: $(cat out)"
  grep -q 'calling init: .*libstdc' debug.* || fail "$what: nothing is known of libraries"
  grep -hE 'find library=(libcuda|libamdhip|libze_|libOpenCL|libnvidia|libigdrcl|libpocl)' debug.* && fail "$what: looks for a driver"
  rm -f debug.*
}
unset ONEAPI_DEVICE_SELECTOR SYCL_DEVICE_EMULATION
loads_none 'a program that uses nothing' ./program
loads_none 'a program on the native CPU' env 'ONEAPI_DEVICE_SELECTOR=native_cpu:*' ./program use
[ "$(cat out)" = 7 ] || fail "a program on the native CPU: $(cat out)"
# Drivers whose devices could run no image of the program are not asked before all devices are.
loads_none 'a program for CPUs alone' ./cpu_program use
[ "$(cat out)" = 7 ] || fail "a program for CPUs alone: $(cat out)"
# asks LIBRARY ARGUMENT…: whether the program that runs on CPUs and by SPIR-V looks for that library.
asks() {
  local library=$1
  shift
  LD_DEBUG=libs LD_DEBUG_OUTPUT=$PWD/debug SYCL_CUDA_LIBRARY=libcuda_of_nobody.so \
    SYCL_OPENCL_LIBRARY=libopencl_of_nobody.so ./program "$@" >out 2>&1 || fail "$*: $(cat out)"
  grep -qh "find library=$library" debug.*
  local found=$?
  rm -f debug.*
  return $found
}
asks libopencl_of_nobody.so use || fail 'a driver of the images is not asked'
[ "$(cat out)" = 7 ] || fail "a program whose drivers have no devices: $(cat out)"
asks libcuda_of_nobody.so use && fail 'a driver without images is asked'
asks libcuda_of_nobody.so list || fail 'a list of devices without asking each driver'
asks libcuda_of_nobody.so select || fail "another selector is not called with each device"

export 'ONEAPI_DEVICE_SELECTOR=native_cpu:*'
for round in 1 2 3 4 5; do
  output=$(timeout 60 ./program early 2>&1) || fail "fork before the first use: $? $output"
  [ "$output" = $'child 11\nparent 5' ] || fail "fork before the first use: $output"
  output=$(timeout 60 ./program late 2>&1)
  [ $? = 3 ] || fail "fork after the first use: $output"
  grep -q '^child: this process was made by fork() after SYCL was used' <<<"$output" && grep -q '^parent 5' <<<"$output" ||
    fail "fork after the first use: $output"
done
finish
