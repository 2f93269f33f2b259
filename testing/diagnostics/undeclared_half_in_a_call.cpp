// $ sycl-clang++ -fsycl -c undeclared_half_in_a_call.cpp
#include <sycl/sycl.hpp>

static float rounded(float x) { return sycl::half(x); }

static float scaled(float x) { return 2 * rounded(x); }

struct Scale {
  float *values;
  [[sycl::device_has(sycl::aspect::gpu)]] void operator()(sycl::id<1> i) const {
    values[i] = scaled(values[i]);
  }
};

void submit(sycl::queue &queue, float *values) {
  queue.parallel_for(sycl::range<1>(64), Scale{values});
}
