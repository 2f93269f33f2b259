// Both kinds of groups, and memory for kernels that try functions of groups.
#ifndef FACET_TESTING_CONFORMANCE_GROUP_KINDS_H_
#define FACET_TESTING_CONFORMANCE_GROUP_KINDS_H_

#include <cstddef>
#include <sycl/sycl.hpp>

namespace conformance {

/// Which group of a kernel's: its work-group or its sub-group, and where the
/// group's part of ranges begins, with `each` elements for each work-item.
struct work_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_group();
  }
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto g = i.get_group();
    return g.get_group_linear_id() * g.get_local_linear_range() * each;
  }
};
struct sub_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_sub_group();
  }
  // Only the last of a work-group may be smaller.
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto s = i.get_sub_group();
    return work_groups::first(i, each) +
           s.get_group_linear_id() * s.get_max_local_range()[0] * each;
  }
};

template <typename T> struct many {
  many(sycl::queue &queue, std::size_t count)
      : q(queue), data(sycl::malloc_shared<T>(count, q)), size(count) {}
  many(const many &) = delete;
  ~many() { sycl::free(data, q); }
  sycl::queue &q;
  T *data;
  std::size_t size;
};

template <typename T> bool same(const T &x, const T &y) {
  if constexpr (sycl::detail::is_nonscalar_v<T>) {
    bool all = true;
    for (int i = 0; i < int(T::size()); ++i)
      all &= x[i] == y[i];
    return all;
  } else {
    return x == y;
  }
}

template <int D> std::size_t count_of(const sycl::nd_range<D> &r) {
  return r.get_global_range().size();
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_GROUP_KINDS_H_
