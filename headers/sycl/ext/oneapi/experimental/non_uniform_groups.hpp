// Extension sycl_ext_oneapi_non_uniform_groups: parts of sub-groups as groups,
// by their names of today (fragment, chunk, tangle) and of earlier
// revisions (ballot_group, fixed_size_group, opportunistic_group,
// tangle_group).
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1

#include <sycl/aspects.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/memory_model.hpp>
#include <sycl/detail/sub_group_parts.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {
template <typename ParentGroup> class fragment;
template <std::size_t ChunkSize, typename ParentGroup> class chunk;
template <typename ParentGroup> class tangle;
template <typename ParentGroup> class ballot_group;
class opportunistic_group;
} // namespace ext::oneapi::experimental

namespace detail {

struct make_part;

/// What all parts are.
template <typename ParentGroup> class sub_group_part {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = ParentGroup::fence_scope;

  id_type get_group_id() const noexcept { return number_; }
  id_type get_local_id() const noexcept { return get_local_linear_id(); }
  range_type get_group_range() const noexcept { return count_; }
  range_type get_local_range() const noexcept {
    return get_local_linear_range();
  }
  linear_id_type get_group_linear_id() const noexcept { return number_; }
  linear_id_type get_local_linear_id() const noexcept {
    return count_lanes(members_ & lanes_below(query_sub_group_local_id()));
  }
  linear_id_type get_group_linear_range() const noexcept { return count_; }
  linear_id_type get_local_linear_range() const noexcept {
    return count_lanes(members_);
  }
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  static constexpr bool is_contiguous = false; // for the algorithms
  /// Each part is a fragment.
  operator ext::oneapi::experimental::fragment<ParentGroup>() const noexcept;

protected:
  sub_group_part(std::uint64_t members, std::uint32_t number,
                 std::uint32_t count) noexcept
      : members_(members), number_(number), count_(count) {}

private:
  friend struct part_access;
  friend struct make_part;
  std::uint64_t members_; // of the sub-group, whatever the parent is
  std::uint32_t number_;
  std::uint32_t count_;
};

} // namespace detail

namespace ext::oneapi::experimental {

/// Any work-items of a sub-group.
template <typename ParentGroup>
class fragment : public sycl::detail::sub_group_part<ParentGroup> {
  friend struct sycl::detail::make_part;
  using sycl::detail::sub_group_part<ParentGroup>::sub_group_part;
};

/// Those work-items that come to one point of the program.
template <typename ParentGroup>
class tangle : public sycl::detail::sub_group_part<ParentGroup> {
  friend struct sycl::detail::make_part;
  using sycl::detail::sub_group_part<ParentGroup>::sub_group_part;
};

/// What binary_partition was in an earlier revision: a class of its own.
template <typename ParentGroup>
class ballot_group : public sycl::detail::sub_group_part<ParentGroup> {
  friend struct sycl::detail::make_part;
  using sycl::detail::sub_group_part<ParentGroup>::sub_group_part;
};

/// Those that execute a call at one time.
class opportunistic_group
    : public sycl::detail::sub_group_part<sycl::sub_group> {
  friend struct sycl::detail::make_part;
  using sycl::detail::sub_group_part<sycl::sub_group>::sub_group_part;
};

/// ChunkSize work-items in a row.
template <std::size_t ChunkSize, typename ParentGroup>
class chunk : public sycl::detail::sub_group_part<ParentGroup> {
public:
  static constexpr bool is_contiguous = true;
  typename chunk::range_type get_local_range() const noexcept {
    return ChunkSize;
  }
  typename chunk::linear_id_type get_local_linear_range() const noexcept {
    return ChunkSize;
  }

private:
  friend struct sycl::detail::make_part;
  using sycl::detail::sub_group_part<ParentGroup>::sub_group_part;
};

} // namespace ext::oneapi::experimental

