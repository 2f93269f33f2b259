// Extension sycl_khr_group_interface: work-groups, sub-groups and their members
// with one interface. Like the classes they convert to, these hold which group
// they are, and ask built-ins for the rest.
//
// The parts with extents need the standard library's <mdspan> (C++23).
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/group.hpp>
#include <sycl/id.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if __cplusplus >= 202302L && __has_include(<mdspan>)
#include <mdspan>
#endif

namespace sycl {
inline namespace _V1 {
namespace khr {

template <int Dimensions = 1> class work_group;
class sub_group;
template <typename ParentGroup> class member_item;

namespace detail {

template <typename Group> inline constexpr bool has_members = false;
template <int Dimensions>
inline constexpr bool has_members<work_group<Dimensions>> = true;
template <> inline constexpr bool has_members<sub_group> = true;

template <typename Group> inline constexpr bool has_leader = has_members<Group>;
template <typename ParentGroup>
inline constexpr bool has_leader<member_item<ParentGroup>> = true;

/// The members that ask for the extents of a group.
template <typename Group, typename Extents> struct group_extents {
#ifdef __cpp_lib_mdspan
  using extents_type = Extents;

  constexpr typename Extents::index_type
  extent(typename Extents::rank_type r) const noexcept {
    return static_cast<const Group *>(this)->extents().extent(r);
  }
  static constexpr typename Extents::rank_type rank() noexcept {
    return Extents::rank();
  }
  static constexpr typename Extents::rank_type rank_dynamic() noexcept {
    return Extents::rank_dynamic();
  }
  static constexpr std::size_t
  static_extent(typename Extents::rank_type r) noexcept {
    return Extents::static_extent(r);
  }
#endif
};

#ifdef __cpp_lib_mdspan
template <typename Index, std::size_t... Dimensions>
std::extents<Index, (static_cast<void>(Dimensions), 1)...>
    extents_of_ones(std::index_sequence<Dimensions...>);
template <int Dimensions>
using work_group_extents = std::dextents<std::size_t, Dimensions>;
using sub_group_extents = std::dextents<std::uint32_t, 1>;
template <typename Group>
using member_extents = decltype(extents_of_ones<typename Group::size_type>(
    std::make_index_sequence<Group::dimensions>()));
#else
template <int> using work_group_extents = void;
using sub_group_extents = void;
template <typename> using member_extents = void;
#endif

} // namespace detail

template <int Dimensions>
class work_group
    : public detail::group_extents<work_group<Dimensions>,
                                   detail::work_group_extents<Dimensions>> {
public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<Dimensions> &g) noexcept : group_(g) {}
  operator group<Dimensions>() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept {
    return group_.get_group_linear_id();
  }
  range_type range() const noexcept { return group_.get_group_range(); }
#ifdef __cpp_lib_mdspan
  detail::work_group_extents<Dimensions> extents() const noexcept {
    const range_type r = group_.get_local_range();
    if constexpr (Dimensions == 1)
      return detail::work_group_extents<1>(r[0]);
    else if constexpr (Dimensions == 2)
      return detail::work_group_extents<2>(r[0], r[1]);
    else
      return detail::work_group_extents<3>(r[0], r[1], r[2]);
  }
#endif
  size_type size() const noexcept { return group_.get_local_linear_range(); }

  friend bool operator==(const work_group &a, const work_group &b) noexcept {
    return a.group_ == b.group_;
  }
  friend bool operator!=(const work_group &a, const work_group &b) noexcept {
    return !(a == b);
  }

private:
  group<Dimensions> group_;
};

class sub_group
    : public detail::group_extents<sub_group, detail::sub_group_extents> {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &sg) noexcept : group_(sg) {}
  operator sycl::sub_group() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept {
    return group_.get_group_linear_id();
  }
  range_type range() const noexcept { return group_.get_group_range(); }
#ifdef __cpp_lib_mdspan
  detail::sub_group_extents extents() const noexcept {
    return detail::sub_group_extents(size());
  }
#endif
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  /// Returns the size that the kernel was compiled for.
  size_type max_size() const noexcept {
    return static_cast<size_type>(group_.get_max_local_range()[0]);
  }

  friend bool operator==(const sub_group &a, const sub_group &b) noexcept {
    return a.group_ == b.group_;
  }
  friend bool operator!=(const sub_group &a, const sub_group &b) noexcept {
    return !(a == b);
  }

private:
  sycl::sub_group group_;
};

/// The calling work-item as a member of a group.
template <typename ParentGroup>
class member_item
    : public detail::group_extents<member_item<ParentGroup>,
                                   detail::member_extents<ParentGroup>> {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return id_; }
  linear_id_type linear_id() const noexcept {
    return static_cast<linear_id_type>(
        sycl::detail::linearize(id(), range()));
  }
  range_type range() const noexcept {
    if constexpr (is_sub_group)
      return sycl::detail::query_sub_group_local_range();
    else
      return sycl::detail::local_range<dimensions>();
  }
#ifdef __cpp_lib_mdspan
  constexpr detail::member_extents<ParentGroup> extents() const noexcept {
    return {};
  }
#endif
  constexpr size_type size() const noexcept { return 1; }

  friend bool operator==(const member_item &a, const member_item &b) noexcept {
    return a.parent_ == b.parent_ && a.id_ == b.id_;
  }
  friend bool operator!=(const member_item &a, const member_item &b) noexcept {
    return !(a == b);
  }

private:
  static constexpr bool is_sub_group = std::is_same_v<ParentGroup, sub_group>;

  explicit member_item(const ParentGroup &parent) noexcept
      : parent_(parent), id_(ask_id()) {}
  static id_type ask_id() noexcept {
    if constexpr (is_sub_group)
      return sycl::detail::query_sub_group_local_id();
    else
      return sycl::detail::local_id<dimensions>();
  }
  template <typename Group>
  friend std::enable_if_t<detail::has_members<Group>, member_item<Group>>
  get_member_item(const Group &) noexcept;

  ParentGroup parent_;
  id_type id_;
};

template <typename Group>
std::enable_if_t<detail::has_members<Group>, member_item<Group>>
get_member_item(const Group &g) noexcept {
  return member_item<Group>(g);
}

/// Returns true in exactly one work-item of the group: the one with index 0.
template <typename Group>
std::enable_if_t<detail::has_leader<Group>, bool>
leader_of(const Group &g) noexcept {
  if constexpr (detail::has_members<Group>)
    return get_member_item(g).linear_id() == 0;
  else
    return true; // a group of one
}

} // namespace khr
} // namespace _V1
} // namespace sycl
