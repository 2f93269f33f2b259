// $ sycl-clang++ -fsycl -fsycl-fixed-targets=intel_gpu_dg1 -c fixed_target_of_declared_aspect.cpp
#include <sycl/sycl.hpp>

struct Step {
  int *values;
  [[sycl::device_has(sycl::aspect::fp64)]] void operator()(sycl::id<1> i) const { values[i] += 1; }
};

void submit(sycl::queue &queue, int *values) { queue.parallel_for(sycl::range<1>(64), Step{values}); }
