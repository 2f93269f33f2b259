// How the work-items of a group combine values: broadcast, reduce, scan, for
// sub-groups and for work-groups. The algorithms are made of these.
//
// Sub-groups: one built-in, the read of another work-item's 32-bit word.
// Work-groups: a few kilobytes of local memory that belong to these functions
// (__sycl_group_scratch), and one of three strategies, which the target picks:
//
//   serial      a work-item combines the values of all. Best on CPUs, where the
//               work-items of a group take turns anyway.
//   tree        in steps that double, with a barrier after each. For devices of
//               which nothing else is known; they may lack sub-groups.
//   sub_groups  within sub-groups first, then over their results. For GPUs.
//
// Every work-item of the group calls these functions together. A function's
// last barrier keeps the next one from writing what is still being read.
// Groups may have more work-items than fit into the memory; they take turns.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/group.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
/// The value that work-item `lane` of the sub-group gives. SPV_INTEL_subgroups.
SYCL_EXTERNAL __attribute__((convergent)) std::uint32_t
__spirv_SubgroupShuffleINTEL(std::uint32_t value, std::uint32_t lane) noexcept;

/// Local memory of the work-group for these functions alone, aligned for any
/// type. `bytes` is a constant; all calls of a kernel give the same memory.
extern "C" SYCL_EXTERNAL __attribute__((const, opencl_local)) char *
__sycl_group_scratch(std::size_t bytes) noexcept;

/// A detail::group_strategy; constant for each target.
extern "C" SYCL_EXTERNAL __attribute__((const)) std::uint32_t
__sycl_group_strategy() noexcept;
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

//===-- Sub-groups --------------------------------------------------------===//

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

template <typename T>
__SYCL_ALWAYS_INLINE T exchange_broadcast(sub_group, const T &x,
                                          std::size_t from) noexcept {
  return shuffle(x, static_cast<std::uint32_t>(from));
}

/// The inclusive scan, in steps that double. `before` becomes that of the
/// work-item before, where there is one.
template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exchange_scan(sub_group g, T x, Operation op,
                                     T &before) {
  const std::uint32_t lane = g.get_local_linear_id();
  const std::uint32_t size = g.get_local_linear_range();
  for (std::uint32_t step = 1; step < size; step *= 2) {
    const T other = shuffle(x, lane >= step ? lane - step : lane);
    if (lane >= step)
      x = op(other, x);
  }
  before = shuffle(x, lane == 0 ? 0 : lane - 1);
  return x;
}

template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exchange_reduce(sub_group g, T x, Operation op) {
  T before = x;
  return shuffle(exchange_scan(g, x, op, before),
                 g.get_local_linear_range() - 1);
}

//===-- Work-groups -------------------------------------------------------===//

enum class group_strategy : std::uint32_t { serial, tree, sub_groups };

__SYCL_ALWAYS_INLINE group_strategy strategy() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return static_cast<group_strategy>(__sycl_group_strategy());
#else
  return group_strategy::serial;
#endif
}

/// Work-groups have no more sub-groups than this.
inline constexpr std::size_t max_sub_groups = 128;
/// What the strategies other than sub_groups use.
inline constexpr std::size_t group_scratch_bytes = 8192;
template <typename T>
inline constexpr std::size_t scratch_slots = sizeof(T) < group_scratch_bytes
                                                 ? group_scratch_bytes /
                                                       sizeof(T)
                                                 : 1;

/// Count values of type T in the group's own local memory.
template <typename T, std::size_t Count>
__SYCL_ALWAYS_INLINE T *scratch() noexcept {
  static_assert(std::is_trivially_copyable_v<T>,
                "only trivially copyable values travel between work-items");
#ifdef __SYCL_DEVICE_ONLY__
  return (T *)(__attribute__((opencl_local))
               T *)__sycl_group_scratch(Count * sizeof(T));
#else
  return nullptr;
#endif
}

template <int D, typename T>
__SYCL_INLINED_LATER T exchange_broadcast(group<D> g, const T &x,
                                          std::size_t from) {
  T *slot = scratch<T, 1>();
  if (g.get_local_linear_id() == from)
    *slot = x;
  group_barrier(g);
  const T result = *slot;
  group_barrier(g);
  return result;
}

/// Combines `count` slots into the first.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE void reduce_slots(group<D> g, T *slots, std::size_t count,
                                       std::size_t i, Operation op) {
  if (strategy() == group_strategy::serial) {
    if (i == 0) {
      T sum = slots[0];
      for (std::size_t k = 1; k < count; ++k)
        sum = op(sum, slots[k]);
      slots[0] = sum;
    }
    group_barrier(g);
    return;
  }
  for (std::size_t step = 1; step < count; step *= 2) {
    if (i % (2 * step) == 0 && i + step < count)
      slots[i] = op(slots[i], slots[i + step]);
    group_barrier(g);
  }
}

