// Parts of sub-groups (sycl_ext_oneapi_non_uniform_groups): how their
// work-items exchange values. The algorithms of groups are made of these, as of
// those of group_exchange.hpp.
//
// A part is a set of the sub-group's work-items, as bits, and each built-in is
// told the set: the work-items of one part call it together, others may be
// elsewhere.
#pragma once

#include <sycl/detail/group_exchange.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
/// The value that work-item `lane` of the sub-group gives, one of `members`.
extern "C" SYCL_EXTERNAL __attribute__((convergent)) std::uint32_t
__sycl_exchange_among(std::uint32_t value, std::uint32_t lane,
                      std::uint64_t members) noexcept;
/// Returns when all members have called it.
extern "C" SYCL_EXTERNAL __attribute__((convergent)) void
__sycl_barrier_among(std::uint32_t memory_scope, std::uint32_t semantics,
                     std::uint64_t members) noexcept;
/// Work-items of the sub-group that execute the call at one time; this one at
/// least.
extern "C" SYCL_EXTERNAL __attribute__((convergent)) std::uint64_t
__sycl_executing_together() noexcept;
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Specialized for the classes of parts.
template <typename T> inline constexpr bool is_sub_group_part = false;
template <typename Part, typename Result>
using for_part = std::enable_if_t<is_sub_group_part<Part>, Result>;

/// Of part objects: which work-items of the sub-group they are.
struct part_access {
  template <typename Part>
  static std::uint64_t members(const Part &part) noexcept {
    return part.members_;
  }
};

__SYCL_ALWAYS_INLINE std::uint64_t lanes_below(std::uint32_t lane) noexcept {
  return lane < 64 ? (std::uint64_t(1) << lane) - 1 : ~std::uint64_t(0);
}
__SYCL_ALWAYS_INLINE std::uint32_t first_lane(std::uint64_t lanes) noexcept {
  return static_cast<std::uint32_t>(__builtin_ctzll(lanes));
}
__SYCL_ALWAYS_INLINE std::uint32_t last_lane(std::uint64_t lanes) noexcept {
  return static_cast<std::uint32_t>(63 - __builtin_clzll(lanes));
}
__SYCL_ALWAYS_INLINE std::uint32_t count_lanes(std::uint64_t lanes) noexcept {
  return static_cast<std::uint32_t>(__builtin_popcountll(lanes));
}

/// Work-item `lane` of the sub-group, as a part has it by number. Numbers that
/// the part does not have are of its last.
template <typename Part>
__SYCL_ALWAYS_INLINE std::uint32_t lane_of(const Part &part,
                                           std::size_t number) noexcept {
  std::uint64_t rest = part_access::members(part);
  if constexpr (Part::is_contiguous)
    return first_lane(rest) + static_cast<std::uint32_t>(number);
  for (; number != 0 && (rest & (rest - 1)) != 0; --number)
    rest &= rest - 1;
  return first_lane(rest);
}

template <typename Part>
__SYCL_ALWAYS_INLINE for_part<Part, void>
barrier_among([[maybe_unused]] const Part &part,
              [[maybe_unused]] memory_scope scope) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  __sycl_barrier_among(to_spirv(scope),
                       spirv_semantics::acquire_release |
                           spirv_semantics::sub_group_memory |
                           spirv_semantics::work_group_memory |
                           spirv_semantics::cross_work_group_memory,
                       part_access::members(part));
#endif
}
template <typename Part>
__SYCL_ALWAYS_INLINE for_part<Part, void>
synchronize(const Part &part) noexcept {
  barrier_among(part, Part::fence_scope);
}
template <typename Part>
__SYCL_ALWAYS_INLINE for_part<Part, void>
order_memory(const Part &part) noexcept {
  if (strategy() != group_strategy::serial)
    synchronize(part);
}

/// Returns the x of the member that is work-item `lane` of the sub-group.
template <typename Part, typename T>
__SYCL_ALWAYS_INLINE T exchange_among([[maybe_unused]] const Part &part,
                                      const T &x,
                                      [[maybe_unused]] std::uint32_t lane) {
  static_assert(std::is_trivially_copyable_v<T>,
                "only trivially copyable values travel between work-items");
#ifdef __SYCL_DEVICE_ONLY__
  const std::uint64_t members = part_access::members(part);
  constexpr std::size_t count = (sizeof(T) + 3) / 4;
  std::uint32_t words[count] = {};
  __builtin_memcpy(words, &x, sizeof(T));
  for (std::size_t i = 0; i < count; ++i)
    words[i] = __sycl_exchange_among(words[i], lane, members);
  T result = x;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
#else
  return x;
#endif
}

template <typename Part, typename T>
__SYCL_ALWAYS_INLINE for_part<Part, T>
exchange_broadcast(const Part &part, const T &x, std::size_t from) {
  return exchange_among(part, x, lane_of(part, from));
}

/// In steps that double. Where the member is that is a step before, is
/// exchanged along: the first stands for those that have none.
template <typename Part, typename T, typename Operation>
__SYCL_ALWAYS_INLINE for_part<Part, T> exchange_scan(const Part &part, T x,
                                                     Operation op, T &before) {
  const std::uint32_t number = part.get_local_linear_id();
  const std::uint32_t size = part.get_local_linear_range();
  const std::uint32_t lane = query_sub_group_local_id();
  const std::uint64_t lower = part_access::members(part) & lanes_below(lane);
  const std::uint32_t previous = lower != 0 ? last_lane(lower) : lane;
  std::uint32_t from = previous;
  for (std::uint32_t step = 1; step < size; step *= 2) {
    const T other = exchange_among(part, x, from);
    from = exchange_among(part, from, from);
    if (number >= step)
      x = op(other, x);
  }
  before = exchange_among(part, x, previous);
  return x;
}

template <typename Part, typename T, typename Operation>
__SYCL_ALWAYS_INLINE for_part<Part, T> exchange_reduce(const Part &part, T x,
                                                       Operation op) {
  T before = x;
  return exchange_among(part, exchange_scan(part, x, op, before),
                        last_lane(part_access::members(part)));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
