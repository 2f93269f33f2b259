// $ sycl-clang++ -fsycl -c reference_capture.cpp
#include <sycl/sycl.hpp>

void submit(sycl::queue &queue, int *values) {
  int factor = 3;
  queue.parallel_for<class Step>(64, [&](sycl::id<1> i) { values[i] *= factor; });
}
