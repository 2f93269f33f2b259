// Group functions and algorithms on sub-groups (SYCL 2020, 4.17.3 and 4.17.4).
//
// All are made of one built-in, the read of another work-item's 32-bit word,
// so each target has one function to provide. Every work-item of the sub-group
// must call them together. Sub-groups may be partial: the last of a work-group
// often is.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/id.hpp>
#include <sycl/sub_group.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
/// The value that work-item `lane` of the sub-group gives. SPV_INTEL_subgroups.
SYCL_EXTERNAL __attribute__((convergent)) std::uint32_t
__spirv_SubgroupShuffleINTEL(std::uint32_t value, std::uint32_t lane) noexcept;
#endif

namespace sycl {
inline namespace _V1 {

namespace detail {

/// The x of work-item `lane`, which must exist.
template <typename T>
__SYCL_ALWAYS_INLINE T shuffle(const T &x,
                               [[maybe_unused]] std::uint32_t lane) noexcept {
  static_assert(std::is_trivially_copyable_v<T>,
                "only trivially copyable values travel between work-items");
#ifdef __SYCL_DEVICE_ONLY__
  constexpr std::size_t count = (sizeof(T) + 3) / 4;
  std::uint32_t words[count] = {};
  __builtin_memcpy(words, &x, sizeof(T));
  for (std::size_t i = 0; i < count; ++i)
    words[i] = __spirv_SubgroupShuffleINTEL(words[i], lane);
  T result = x;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
#else
  return x;
#endif
}

/// The inclusive scan, in steps that double.
template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T scan(sub_group g, T x, Operation op) noexcept {
  const std::uint32_t lane = g.get_local_linear_id();
  const std::uint32_t size = g.get_local_linear_range();
  for (std::uint32_t step = 1; step < size; step *= 2) {
    const T before = shuffle(x, lane >= step ? lane - step : lane);
    if (lane >= step)
      x = op(before, x);
  }
  return x;
}

} // namespace detail

template <typename T>
__SYCL_ALWAYS_INLINE T select_from_group(sub_group, T x,
                                         sub_group::id_type from) noexcept {
  return detail::shuffle(x, static_cast<std::uint32_t>(from[0]));
}

/// The x of the work-item `delta` further on; where there is none, unspecified.
template <typename T>
__SYCL_ALWAYS_INLINE T
shift_group_left(sub_group g, T x,
                 sub_group::linear_id_type delta = 1) noexcept {
  const std::uint32_t lane = g.get_local_linear_id();
  const std::uint32_t rest = g.get_local_linear_range() - lane;
  return detail::shuffle(x, delta < rest ? lane + delta : lane);
}

/// The x of the work-item `delta` before; where there is none, unspecified.
template <typename T>
__SYCL_ALWAYS_INLINE T
shift_group_right(sub_group g, T x,
                  sub_group::linear_id_type delta = 1) noexcept {
  const std::uint32_t lane = g.get_local_linear_id();
  return detail::shuffle(x, delta <= lane ? lane - delta : lane);
}

template <typename T>
__SYCL_ALWAYS_INLINE T permute_group_by_xor(
    sub_group g, T x, sub_group::linear_id_type mask) noexcept {
  const std::uint32_t lane = g.get_local_linear_id();
  const std::uint32_t from = lane ^ mask;
  return detail::shuffle(x, from < g.get_local_linear_range() ? from : lane);
}

template <typename T>
__SYCL_ALWAYS_INLINE T
group_broadcast(sub_group, T x, sub_group::linear_id_type from = 0) noexcept {
  return detail::shuffle(x, from);
}
template <typename T>
__SYCL_ALWAYS_INLINE T group_broadcast(sub_group g, T x,
                                       sub_group::id_type from) noexcept {
  return select_from_group(g, x, from);
}

template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T inclusive_scan_over_group(sub_group g, T x,
                                                 Operation op) noexcept {
  return detail::scan(g, x, op);
}
template <typename V, typename Operation, typename T>
__SYCL_ALWAYS_INLINE T inclusive_scan_over_group(sub_group g, V x, Operation op,
                                                 T init) noexcept {
  return op(init, detail::scan(g, static_cast<T>(x), op));
}

template <typename V, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exclusive_scan_over_group(sub_group g, V x, T init,
                                                 Operation op) noexcept {
  const T before = shift_group_right(g, detail::scan(g, static_cast<T>(x), op));
  return g.leader() ? init : op(init, before);
}

template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T reduce_over_group(sub_group g, T x,
                                         Operation op) noexcept {
  return detail::shuffle(detail::scan(g, x, op),
                         g.get_local_linear_range() - 1);
}
template <typename V, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T reduce_over_group(sub_group g, V x, T init,
                                         Operation op) noexcept {
  return op(init, reduce_over_group(g, static_cast<T>(x), op));
}

__SYCL_ALWAYS_INLINE bool any_of_group(sub_group g, bool x) noexcept {
  return reduce_over_group(g, std::uint32_t(x), bit_or<std::uint32_t>()) != 0;
}
__SYCL_ALWAYS_INLINE bool all_of_group(sub_group g, bool x) noexcept {
  return reduce_over_group(g, std::uint32_t(x), bit_and<std::uint32_t>()) != 0;
}
__SYCL_ALWAYS_INLINE bool none_of_group(sub_group g, bool x) noexcept {
  return !any_of_group(g, x);
}
#define __SYCL_OF_GROUP(NAME)                                                  \
  template <typename T, typename Predicate>                                    \
  __SYCL_ALWAYS_INLINE bool NAME(sub_group g, T x, Predicate p) noexcept {     \
    return NAME(g, static_cast<bool>(p(x)));                                   \
  }
__SYCL_OF_GROUP(any_of_group)
__SYCL_OF_GROUP(all_of_group)
__SYCL_OF_GROUP(none_of_group)
#undef __SYCL_OF_GROUP

} // namespace _V1
} // namespace sycl
