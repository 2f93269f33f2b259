// Hierarchical kernels (SYCL 2020, 4.9.4.2.3, deprecated): what the functions
// of parallel_for_work_item know of their work-item.
//
// A work-group runs in its first work-item alone, and those of each
// parallel_for_work_item one after the other. So what is said once for the
// group is done once, what it declares is shared, and no target needs to know
// of it. It is not fast.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/device_assert.hpp>
#include <sycl/group.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/range.hpp>

#include <cstddef>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <int Dimensions>
constexpr h_item<Dimensions>
make_h_item(const range<Dimensions> &logical_range,
            const id<Dimensions> &logical_id) noexcept;
} // namespace detail

template <int Dimensions> class h_item {
public:
  static constexpr int dimensions = Dimensions;

  h_item() = delete;

#define __SYCL_H_ITEM(NAME)                                                    \
  item<Dimensions, false> get_##NAME() const noexcept {                        \
    return detail::make_item(get_##NAME##_range(), get_##NAME##_id());         \
  }                                                                            \
  std::size_t get_##NAME##_range(int dimension) const noexcept {               \
    return get_##NAME##_range()[dimension];                                    \
  }                                                                            \
  std::size_t get_##NAME##_id(int dimension) const noexcept {                  \
    return get_##NAME##_id()[dimension];                                       \
  }
  __SYCL_H_ITEM(global)
  __SYCL_H_ITEM(local)
  __SYCL_H_ITEM(logical_local)
  __SYCL_H_ITEM(physical_local)
#undef __SYCL_H_ITEM

  range<Dimensions> get_global_range() const noexcept {
    return detail::global_range<Dimensions>();
  }
  id<Dimensions> get_global_id() const noexcept {
    return detail::group_id<Dimensions>() * get_physical_local_range() +
           get_physical_local_id();
  }
  range<Dimensions> get_local_range() const noexcept {
    return get_logical_local_range();
  }
  id<Dimensions> get_local_id() const noexcept {
    return get_logical_local_id();
  }
  range<Dimensions> get_logical_local_range() const noexcept { return range_; }
  id<Dimensions> get_logical_local_id() const noexcept { return id_; }
  range<Dimensions> get_physical_local_range() const noexcept {
    return detail::local_range<Dimensions>();
  }
  /// Returns the work-item that runs it, if all of the group's did.
  id<Dimensions> get_physical_local_id() const noexcept {
    return id_ % id<Dimensions>(get_physical_local_range());
  }

  friend constexpr bool operator==(const h_item &a, const h_item &b) noexcept {
    return a.range_ == b.range_ && a.id_ == b.id_;
  }
  friend constexpr bool operator!=(const h_item &a, const h_item &b) noexcept {
    return !(a == b);
  }

private:
  friend constexpr h_item
  detail::make_h_item<Dimensions>(const range<Dimensions> &,
                                  const id<Dimensions> &) noexcept;
  constexpr h_item(const range<Dimensions> &r, const id<Dimensions> &i) noexcept
      : range_(r), id_(i) {}

  range<Dimensions> range_;
  id<Dimensions> id_;
};

namespace detail {

template <int Dimensions>
constexpr h_item<Dimensions>
make_h_item(const range<Dimensions> &logical_range,
            const id<Dimensions> &logical_id) noexcept {
  return h_item<Dimensions>(logical_range, logical_id);
}

template <int Dimensions, typename Functor>
void run_work_items(const range<Dimensions> &r, const Functor &f) {
  const std::size_t n = r.size();
  for (std::size_t i = 0; i < n; ++i) {
    auto here = make_h_item(r, delinearize(i, r));
    f(here);
  }
}

/// A hierarchical kernel as an nd_range kernel.
template <typename Functor, int Dimensions, typename... Handler>
struct work_group_kernel {
  using wrapped_functor = Functor; // for the compiler
  Functor f;

  __SYCL_ALWAYS_INLINE void operator()(nd_item<Dimensions> it,
                                       Handler... handler) const {
    if (it.get_local_linear_id() == 0) {
      auto group = make_group_executed_once<Dimensions>();
      f(group, handler...);
    }
  }
};

} // namespace detail

/// A T of each work-item's own, which keeps its value from one
/// parallel_for_work_item to the next. Kernels stop with an assertion where the
/// group has more work-items than it has room for.
template <typename T, int Dimensions = 1> class private_memory {
public:
  private_memory(const group<Dimensions> &g) {
    if (g.get_local_range().size() > capacity)
      detail::stop_kernel("work-group of at most 1024 work-items",
                          "sycl::private_memory");
  }
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

  T &operator()(const h_item<Dimensions> &it) {
    return values_[detail::linearize(it.get_physical_local_id(),
                                     it.get_physical_local_range())];
  }

private:
  // All of the group's are those of the one work-item that runs it, and no
  // target has stacks of a size known at run time alone.
  static constexpr std::size_t capacity = 1024;
  T values_[capacity];
};

} // namespace _V1
} // namespace sycl
