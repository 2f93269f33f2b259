// Extension sycl_ext_oneapi_work_group_static: variables in local memory.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_WORK_GROUP_STATIC 1

#include <sycl/detail/defines.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// A variable of this class is one of each work-group, as if it were static,
/// wherever it is declared: the compiler knows the class
/// (compiler/passes/local_objects.h).
template <typename T> class work_group_static final {
  static_assert(!std::is_array_v<T> || std::extent_v<T> != 0,
                "work_group_static has as many elements as its type says");
  static_assert(std::is_trivially_default_constructible_v<T> &&
                    std::is_trivially_destructible_v<T>,
                "work_group_static constructs and destroys nothing");

public:
  work_group_static() = default;
  work_group_static(const work_group_static &) = delete;
  work_group_static &operator=(const work_group_static &) = delete;

  operator T &() const noexcept { return const_cast<T &>(storage_); }
  template <typename U = T, typename = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_static &operator=(const T &value) const noexcept {
    const_cast<T &>(storage_) = value;
    return *this;
  }
  T *operator&() const noexcept { return &const_cast<T &>(storage_); }

private:
  T storage_;
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
