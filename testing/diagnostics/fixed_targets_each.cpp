// $ sycl-clang++ -fsycl -Werror -fsycl-fixed-targets=intel_gpu_dg1,intel_gpu_pvc,x86_64 -c fixed_targets_each.cpp
#include <sycl/sycl.hpp>

struct Step {
  double *values;
  [[sycl::reqd_sub_group_size(8)]] void operator()(sycl::id<1> i) const { values[i] *= 2; }
};

void submit(sycl::queue &queue, double *values) { queue.parallel_for(sycl::range<1>(64), Step{values}); }
