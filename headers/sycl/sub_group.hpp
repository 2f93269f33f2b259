// sycl::sub_group: the sub-group of a work-item (SYCL 2020, 4.9.1.8). Empty,
// like group.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {

class sub_group;
namespace detail {
constexpr sub_group make_sub_group() noexcept;
} // namespace detail

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group() = delete;

  id_type get_group_id() const noexcept { return get_group_linear_id(); }
  id_type get_local_id() const noexcept { return get_local_linear_id(); }
  range_type get_local_range() const noexcept {
    return get_local_linear_range();
  }
  range_type get_group_range() const noexcept {
    return get_group_linear_range();
  }
  range_type get_max_local_range() const noexcept {
    return detail::query_sub_group_max_local_range();
  }
  linear_id_type get_group_linear_id() const noexcept {
    return detail::query_sub_group_id();
  }
  linear_id_type get_group_linear_range() const noexcept {
    return detail::query_sub_group_range();
  }
  linear_id_type get_local_linear_id() const noexcept {
    return detail::query_sub_group_local_id();
  }
  linear_id_type get_local_linear_range() const noexcept {
    return detail::query_sub_group_local_range();
  }
  /// True in exactly one work-item of the sub-group.
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  friend constexpr bool operator==(const sub_group &,
                                   const sub_group &) noexcept {
    return true;
  }
  friend constexpr bool operator!=(const sub_group &,
                                   const sub_group &) noexcept {
    return false;
  }

private:
  struct internal {};
  constexpr explicit sub_group(internal) noexcept {}
  friend constexpr sub_group detail::make_sub_group() noexcept;
};

namespace detail {
constexpr sub_group make_sub_group() noexcept {
  return sub_group(sub_group::internal{});
}
} // namespace detail

} // namespace _V1
} // namespace sycl
