// What the sections on vec, marray and functions have in common: the same
// checks on the host and on the device.
#ifndef FACET_TESTING_CONFORMANCE_BOTH_H_
#define FACET_TESTING_CONFORMANCE_BOTH_H_

#include "testing/conformance/check.h"

#include <cstddef>

namespace conformance {

/// f on the host and on the device must both give `count` times true.
template <typename F> void both(sycl::queue &q, int count, F f) {
  constexpr int most = 64;
  bool host[most] = {};
  f(static_cast<bool *>(host));
  bool *device = sycl::malloc_shared<bool>(most, q);
  for (int i = 0; i < most; ++i)
    device[i] = false;
  q.single_task([=] { f(device); }).wait();
  for (int i = 0; i < count; ++i) {
    if (!CHECK(host[i]) || !CHECK(device[i]))
      std::printf("  number %d\n", i);
  }
  sycl::free(device, q);
}

/// Whether the elements of a vec, a swizzle or an marray are these.
template <typename V, typename... T> bool is(const V &v, T... wanted) {
  const typename V::value_type all[] = {
      static_cast<typename V::value_type>(wanted)...};
  for (std::size_t i = 0; i < sizeof...(T); ++i)
    if (!(v[int(i)] == all[i]))
      return false;
  return V::size() == sizeof...(T);
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_BOTH_H_
