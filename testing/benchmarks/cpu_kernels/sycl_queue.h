// The queue of the native CPU and short names for the kernels of sycl_*.cpp.
#ifndef FACET_TESTING_BENCHMARKS_CPU_KERNELS_SYCL_QUEUE_H_
#define FACET_TESTING_BENCHMARKS_CPU_KERNELS_SYCL_QUEUE_H_

#include <sycl/sycl.hpp>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace facet_sycl {

inline sycl::queue &Queue() {
  static sycl::queue queue(
      [](const sycl::device &device) {
        return device.is_cpu() && device.get_backend() != sycl::backend::opencl
                   ? 1
                   : -1;
      },
      sycl::property::queue::in_order());
  return queue;
}

// Runs a kernel of one or two dimensions and waits for it.
template <typename Kernel> void For(std::size_t n, Kernel kernel) {
  Queue().parallel_for(sycl::range<1>(n), kernel).wait();
}

template <typename Kernel>
void For(std::size_t rows, std::size_t columns, Kernel kernel) {
  Queue().parallel_for(sycl::range<2>(rows, columns), kernel).wait();
}

template <typename Kernel>
void ForGroups(std::size_t n, std::size_t group, Kernel kernel) {
  Queue()
      .parallel_for(sycl::nd_range<1>((n + group - 1) / group * group, group),
                    kernel)
      .wait();
}

template <typename Kernel> void ForTiles(std::size_t n, Kernel kernel) {
  Queue()
      .parallel_for(sycl::nd_range<2>({n, n}, {kTile, kTile}), kernel)
      .wait();
}

} // namespace facet_sycl

#endif // FACET_TESTING_BENCHMARKS_CPU_KERNELS_SYCL_QUEUE_H_