/// Turns `count` slots into their inclusive scan.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE void scan_slots(group<D> g, T *slots, std::size_t count,
                                     std::size_t i, Operation op) {
  if (strategy() == group_strategy::serial) {
    if (i == 0)
      for (std::size_t k = 1; k < count; ++k)
        slots[k] = op(slots[k - 1], slots[k]);
    group_barrier(g);
    return;
  }
  for (std::size_t step = 1; step < count; step *= 2) {
    const bool changes = i >= step && i < count;
    T sum = slots[0];
    if (changes)
      sum = op(slots[i - step], slots[i]);
    group_barrier(g);
    if (changes)
      slots[i] = sum;
    group_barrier(g);
  }
}

/// The values of the first `size` work-items combined, for all of the group.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T reduce_first(group<D> g, const T &x, std::size_t size,
                                    Operation op) {
  constexpr std::size_t capacity = scratch_slots<T>;
  T *slots = scratch<T, capacity>();
  const std::size_t id = g.get_local_linear_id();
  T result = x;
  for (std::size_t first = 0; first < size; first += capacity) {
    const std::size_t rest = size - first;
    const std::size_t count = rest < capacity ? rest : capacity;
    if (id >= first && id - first < count)
      slots[id - first] = x;
    group_barrier(g);
    reduce_slots(g, slots, count, id - first, op);
    result = first == 0 ? slots[0] : op(result, slots[0]);
    group_barrier(g);
  }
  return result;
}

/// The total of each sub-group, for all of the group to read. Two barriers
/// belong around the reading.
template <typename T>
__SYCL_ALWAYS_INLINE T *share_sub_group_totals(sub_group s, const T &total) {
  T *totals = scratch<T, max_sub_groups>();
  if (s.get_local_linear_id() + 1 == s.get_local_linear_range())
    totals[s.get_group_linear_id()] = total;
  return totals;
}

template <int D, typename T, typename Operation>
__SYCL_INLINED_LATER T exchange_reduce(group<D> g, const T &x, Operation op) {
  if (strategy() != group_strategy::sub_groups)
    return reduce_first(g, x, g.get_local_linear_range(), op);
  const sub_group s = make_sub_group();
  T *totals = share_sub_group_totals(s, exchange_reduce(s, x, op));
  group_barrier(g);
  T result = totals[0];
  const std::uint32_t count = s.get_group_linear_range();
  for (std::uint32_t i = 1; i < count; ++i)
    result = op(result, totals[i]);
  group_barrier(g);
  return result;
}

template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T scan_in_scratch(group<D> g, const T &x, Operation op,
                                       T &before) {
  constexpr std::size_t capacity = scratch_slots<T>;
  T *slots = scratch<T, capacity>();
  const std::size_t id = g.get_local_linear_id();
  const std::size_t size = g.get_local_linear_range();
  T result = x, carry = x;
  for (std::size_t first = 0; first < size; first += capacity) {
    const std::size_t rest = size - first;
    const std::size_t count = rest < capacity ? rest : capacity;
    const std::size_t i = id - first;
    const bool here = id >= first && i < count;
    if (here)
      slots[i] = x;
    group_barrier(g);
    scan_slots(g, slots, count, i, op);
    if (here) {
      result = first == 0 ? slots[i] : op(carry, slots[i]);
      if (i != 0)
        before = first == 0 ? slots[i - 1] : op(carry, slots[i - 1]);
      else if (first != 0)
        before = carry;
    }
    carry = first == 0 ? slots[count - 1] : op(carry, slots[count - 1]);
    group_barrier(g);
  }
  return result;
}

template <int D, typename T, typename Operation>
__SYCL_INLINED_LATER T exchange_scan(group<D> g, T x, Operation op, T &before) {
  if (strategy() != group_strategy::sub_groups)
    return scan_in_scratch(g, x, op, before);
  const sub_group s = make_sub_group();
  x = exchange_scan(s, x, op, before);
  T *totals = share_sub_group_totals(s, x);
  group_barrier(g);
  const std::uint32_t mine = s.get_group_linear_id();
  if (mine != 0) {
    T sum = totals[0];
    for (std::uint32_t i = 1; i < mine; ++i)
      sum = op(sum, totals[i]);
    before = s.get_local_linear_id() == 0 ? sum : op(sum, before);
    x = op(sum, x);
  }
  group_barrier(g);
  return x;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
