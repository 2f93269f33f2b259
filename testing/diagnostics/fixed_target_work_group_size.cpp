// $ sycl-clang++ -fsycl -fsycl-fixed-targets=intel_gpu_dg1 -c fixed_target_work_group_size.cpp
#include <sycl/sycl.hpp>

struct Step {
  int *values;
  [[sycl::reqd_work_group_size(32, 32)]] void operator()(sycl::nd_item<2> item) const {
    values[item.get_global_linear_id()] += 1;
  }
};

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for(sycl::nd_range<2>({64, 64}, {32, 32}), Step{values});
}
