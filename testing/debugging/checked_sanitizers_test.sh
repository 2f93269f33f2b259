#!/bin/bash
# checked_sanitizers_test.sh: each check of kernels works in a program whose host code has AddressSanitizer or ThreadSanitizer:
# an error of a kernel, and one of the host, have the report of whoever looks for it.
. testing/driver/driver.sh
cat >both.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstdlib>
#include <thread>
constexpr int size = 64;
int counter = 0;
int main(int, char **argv) {
  sycl::queue queue;
  const int which = std::atoi(argv[1]);
  int *numbers = sycl::malloc_shared<int>(size, queue), *fresh = sycl::malloc_device<int>(size, queue);
  for (int i = 0; i < size; ++i)
    numbers[i] = i;
  const auto submit = [&](auto kernel) { queue.parallel_for(sycl::nd_range<1>(size, 16), kernel).wait(); };
  submit([=](sycl::nd_item<1> item) { numbers[item.get_global_id(0)] += 1; });
  if (which == 1)
    submit([=](sycl::nd_item<1> item) { numbers[item.get_global_id(0) + which] = 1; });
  if (which == 2)
    submit([=](sycl::nd_item<1> item) { numbers[item.get_global_id(0)] = fresh[item.get_global_id(0)] + 1; });
  if (which == 3)
    submit([=](sycl::nd_item<1> item) { numbers[item.get_global_id(0) / 2] = which; });
  if (which == 4)
    submit([=](sycl::nd_item<1> item) {
      if (item.get_local_id(0) < 3)
        sycl::group_barrier(item.get_group());
    });
  if (which == 5)
    numbers[size + which] = 1; // of the host
  if (which == 6) {
    std::thread one([] { ++counter; }), another([] { ++counter; });
    one.join(), another.join();
  }
  std::printf("%d\n", numbers[3]);
  sycl::free(numbers, queue);
  sycl::free(fresh, queue);
}
END
export ASAN_SYMBOLIZER_PATH=$prefix/bin/llvm-symbolizer TSAN_OPTIONS="ignore_noninstrumented_modules=1:external_symbolizer_path=$prefix/bin/llvm-symbolizer"
has() { # PROGRAM NUMBER PATTERN
  ./"$1" "$2" >out 2>log && fail "$1 $2: the exit status is 0"
  grep -q "$3" log || fail "$1 $2: no '$3' in $(head -40 log)"
}
has_nothing_of() { # PATTERN
  ! grep -q "$1" log || fail "a report of another: $(head -40 log)"
}

number=0
for check in memory uninitialized races barriers; do
  number=$((number + 1))
  kinds=('' 'out of bounds' 'undefined value' 'race' 'divergent barrier')
  for sanitizer in address thread; do
    program=$check-$sanitizer
    if ! compile -O1 -gline-tables-only -fsanitize=$sanitizer -fsycl-check=$check both.cpp -o "$program" >log 2>&1; then
      grep -q 'libclang_rt\|cannot find' log && { echo "skipped, no runtime of -fsanitize=$sanitizer: $(head -1 log)"; continue; }
      fail "$program: $(cat log)"
      continue
    fi
    ./"$program" 0 >out 2>log
    status=$?
    if grep -q 'no room in the address space\|unexpected memory mapping' log; then
      echo "skipped, $program: $(head -1 log)"
      continue
    fi
    [ "$status" = 0 ] && [ "$(cat out)" = 4 ] && [ ! -s log ] || fail "$program, no error: $status, $(cat out), $(head -40 log)"
    has "$program" $number "SYCL check: ${kinds[number]}"
    has_nothing_of 'Sanitizer'
    [ $sanitizer = thread ] && has "$program" 6 'ThreadSanitizer: data race' || has "$program" 5 'AddressSanitizer: [a-z-]* on address'
    has_nothing_of 'SYCL check'
  done
done
finish
