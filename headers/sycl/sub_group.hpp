// sycl::sub_group: the sub-group of a work-item (SYCL 2020, 4.9.1.8).
// Like group, it holds which one it is.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/sub_group_members.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {

class sub_group;
namespace detail {
sub_group make_sub_group() noexcept;
} // namespace detail

class sub_group : public detail::sub_group_members<sub_group> {
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
  linear_id_type get_group_linear_id() const noexcept { return id_; }
  linear_id_type get_group_linear_range() const noexcept {
    return detail::query_sub_group_range();
  }
  linear_id_type get_local_linear_id() const noexcept {
    return detail::query_sub_group_local_id();
  }
  linear_id_type get_local_linear_range() const noexcept {
    return detail::query_sub_group_local_range();
  }
  /// Returns true in exactly one work-item of the sub-group.
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group &a, const sub_group &b) noexcept {
    return a.work_group_ == b.work_group_ && a.id_ == b.id_;
  }
  friend bool operator!=(const sub_group &a, const sub_group &b) noexcept {
    return !(a == b);
  }

private:
  struct internal {};
  explicit sub_group(internal) noexcept
      : work_group_(
            detail::linearize(detail::group_id<3>(), detail::group_range<3>())),
        id_(detail::query_sub_group_id()) {}
  friend sub_group detail::make_sub_group() noexcept;
  std::size_t work_group_; // linear
  linear_id_type id_;
};

namespace detail {
inline sub_group make_sub_group() noexcept {
  return sub_group(sub_group::internal{});
}
} // namespace detail

} // namespace _V1
} // namespace sycl
