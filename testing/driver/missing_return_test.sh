#!/bin/bash
# missing_return_test.sh: device functions whose end is reached without a return, which is undefined in C++.
. testing/driver/driver.sh
cat >functions.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstdlib>
struct large { int values[20]; };
int some(int x) { if (x > 100) return 1; } // 5
large object(int x) { if (x > 100) return large{}; } // 6
template <class T> T of_template(T x) { if (x > 100) return x; } // 7
struct functor {
  int *numbers;
  int limit;
  int helper(int x) const { while (x > limit) return x; } // 11
  void operator()(sycl::id<1> i) const { numbers[i] = helper(int(i)); }
};
int all(int) {} // 14
int main(int, char **argv) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(64, queue);
  const sycl::nd_range<1> groups(64, 16);
  for (int i = 0; i < 64; ++i)
    numbers[i] = 5;
  switch (std::atoi(argv[1])) {
  case 0:
    queue.parallel_for<class uses_some>(64, [=](sycl::id<1> i) { numbers[i] = some(int(i)); }).wait();
    break;
  case 1:
    queue.parallel_for<class uses_object>(64, [=](sycl::id<1> i) { numbers[i] = object(int(i)).values[3]; }).wait();
    break;
  case 2:
    queue.parallel_for<class uses_template>(64, [=](sycl::id<1> i) { numbers[i] = of_template(int(i)); }).wait();
    break;
  case 3:
    queue.parallel_for(64, functor{numbers, 100}).wait();
    break;
  case 4:
    queue.parallel_for<class uses_lambda>(groups, [=](sycl::nd_item<1> item) {
      auto inner = [](int x) -> int { if (x > 100) return 2; }; // 36
      sycl::group_barrier(item.get_group());
      numbers[item.get_global_id(0)] = inner(int(item.get_global_id(0)));
    }).wait();
    break;
  case 5:
    queue.parallel_for<class uses_all>(groups, [=](sycl::nd_item<1> item) { numbers[item.get_global_id(0)] = all(1); }).wait();
    break;
  default:
    // Where the end is not reached, nothing is undefined.
    queue.parallel_for<class fine>(64, [=](sycl::id<1> i) { numbers[i] = some(101 + int(i)) + of_template(200); }).wait();
  }
  std::printf("%d %d\n", numbers[0], numbers[63]);
}
END
warned="5 6 7 11 14 36"
# Each function once, whether the host, the device or both see it.
warnings() { # WHAT
  local found
  found=$(sed -n -E 's/^functions.cpp:([0-9]+):[0-9]+: warning: non-void .* does not return a value.*/\1/p' log | sort -n | tr '\n' ' ')
  [ "$found" = "$warned " ] || fail "$1: warnings about lines $found: $(cat log)"
}
dies() { # CASE WHAT
  local output status
  output=$({ ./program "$1"; } 2>&1)
  status=$?
  [ "$status" = 132 ] || fail "$2, case $1: ended with $status: $output"
}
ulimit -c 0
printf '#!/bin/sh\nexec ./program 6\n' >fine
chmod +x fine

# Without optimization, a kernel stops where host code would.
for options in "" "-O0" "-O0 -g" "-O2 -O0" "-fsanitize=address -O0" "-fsycl-device-if=early"; do
  # shellcheck disable=SC2086
  compile $options functions.cpp -o program >log 2>&1 || fail "'$options': $(cat log)"
  warnings "'$options'"
  for case in 0 1 2 3 4 5; do
    dies $case "'$options'"
  done
  prints '201 201' ./fine "'$options'"
done

# With optimization, the end may count as never reached, but no kernel runs on in another one.
for options in "-O1" "-O3 -fsycl-device-code-split=off"; do
  # shellcheck disable=SC2086
  compile $options functions.cpp -o program >log 2>&1 || fail "'$options': $(cat log)"
  warnings "'$options'"
  dies 5 "'$options'"
  prints '201 201' ./fine "'$options'"
done
# What the user says about it.
compile -Wno-return-type -fno-strict-return functions.cpp -o program >log 2>&1 && [ ! -s log ] || fail "no warnings: $(cat log)"
prints '201 201' ./fine "-fno-strict-return"
compile -Wno-return-type -fsanitize=return functions.cpp -o program >log 2>&1 || fail "-fsanitize=return: $(cat log)"
./program 0 2>&1 | grep -q 'functions.cpp:5:5: runtime error: execution reached the end of a value-returning function without returning a value' || fail "-fsanitize=return: no report"
compile -Werror=return-type functions.cpp -o refused 2>log && fail "-Werror=return-type compiled"
[ ! -e refused ] || fail "-Werror=return-type: an output was left"

# Images of other targets are made as well, and say that the place is never reached, or stop there.
sycl-clang++ -fsycl -fsycl-targets=spir64,nvidia_gpu_sm_80,amd_gpu_gfx90a -fno-sycl-cubin -save-temps functions.cpp -o others >log 2>&1 || fail "other targets: $(cat log)"
warnings "other targets"
grep -aq 'trap; exit' sycl-temps/others/images/nvidia_gpu_sm_80/*.img || fail "no trap in the PTX"
finish