namespace detail {

template <typename P>
inline constexpr bool
    is_sub_group_part<ext::oneapi::experimental::fragment<P>> = true;
template <std::size_t N, typename P>
inline constexpr bool
    is_sub_group_part<ext::oneapi::experimental::chunk<N, P>> = true;
template <typename P>
inline constexpr bool is_sub_group_part<ext::oneapi::experimental::tangle<P>> =
    true;
template <typename P>
inline constexpr bool
    is_sub_group_part<ext::oneapi::experimental::ballot_group<P>> = true;
template <>
inline constexpr bool
    is_sub_group_part<ext::oneapi::experimental::opportunistic_group> = true;
template <typename T> inline constexpr bool is_fragment = false;
template <typename P>
inline constexpr bool is_fragment<ext::oneapi::experimental::fragment<P>> =
    true;

struct make_part {
  template <typename Part>
  static Part make(std::uint64_t members, std::uint32_t number,
                   std::uint32_t count) noexcept {
    return Part(members, number, count);
  }
};

template <typename ParentGroup>
sub_group_part<ParentGroup>::operator ext::oneapi::experimental::fragment<
    ParentGroup>() const noexcept {
  return make_part::make<ext::oneapi::experimental::fragment<ParentGroup>>(
      members_, number_, count_);
}

template <typename Group>
__SYCL_ALWAYS_INLINE std::uint64_t members_of(const Group &g) noexcept {
  if constexpr (std::is_same_v<Group, sub_group>)
    return lanes_below(g.get_local_linear_range());
  else
    return part_access::members(g);
}

/// Returns those of the group for which x is true.
template <typename Group>
__SYCL_ALWAYS_INLINE std::uint64_t members_with(const Group &g,
                                                bool x) noexcept {
  const std::uint32_t lane = query_sub_group_local_id();
  // Only devices with large sub-groups exchange two words.
  if (query_sub_group_max_local_range() <= 32)
    return exchange_reduce(g, x ? std::uint32_t(1) << lane : 0u,
                           bit_or<std::uint32_t>());
  return exchange_reduce(g, x ? std::uint64_t(1) << lane : std::uint64_t(0),
                         bit_or<std::uint64_t>());
}

} // namespace detail

template <typename P>
struct is_group<ext::oneapi::experimental::fragment<P>> : std::true_type {};
template <std::size_t N, typename P>
struct is_group<ext::oneapi::experimental::chunk<N, P>> : std::true_type {};
template <typename P>
struct is_group<ext::oneapi::experimental::tangle<P>> : std::true_type {};
template <typename P>
struct is_group<ext::oneapi::experimental::ballot_group<P>> : std::true_type {};
template <>
struct is_group<ext::oneapi::experimental::opportunistic_group>
    : std::true_type {};

//===-- Group functions and algorithms of their own -----------------------===//
// The others are those of all groups (sycl/group_algorithms.hpp).

template <typename Part>
__SYCL_ALWAYS_INLINE detail::for_part<Part, void>
group_barrier(Part part, memory_scope scope = Part::fence_scope) noexcept {
  detail::barrier_among(part, scope);
}

template <typename Part, typename T>
__SYCL_ALWAYS_INLINE detail::for_part<Part, T>
select_from_group(Part part, T x, typename Part::id_type from) noexcept {
  detail::order_memory(part);
  return detail::exchange_broadcast(part, x, from[0]);
}
/// The x of the work-item `delta` further on; where there is none, unspecified.
template <typename Part, typename T>
__SYCL_ALWAYS_INLINE detail::for_part<Part, T>
shift_group_left(Part part, T x,
                 typename Part::linear_id_type delta = 1) noexcept {
  detail::order_memory(part);
  const std::uint32_t own = part.get_local_linear_id();
  const std::uint32_t rest = part.get_local_linear_range() - own;
  return detail::exchange_broadcast(part, x, delta < rest ? own + delta : own);
}
template <typename Part, typename T>
__SYCL_ALWAYS_INLINE detail::for_part<Part, T>
shift_group_right(Part part, T x,
                  typename Part::linear_id_type delta = 1) noexcept {
  detail::order_memory(part);
  const std::uint32_t own = part.get_local_linear_id();
  return detail::exchange_broadcast(part, x, delta <= own ? own - delta : own);
}
template <typename Part, typename T>
__SYCL_ALWAYS_INLINE detail::for_part<Part, T>
permute_group_by_xor(Part part, T x,
                     typename Part::linear_id_type mask) noexcept {
  detail::order_memory(part);
  const std::uint32_t own = part.get_local_linear_id();
  const std::uint32_t from = own ^ mask;
  return detail::exchange_broadcast(
      part, x, from < part.get_local_linear_range() ? from : own);
}

