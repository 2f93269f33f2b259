// $ sycl-clang++ -fsycl -c library_math.cpp
#include <sycl/sycl.hpp>
#include <cmath>

// std::erf has a device function, Bessel functions have none.
static float scaled(float x) { return std::erf(x) * ::jnf(4, x); }

void submit(sycl::queue &queue, float *values) {
  queue.parallel_for<class Scale>(64, [=](sycl::id<1> i) { values[i] = scaled(values[i]); });
}
