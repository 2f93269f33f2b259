#!/bin/bash
# sanitizers_test.sh: -fsanitize=address and undefined check the host and kernels of the native CPU, in one program each.
. testing/driver/driver.sh
cat >faults.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cassert>
#include <cstdio>
#include <cstdlib>
constexpr int size = 8;
int main(int, char **argv) {
  sycl::queue queue;
  int which = std::atoi(argv[1]);
  int *numbers = sycl::malloc_shared<int>(size, queue);
  for (int i = 0; i < size; ++i)
    numbers[i] = i;
  sycl::buffer<int> buffer(size);
  int big = 0x7fffffff;
  auto submit = [&](auto kernel) { queue.parallel_for(sycl::nd_range<1>(size, 4), kernel).wait(); };
  if (which == 1)
    submit([=](sycl::nd_item<1> item) {
      assert(item.get_global_range(0) == size); // both sanitizers have a word on what does not return
      numbers[item.get_global_id(0) + which] = 1; // beyond USM
    });
  if (which == 2)
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor values(buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::range<1>(size), [=](sycl::id<1> id) {
        values[id] = 1;
        values.get_multi_ptr<sycl::access::decorated::no>()[id[0] + which] += 1; // beyond a buffer
      });
    }).wait();
  if (which == 3)
    submit([=](sycl::nd_item<1> item) {
      int own[4] = {1, 2, 3, which};
      int at = numbers[item.get_local_id(0)] + which;
      numbers[0] += own[at]; // beyond an array
    });
  if (which == 4)
    submit([=](sycl::nd_item<1> item) {
      int mine = numbers[item.get_global_id(0)];
      sycl::group_barrier(item.get_group());
      if (mine == 5)
        numbers[size + mine] = mine; // behind a barrier
    });
  if (which == 5)
    submit([=](sycl::nd_item<1> item) {
      numbers[item.get_global_id(0)] += big; // too large
    });
  if (which == 6)
    submit([=](sycl::nd_item<1> item) {
      numbers[item.get_global_id(0)] = 1 << (numbers[7] + 30); // shifted too far
    });
  if (which == 7)
    numbers[size + argv[1][1]] = 1; // of the host
  std::printf("%d\n", numbers[3]);
  sycl::free(numbers, queue);
}
END
line() { grep -n "// $1\$" faults.cpp | cut -d: -f1; }
# Not every machine has what the symbolizer needs.
export ASAN_SYMBOLIZER_PATH=$prefix/bin/llvm-symbolizer
symbolizes=
llvm-symbolizer --version >/dev/null 2>&1 && symbolizes=1
reports() { # PROGRAM NUMBER PATTERN LINE
  ./"$1" "$2" >log 2>&1 && [ "$1" = address ] && fail "$1 $2: no error"
  grep -qE "$3" log || fail "$1 $2: no '$3' in $(cat log)"
  [ -z "$symbolizes" ] || grep -q "faults.cpp:$(line "$4")" log || fail "$1 $2: not line $(line "$4"): $(cat log)"
}

compile -O1 -gline-tables-only -fsanitize=address faults.cpp -o address >log 2>&1 || fail "compiling for the address sanitizer: $(cat log)"
[ ! -s log ] || fail "messages: $(cat log)"
[ "$(./address 0 2>&1)" = 3 ] || fail "no fault: $(./address 0 2>&1)"
reports address 1 'AddressSanitizer: heap-buffer-overflow' 'beyond USM'
reports address 2 'AddressSanitizer: heap-buffer-overflow' 'beyond a buffer'
reports address 3 'AddressSanitizer: .*-overflow' 'beyond an array'
reports address 4 'AddressSanitizer: heap-buffer-overflow' 'behind a barrier'
reports address 7 'AddressSanitizer: heap-buffer-overflow' 'of the host'

compile -fsanitize=undefined faults.cpp -o undefined >log 2>&1 || fail "compiling for the undefined behavior sanitizer: $(cat log)"
symbolizes=1 # places are in the program
reports undefined 5 'faults.cpp:[0-9]*:[0-9]*: runtime error: signed integer overflow' 'too large'
reports undefined 6 'faults.cpp:[0-9]*:[0-9]*: runtime error: shift exponent 37 is too large' 'shifted too far'

# Other targets: their kernels have no checks, and one message says so.
sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64,nvidia_gpu_sm_80,amd_gpu_gfx90a -fsanitize=address,undefined faults.cpp -o mixed >log 2>&1 || fail "compiling for other targets: $(cat log)"
[ "$(cat log)" = "sycl-clang++: warning: kernels for spir64, nvidia_gpu_sm_80, amd_gpu_gfx90a are compiled without '-fsanitize=address,undefined' [-Wunused-command-line-argument]" ] || fail "its message: $(cat log)"
finish