namespace ext::oneapi::experimental {

template <typename T> struct is_fixed_topology_group : std::false_type {};
template <int D> struct is_fixed_topology_group<group<D>> : std::true_type {};
template <> struct is_fixed_topology_group<sycl::sub_group> : std::true_type {};
template <typename T>
inline constexpr bool is_fixed_topology_group_v =
    is_fixed_topology_group<T>::value;
template <typename T>
struct is_user_constructed_group
    : std::bool_constant<sycl::detail::is_sub_group_part<T>> {};
template <typename T>
inline constexpr bool is_user_constructed_group_v =
    is_user_constructed_group<T>::value;

//===-- Partitions --------------------------------------------------------===//
// All work-items of the parent call these together.

/// Those of the parent with the same predicate: number 1 where it is true.
template <typename ParentGroup>
__SYCL_ALWAYS_INLINE
    std::enable_if_t<std::is_same_v<ParentGroup, sycl::sub_group> ||
                         sycl::detail::is_fragment<ParentGroup>,
                     fragment<ParentGroup>>
    binary_partition(ParentGroup parent, bool predicate) {
  const std::uint64_t with = sycl::detail::members_with(parent, predicate);
  return sycl::detail::make_part::make<fragment<ParentGroup>>(
      predicate ? with : sycl::detail::members_of(parent) & ~with, predicate,
      2);
}

template <std::size_t ChunkSize, typename ParentGroup>
__SYCL_ALWAYS_INLINE
    std::enable_if_t<std::is_same_v<ParentGroup, sycl::sub_group> ||
                         (sycl::detail::is_sub_group_part<ParentGroup> &&
                          !sycl::detail::is_fragment<ParentGroup>),
                     chunk<ChunkSize, ParentGroup>>
    chunked_partition(ParentGroup parent) {
  static_assert(ChunkSize != 0 && (ChunkSize & (ChunkSize - 1)) == 0,
                "the size of a chunk is a power of two");
  group_barrier(parent);
  const std::uint32_t number =
      parent.get_local_linear_id() / static_cast<std::uint32_t>(ChunkSize);
  const std::uint32_t first =
      sycl::detail::first_lane(sycl::detail::members_of(parent)) +
      number * static_cast<std::uint32_t>(ChunkSize);
  const std::uint64_t members = sycl::detail::lanes_below(ChunkSize) << first;
  return sycl::detail::make_part::make<chunk<ChunkSize, ParentGroup>>(
      members, number,
      parent.get_local_linear_range() / static_cast<std::uint32_t>(ChunkSize));
}

namespace this_kernel {
/// Of a sub-group those that execute the call at one time; they may be fewer
/// than come here, down to one alone.
inline opportunistic_group get_opportunistic_group() {
#ifdef __SYCL_DEVICE_ONLY__
  const std::uint64_t members = __sycl_executing_together();
#else
  const std::uint64_t members = 1;
#endif
  return sycl::detail::make_part::make<opportunistic_group>(members, 0, 1);
}
} // namespace this_kernel

/// Of sycl_ext_oneapi_tangle: those of the sub-group that are going to come
/// here, which no device tells so far: kernels that call it run on none.
template <typename ParentGroup>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_tangle)
tangle<ParentGroup> entangle(ParentGroup) {
#ifdef __SYCL_DEVICE_ONLY__
  const std::uint64_t members = __sycl_executing_together();
#else
  const std::uint64_t members = 1;
#endif
  return sycl::detail::make_part::make<tangle<ParentGroup>>(members, 0, 1);
}

//===-- Names of earlier revisions ----------------------------------------===//

template <std::size_t PartitionSize, typename ParentGroup>
using fixed_size_group = chunk<PartitionSize, ParentGroup>;
template <typename ParentGroup> using tangle_group = tangle<ParentGroup>;

template <typename ParentGroup>
__SYCL_ALWAYS_INLINE ballot_group<ParentGroup>
get_ballot_group(ParentGroup parent, bool predicate) {
  const auto part = binary_partition(parent, predicate);
  return sycl::detail::make_part::make<ballot_group<ParentGroup>>(
      sycl::detail::part_access::members(part), part.get_group_linear_id(),
      part.get_group_linear_range());
}
template <std::size_t PartitionSize, typename ParentGroup>
__SYCL_ALWAYS_INLINE auto get_fixed_size_group(ParentGroup parent) {
  return chunked_partition<PartitionSize>(parent);
}
template <typename ParentGroup> auto get_tangle_group(ParentGroup parent) {
  return entangle(parent);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
