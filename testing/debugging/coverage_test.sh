#!/bin/bash
# coverage_test.sh: --coverage and -fcoverage-mapping count lines of kernels of the native CPU, with those of the host.
. testing/driver/driver.sh
cat >shared.hpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int elsewhere(int x);
inline int chosen(int x) {
  if (x > 5000) // comment
    return 1;   // never
  return 2;     // each
}
// The same kernel in two sources.
inline void fill(sycl::queue &queue, int *numbers, int count) {
  queue.parallel_for<class fill_kernel>(count, [=](sycl::id<1> i) {
    numbers[i] = chosen(i); // filled
  }).wait();
}
END
cat >a.cpp <<'END'
#include "shared.hpp"
#include <cstdio>
#include <cstdlib>
void other(sycl::queue &queue, int *numbers);
template <class T> void add(sycl::queue &queue, T *numbers) {
  queue.parallel_for(10, [=](sycl::id<1> i) {
    numbers[i] += T(1); // of a template
  }).wait();
}
int main(int argc, char **) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(1000, queue);
  queue.parallel_for(1000, [=](sycl::id<1> i) {
    int value = chosen(i);  // first
    if (i[0] < 10)          /* condition */
      value += 100;         // ten
    if (argc > 5)
      value = 0;            // not taken
    numbers[i] = value;
  }).wait();
  queue.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> item) {
    size_t i = item.get_local_id(0);
    numbers[i] = 0;                      // before the barrier
    sycl::group_barrier(item.get_group());
    for (int n = 0; n < 3; ++n)
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(numbers[i]) += n; // thrice
  }).wait();
  queue.single_task([=] { numbers[999] = elsewhere(numbers[998]); }).wait();
  fill(queue, numbers, 100);
  other(queue, numbers);
  float *floats = sycl::malloc_shared<float>(10, queue);
  add(queue, numbers);
  add(queue, floats);
  std::printf("%d\n", numbers[20]); // of the host
  if (argc > 1)
    std::exit(0); // without a return from main
}
END
cat >b.cpp <<'END'
#include "shared.hpp"
SYCL_EXTERNAL int elsewhere(int x) {
  if (x > 5)
    return 0; // not of another source
  return x;   // of another source
}
void other(sycl::queue &queue, int *numbers) {
  fill(queue, numbers, 50);
  queue.single_task([=] { numbers[0] = chosen(numbers[1]); }).wait(); // alone
}
END
# What a report says of the line that ends with a comment; llvm-cov shortens numbers.
counts() { # REPORT COMMENT COUNT WHAT
  local found
  found=$(grep -E "(//|/\*) $2( \*/)?\$" "$1" | head -1 | sed -E 's/^ *[0-9]+\| *([^|]*)\|.*/\1/; s/^ *([^ :]+):.*/\1/; s/^1\.00k$/1000/; s/^#####$/0/')
  [ "$found" = "$3" ] || fail "$4: '$2' is '$found', not $3 times: $(cat "$1")"
}

