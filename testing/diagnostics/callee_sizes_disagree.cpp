// $ sycl-clang++ -fsycl -c callee_sizes_disagree.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size(16)]] static int step(int x) { return x + 1; }

struct Step {
  int *values;
  [[sycl::reqd_sub_group_size(8)]] void operator()(sycl::id<1> i) const { values[i] = step(values[i]); }
};

void submit(sycl::queue &queue, int *values) { queue.parallel_for(sycl::range<1>(64), Step{values}); }
