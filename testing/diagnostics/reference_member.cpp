// $ sycl-clang++ -fsycl -c reference_member.cpp
#include <sycl/sycl.hpp>

struct Step {
  int *values;
  const int &factor;
  void operator()(sycl::id<1> i) const { values[i] *= factor; }
};

void submit(sycl::queue &queue, int *values, int factor) {
  queue.parallel_for(sycl::range<1>(64), Step{values, factor});
}
