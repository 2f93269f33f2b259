// The program of the matrix of targets: what every device can do, through each
// part of a back end. Global memory and mathematics; local memory and barriers.
#include <sycl/sycl.hpp>

namespace {
class Saxpy;
class Reverse;
} // namespace

int main() {
  sycl::queue queue;
  constexpr std::size_t n = 256, group = 32;
  float *x = sycl::malloc_shared<float>(n, queue);
  float *y = sycl::malloc_shared<float>(n, queue);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<float>(i), y[i] = 1;
  queue
      .parallel_for<Saxpy>(sycl::range<1>(n),
                           [=](sycl::id<1> i) { y[i] += 2 * x[i]; })
      .wait();
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 1> swap(group, handler);
        handler.parallel_for<Reverse>(
            sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> item) {
              const std::size_t i = item.get_local_id(0);
              swap[i] = sycl::sqrt(y[item.get_global_id(0)]);
              sycl::group_barrier(item.get_group());
              x[item.get_global_id(0)] = swap[group - 1 - i];
            });
      })
      .wait();
  bool right = true;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t from = i / group * group + group - 1 - i % group;
    const float wanted = sycl::sqrt(1 + 2 * static_cast<float>(from));
    right &= sycl::fabs(x[i] - wanted) < 1e-5f * wanted;
  }
  sycl::free(x, queue);
  sycl::free(y, queue);
  return right ? 0 : 1;
}
