// $ sycl-clang++ -fsycl -fsycl-fixed-targets=intel_gpu_dg1,intel_gpu_pvc -c fixed_target_without_fp64.cpp
#include <sycl/sycl.hpp>

void submit(sycl::queue &queue, double *values) {
  queue.parallel_for<class Square>(64, [=](sycl::id<1> i) { values[i] = values[i] * values[i]; });
}
