// SYCL 2020, 5.8.1: what attributes of kernels may name.
#include "testing/conformance/check.h"

CONFORMANCE_CHAPTER("kernels");

namespace {
/// What of its captures the kernel sees, beside an attribute that names constants.
template <typename T, int Size> T captured(sycl::queue &q, T first, T second) {
  // Host compilers that do not know the attribute see no use of them.
  [[maybe_unused]] constexpr int size = Size, one = 1;
  T *seen = sycl::malloc_shared<T>(2, q);
  const auto body = [=](sycl::nd_item<2> i)
      [[sycl::reqd_work_group_size(one, size)]] {
    if (i.get_local_linear_id() == 0)
      seen[0] = first, seen[1] = second;
  };
  q.parallel_for(sycl::nd_range<2>({1, Size}, {1, Size}), body).wait();
  const T result = seen[0] * 100 + seen[1];
  sycl::free(seen, q);
  return result;
}
} // namespace

SECTION(constants_in_attributes) {
  CHECK((captured<int, 4>(q, 3, 4) == 304));
  CHECK((captured<float, 2>(q, 5, 6) == 506));
  constexpr int size = 4;
  int *seen = sycl::malloc_shared<int>(1, q);
  const int value = 7;
  q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i)
                     [[sycl::reqd_work_group_size(size)]] {
                   if (i.get_local_id(0) == size - 1)
                     *seen = value;
                 }).wait();
  CHECK(*seen == 7);
  sycl::free(seen, q);
}
