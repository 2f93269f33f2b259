// $ sycl-clang++ -fsycl -c mutual_recursion.cpp
#include <sycl/sycl.hpp>

static int odd(int x);
static int even(int x) { return x == 0 ? 1 : odd(x - 1); }
static int odd(int x) { return x == 0 ? 0 : even(x - 1); }
static int step(int x) { return even(x); }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