# gcov: files of the host and of the device, beside the objects.
mkdir gcov
gcov_build() { # OPTION...
  rm -f gcov/*
  compile --coverage "$@" -c a.cpp -o gcov/a.o >log 2>&1 && compile --coverage "$@" -c b.cpp -o gcov/b.o >>log 2>&1 &&
    compile --coverage "$@" gcov/a.o gcov/b.o -o gcov/program >>log 2>&1 || fail "gcov $*: $(cat log)"
  [ ! -s log ] || fail "gcov $*: messages: $(cat log)"
}
gcov_report() { # OF SOURCE
  llvm-cov gcov -t "gcov/$1-device.gcda" 2>log | awk -v source="$2" '/ 0:Source:/ { mine = $0 ~ "Source:" source "$" } mine' >report
}
check_gcov() { # RUNS WHAT
  gcov_report a a.cpp
  counts report 'first' $((1000 * $1)) "$2"
  counts report 'condition' $((1000 * $1)) "$2"
  counts report 'ten' $((10 * $1)) "$2"
  counts report 'not taken' 0 "$2"
  counts report 'before the barrier' $((64 * $1)) "$2"
  counts report 'of the host' - "$2"
  gcov_report b b.cpp
  counts report 'not of another source' 0 "$2"
  counts report 'of another source' "$1" "$2"
}
gcov_build
[ "$(gcov/program)" = 2 ] || fail "gcov: the program's output"
check_gcov 1 "gcov"
llvm-cov gcov -t gcov/a.gcda >report 2>&1
counts report 'of the host' 1 "gcov of the host"
gcov/program one >out && gcov/program >out || fail "gcov: run again"
check_gcov 3 "gcov, three runs"
# Each kernel in an image of its own, two kinds of images of each, and whatever the host optimizes.
gcov_build -O2 -fsycl-device-code-split=per_kernel -fsycl-targets=x86_64,emu_intel_gpu_dg1
gcov/program >out || fail "gcov, split: run"
check_gcov 1 "gcov, split"

# Source coverage: one file, and the program is all that llvm-cov needs.
check_mapping() { # PROGRAM WHAT
  rm -f ./*.profraw
  LLVM_PROFILE_FILE=$PWD/mine.profraw "$1" >out 2>&1 || fail "$2: $(cat out)"
  [ "$(echo ./*.profraw)" = ./mine.profraw ] || fail "$2: files $(echo ./*.profraw)"
  llvm-profdata merge mine.profraw -o data >log 2>&1 && llvm-cov show "$1" -instr-profile=data a.cpp >report 2>>log || fail "$2: $(cat log)"
  [ ! -s log ] || fail "$2: messages: $(cat log)"
  counts report 'first' 1000 "$2"
  counts report 'condition' 1000 "$2"
  counts report 'ten' 10 "$2"
  counts report 'not taken' 0 "$2"
  counts report 'before the barrier' 64 "$2"
  counts report 'thrice' 192 "$2"
  counts report 'of a template' 20 "$2"
  counts report 'of the host' 1 "$2"
  llvm-cov show "$1" -instr-profile=data shared.hpp >report
  counts report 'comment' 1.15k "$2"
  counts report 'never' 0 "$2"
  counts report 'filled' 150 "$2"
  llvm-cov show "$1" -instr-profile=data b.cpp >report
  counts report 'not of another source' 0 "$2"
  counts report 'of another source' 1 "$2"
  counts report 'alone' 1 "$2"
}
mapping() { # WHAT OPTION...
  local what=$1
  shift
  compile -fprofile-instr-generate -fcoverage-mapping "$@" a.cpp b.cpp -o mapped >log 2>&1 || fail "$what: $(cat log)"
  [ ! -s log ] || fail "$what: messages: $(cat log)"
  check_mapping ./mapped "$what"
}
mapping "mapping"
mapping "mapping, early and split" -O2 -g -fsycl-device-if=early -fsycl-device-code-split=per_kernel
# Without the host's part of another source: images of b.cpp are made with b.o, and its SYCL_EXTERNAL function is found when the program runs.
mapping "mapping, no relocatable device code" -fno-sycl-rdc
# The function and its counters are in a shared library.
compile -fprofile-instr-generate -fcoverage-mapping -shared -fPIC b.cpp -o libb.so >log 2>&1 &&
  compile -fprofile-instr-generate -fcoverage-mapping a.cpp -L. -lb -Wl,-rpath,. -o dynamic >>log 2>&1 || fail "mapping, shared library: $(cat log)"
rm -f ./*.profraw
LLVM_PROFILE_FILE=mine-%m.profraw ./dynamic >out 2>&1 || fail "mapping, shared library: $(cat out)"
llvm-profdata merge mine-*.profraw -o data && llvm-cov show ./dynamic -object libb.so -instr-profile=data b.cpp >report || fail "mapping, shared library: no report"
counts report 'of another source' 1 "mapping, shared library"
counts report 'alone' 1 "mapping, shared library"

# Devices that cannot reach counters of the host do without; one message says so.
sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64,nvidia_gpu_sm_80,amd_gpu_gfx90a --coverage a.cpp b.cpp -o mixed >log 2>&1 || fail "other targets: $(cat log)"
[ "$(cat log)" = "sycl-clang++: warning: kernels for spir64, nvidia_gpu_sm_80, amd_gpu_gfx90a are compiled without '--coverage' [-Wunused-command-line-argument]" ] || fail "message for other targets: $(cat log)"
finish
