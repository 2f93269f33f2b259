// Members of sub_group that are not in SYCL 2020: those of the extension
// sycl_ext_oneapi_sub_group, which it replaced.
#pragma once

#define SYCL_EXT_ONEAPI_SUB_GROUP 1

#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename DataT, int NumElements> class vec;

namespace detail {

/// Base of SubGroup, which is sub_group: the functions that are called here are
/// declared after it.
template <typename SubGroup> class sub_group_members {
  const SubGroup &self() const noexcept {
    return static_cast<const SubGroup &>(*this);
  }

public:
  [[deprecated("use group_barrier")]] void barrier() const noexcept {
    group_barrier(self());
  }
  [[deprecated("use group_barrier")]] void
  barrier(access::fence_space) const noexcept {
    group_barrier(self());
  }

  template <typename T>
  [[deprecated("use select_from_group")]] T shuffle(T x, id<1> from) const {
    return select_from_group(self(), x, from);
  }
  template <typename T>
  [[deprecated("use shift_group_left")]] T
  shuffle_down(T x, std::uint32_t delta) const {
    return shift_group_left(self(), x, delta);
  }
  template <typename T>
  [[deprecated("use shift_group_right")]] T
  shuffle_up(T x, std::uint32_t delta) const {
    return shift_group_right(self(), x, delta);
  }
  template <typename T>
  [[deprecated("use permute_group_by_xor")]] T shuffle_xor(T x,
                                                           id<1> mask) const {
    return permute_group_by_xor(self(), x, static_cast<std::uint32_t>(mask[0]));
  }

  // Each work-item's element of memory that the sub-group reads or writes
  // together, or N of them, one from each of N such runs.
  template <typename T>
  [[deprecated("index memory by get_local_linear_id()")]] std::remove_cv_t<T>
  load(T *from) const {
    return from[self().get_local_linear_id()];
  }
  template <typename T, access::address_space Space, access::decorated D>
  [[deprecated("index memory by get_local_linear_id()")]] std::remove_cv_t<T>
  load(multi_ptr<T, Space, D> from) const {
    return from.get_raw()[self().get_local_linear_id()];
  }
  template <int N, typename T, access::address_space Space, access::decorated D>
  [[deprecated(
      "index memory by get_local_linear_id()")]] vec<std::remove_cv_t<T>, N>
  load(multi_ptr<T, Space, D> from) const {
    vec<std::remove_cv_t<T>, N> result;
    for (int i = 0; i < N; ++i)
      result[i] = from.get_raw()[position(i)];
    return result;
  }
  template <typename T>
  [[deprecated("index memory by get_local_linear_id()")]] void
  store(T *to, const std::common_type_t<T> &x) const {
    to[self().get_local_linear_id()] = x;
  }
  template <typename T, access::address_space Space, access::decorated D>
  [[deprecated("index memory by get_local_linear_id()")]] void
  store(multi_ptr<T, Space, D> to, const std::common_type_t<T> &x) const {
    to.get_raw()[self().get_local_linear_id()] = x;
  }
  template <int N, typename T, access::address_space Space, access::decorated D>
  [[deprecated("index memory by get_local_linear_id()")]] void
  store(multi_ptr<T, Space, D> to, const vec<T, N> &x) const {
    for (int i = 0; i < N; ++i)
      to.get_raw()[position(i)] = x[i];
  }

private:
  std::size_t position(int run) const noexcept {
    return run * self().get_max_local_range()[0] + self().get_local_linear_id();
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
