// How the work-items of a group combine values: broadcast, reduce, scan, for
// sub-groups and for work-groups. The algorithms are made of these.
//
// Sub-groups: one built-in, the read of another work-item's 32-bit word.
// Work-groups: a few kilobytes of local memory that belong to these functions
// (__sycl_group_scratch), and one of three strategies, which the target picks:
//
//   serial      a work-item combines the values of all. Best on CPUs, where the
//               work-items of a group take turns anyway. Numbers are combined by
//               a built-in, __sycl_group_combine.
//   tree        in steps that double, with a barrier after each. For devices of
//               which nothing else is known; they may lack sub-groups.
//   sub_groups  within sub-groups first, then over their results. For GPUs.
//
// Every work-item of the group calls these functions together. A function's
// last barrier keeps the next one from writing what is still being read.
// Groups may have more work-items than fit into the memory; they take turns.
#pragma once

#include <sycl/atomic_fence.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/vector_scan.hpp>
#include <sycl/functional.hpp>
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

/// The values of all work-items of the work-group, combined in any order, where
/// the strategy is serial: the loop over the work-items builds up one sum.
/// `operation` is a constant, a detail::group_operation.
extern "C" SYCL_EXTERNAL __attribute__((convergent)) std::uint32_t
__sycl_group_combine_u32(std::uint32_t operation, std::uint32_t x) noexcept;
extern "C" SYCL_EXTERNAL __attribute__((convergent)) std::uint64_t
__sycl_group_combine_u64(std::uint32_t operation, std::uint64_t x) noexcept;
extern "C" SYCL_EXTERNAL __attribute__((convergent)) float
__sycl_group_combine_f32(std::uint32_t operation, float x) noexcept;
extern "C" SYCL_EXTERNAL __attribute__((convergent)) double
__sycl_group_combine_f64(std::uint32_t operation, double x) noexcept;

/// Returns a detail::group_strategy; constant for each target.
extern "C" SYCL_EXTERNAL __attribute__((const)) std::uint32_t
__sycl_group_strategy() noexcept;
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class group_strategy : std::uint32_t { serial, tree, sub_groups };

__SYCL_ALWAYS_INLINE group_strategy strategy() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return static_cast<group_strategy>(__sycl_group_strategy());
#else
  return group_strategy::serial;
#endif
}

/// Returns the values of all work-items of the work-group combined. For the
/// serial strategy.
template <typename Op, typename T>
__SYCL_ALWAYS_INLINE T combine_in_group([[maybe_unused]] const T &x) noexcept {
  static_assert(has_group_operation_v<Op, T>);
#ifdef __SYCL_DEVICE_ONLY__
  constexpr auto operation =
      static_cast<std::uint32_t>(group_operation_of<Op, T>());
  if constexpr (std::is_same_v<T, float>)
    return __sycl_group_combine_f32(operation, x);
  else if constexpr (std::is_same_v<T, double>)
    return __sycl_group_combine_f64(operation, x);
  else if constexpr (sizeof(T) <= 4)
    // Signed numbers are extended as such.
    return static_cast<T>(
        __sycl_group_combine_u32(operation, static_cast<std::uint32_t>(x)));
  else
    return static_cast<T>(
        __sycl_group_combine_u64(operation, static_cast<std::uint64_t>(x)));
#else
  return x;
#endif
}

//===-- Synchronization ---------------------------------------------------===//
// What the work-items of a group did before a group function happens before
// what they do after it, and before an algorithm on a range begins (SYCL
// 2020, 4.17.3).

template <int D> __SYCL_ALWAYS_INLINE void synchronize(group<D> g) noexcept {
  group_barrier(g);
}
__SYCL_ALWAYS_INLINE void synchronize(sub_group g) noexcept {
  group_barrier(g);
}

/// What an exchange of values lacks for it. That of a work-group has barriers.
template <int D> __SYCL_ALWAYS_INLINE void order_memory(group<D>) noexcept {}
/// A shuffle is an instruction of registers, and compilers move accesses over
/// it. Where work-items take turns, all come to it before one goes on.
__SYCL_ALWAYS_INLINE void order_memory(sub_group g) noexcept {
  if (strategy() == group_strategy::sub_groups)
    group_barrier(g);
  else if (strategy() == group_strategy::tree)
    atomic_fence(memory_order::acq_rel, memory_scope::sub_group);
}

//===-- Sub-groups --------------------------------------------------------===//

/// Returns the x of work-item `lane`, which must exist.
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

/// Where a shuffle is one instruction of sub-groups whose size is constant, but
/// for the last one of a work-group, and takes the number of any lane.
__SYCL_ALWAYS_INLINE bool has_lanes() noexcept {
  return strategy() == group_strategy::sub_groups;
}

/// Returns the inclusive scan, in steps that double.
template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exchange_scan(sub_group g, T x, Operation op) {
  const std::uint32_t lane = g.get_local_linear_id();
  // Lanes that do not exist change nothing; a constant number of steps needs no
  // loop, and is the same for all sub-groups.
  const std::uint32_t size = strategy() != group_strategy::tree
                                 ? g.get_max_local_range()[0]
                                 : g.get_local_linear_range();
  for (std::uint32_t step = 1; step < size; step *= 2) {
    const T other =
        shuffle(x, has_lanes() || lane >= step ? lane - step : lane);
    if (lane >= step)
      x = op(other, x);
  }
  return x;
}

/// `before` becomes that of the work-item before, where there is one.
template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exchange_scan(sub_group g, T x, Operation op,
                                     T &before) {
  const std::uint32_t lane = g.get_local_linear_id();
  x = exchange_scan(g, x, op);
  before = shuffle(x, lane == 0 ? 0 : lane - 1);
  return x;
}

template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T exchange_reduce(sub_group g, T x, Operation op) {
  const std::uint32_t size = g.get_local_linear_range();
  if (has_lanes() && size == g.get_max_local_range()[0]) {
    // Neighbours, pairs of neighbours and so on; each combines in the order of
    // the lanes, so that all have the same result.
    const std::uint32_t lane = g.get_local_linear_id();
    for (std::uint32_t step = 1; step < g.get_max_local_range()[0]; step *= 2) {
      const T other = shuffle(x, lane ^ step);
      x = lane & step ? op(other, x) : op(x, other);
    }
    return x;
  }
  return shuffle(exchange_scan(g, x, op), size - 1);
}

//===-- Work-groups -------------------------------------------------------===//

/// Work-groups have no more sub-groups than this.
inline constexpr std::size_t max_sub_groups = 128;
/// No target has larger groups (features/conditions/device_limits.h).
inline constexpr std::size_t largest_serial_group = 8192;
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

/// The x of one work-item for all of the group: the words of the others are
/// zeros. For the serial strategy.
template <typename T>
__SYCL_ALWAYS_INLINE T combine_broadcast(const T &x, bool is_mine) noexcept {
  using word = std::conditional_t<sizeof(T) % sizeof(std::uint64_t) == 0,
                                  std::uint64_t, std::uint32_t>;
  constexpr std::size_t count = (sizeof(T) + sizeof(word) - 1) / sizeof(word);
  word words[count] = {};
  __builtin_memcpy(words, &x, sizeof(T));
  for (std::size_t i = 0; i < count; ++i)
    words[i] = combine_in_group<bit_or<>>(is_mine ? words[i] : word(0));
  T result = x;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

template <int D, typename T>
__SYCL_INLINED_LATER T exchange_broadcast(group<D> g, const T &x,
                                          std::size_t from) {
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= 16)
    if (strategy() == group_strategy::serial)
      return combine_broadcast(x, g.get_local_linear_id() == from);
  T *slot = scratch<T, 1>();
  if (g.get_local_linear_id() == from)
    *slot = x;
  group_barrier(g);
  const T result = *slot;
  group_barrier(g);
  return result;
}

/// The work-items of a group take turns at the slots, `capacity` at a time, and
/// each turn takes rounds with a barrier after each: first all write, then they
/// combine in steps that double, then all read. It is one loop with one barrier
/// because drivers that make loops of barriers (PoCL) need a multiple of their
/// time for loops within loops, for each call in a kernel again.
class tree_rounds {
public:
  __SYCL_ALWAYS_INLINE tree_rounds(std::size_t id, std::size_t size,
                                   std::size_t capacity) noexcept
      : id(id), size(size), capacity(capacity) {}

  __SYCL_ALWAYS_INLINE bool ended() const noexcept { return first >= size; }
  __SYCL_ALWAYS_INLINE bool writes() const noexcept { return step == 0; }
  __SYCL_ALWAYS_INLINE bool combines() const noexcept { return step < count(); }
  __SYCL_ALWAYS_INLINE bool is_first_turn() const noexcept {
    return first == 0;
  }
  /// Returns how many work-items this turn is of.
  __SYCL_ALWAYS_INLINE std::size_t count() const noexcept {
    const std::size_t rest = size - first;
    return rest < capacity ? rest : capacity;
  }
  /// This work-item's slot. Out of bounds unless it is its turn.
  __SYCL_ALWAYS_INLINE std::size_t slot() const noexcept { return id - first; }
  __SYCL_ALWAYS_INLINE bool is_here() const noexcept {
    return id >= first && slot() < count();
  }
  __SYCL_ALWAYS_INLINE std::size_t distance() const noexcept { return step; }

  __SYCL_ALWAYS_INLINE void next() noexcept {
    if (step >= count()) {
      first += capacity;
      step = 0;
    } else {
      step = step == 0 ? 1 : 2 * step;
    }
  }

private:
  std::size_t id, size, capacity;
  std::size_t first = 0;
  /// 0: writing. Below count(): combining with the slot so far away.
  std::size_t step = 0;
};

template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T reduce_tree(group<D> g, const T &x, std::size_t size,
                                   Operation op) {
  T *slots = scratch<T, scratch_slots<T>>();
  T result = x;
  for (tree_rounds round(g.get_local_linear_id(), size, scratch_slots<T>);
       !round.ended(); round.next()) {
    const std::size_t i = round.slot();
    if (round.writes()) {
      if (round.is_here())
        slots[i] = x;
    } else if (round.combines()) {
      const std::size_t step = round.distance();
      if (i % (2 * step) == 0 && i + step < round.count())
        slots[i] = op(slots[i], slots[i + step]);
    } else {
      result = round.is_first_turn() ? slots[0] : op(result, slots[0]);
    }
    group_barrier(g);
  }
  return result;
}

/// Whether several sums side by side are faster than one.
template <typename Operation, typename T>
inline constexpr bool has_slow_steps_v =
    is_number_v<T> && !std::is_integral_v<T> &&
    has_known_identity_v<Operation, T>;

/// Returns `count` values, at least one, combined. An addition of
/// floating-point numbers takes several cycles, and their order is open to SYCL
/// (4.17.4.5) but not to the compiler: eight sums side by side do not wait for
/// each other, and are a vector.
template <typename T, typename Operation>
__SYCL_ALWAYS_INLINE T combine_all(const T *values, std::size_t count,
                                   Operation op) {
  constexpr std::size_t side_by_side = 8;
  std::size_t next = 1;
  T result = values[0];
  if constexpr (has_slow_steps_v<Operation, T>)
    if (count >= 2 * side_by_side) {
      T sums[side_by_side];
      for (std::size_t k = 0; k < side_by_side; ++k)
        sums[k] = values[k];
      for (next = side_by_side; next + side_by_side <= count;
           next += side_by_side)
        for (std::size_t k = 0; k < side_by_side; ++k)
          sums[k] = op(sums[k], values[next + k]);
      result = sums[0];
      for (std::size_t k = 1; k < side_by_side; ++k)
        result = op(result, sums[k]);
    }
  for (; next < count; ++next)
    result = op(result, values[next]);
  return result;
}

/// Returns the inclusive scan; `before` becomes that of the work-item before,
/// where there is one. For the serial strategy: between two barriers the
/// work-items come in the order of their linear ids.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T scan_in_turn(group<D> g, const T &x, Operation op,
                                    T &before) {
  T *last = scratch<T, 1>();
  T result = x;
  group_barrier(g);
  if (g.get_local_linear_id() != 0) {
    before = *last;
    result = op(before, x);
  }
  *last = result;
  group_barrier(g);
  return result;
}

#ifdef __SYCL_DEVICE_ONLY__
/// The same, where the first work-item scans the values of all. What others read
/// is written between the barriers alone, and no other function writes there: no
/// barrier belongs behind the reading.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T scan_in_vectors(group<D> g, const T &x, T &before) {
  T *results = scratch<T, scratch_slots<T> + 2 * largest_serial_group>() +
               scratch_slots<T>;
  T *values = results + largest_serial_group;
  const std::size_t id = g.get_local_linear_id();
  values[id] = x;
  group_barrier(g);
  if (id == 0)
    vector_scan<Operation, T>::run(values, results, g.get_local_linear_range());
  group_barrier(g);
  if (id != 0)
    before = results[id - 1];
  return results[id];
}
#endif

/// The values of all work-items combined, for all of the group.
template <int D, typename T, typename Operation>
__SYCL_ALWAYS_INLINE T reduce_in_scratch(group<D> g, const T &x, Operation op) {
  const std::size_t size = g.get_local_linear_range();
  if (strategy() == group_strategy::tree)
    return reduce_tree(g, x, size, op);
  if constexpr (!has_slow_steps_v<Operation, T>) {
    T before = x;
    scan_in_turn(g, x, op, before);
    const T result = *scratch<T, 1>();
    group_barrier(g);
    return result;
  }
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
    if (id == first)
      slots[0] = combine_all(slots, count, op);
    group_barrier(g);
    result = first == 0 ? slots[0] : op(result, slots[0]);
    group_barrier(g);
  }
  return result;
}

/// Returns the total of each sub-group, for all of the group to read. Two
/// barriers belong around the reading.
template <typename T>
__SYCL_ALWAYS_INLINE T *share_sub_group_totals(sub_group s, const T &total) {
  T *totals = scratch<T, max_sub_groups>();
  if (s.get_local_linear_id() + 1 == s.get_local_linear_range())
    totals[s.get_group_linear_id()] = total;
  return totals;
}

template <int D, typename T, typename Operation>
__SYCL_INLINED_LATER T exchange_reduce(group<D> g, const T &x, Operation op) {
  if constexpr (has_group_operation_v<Operation, T>)
    if (strategy() == group_strategy::serial)
      return combine_in_group<Operation>(x);
  if (strategy() != group_strategy::sub_groups)
    return reduce_in_scratch(g, x, op);
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
__SYCL_ALWAYS_INLINE T scan_tree(group<D> g, const T &x, Operation op,
                                 T &before) {
  T *slots = scratch<T, scratch_slots<T>>();
  T result = x, carry = x, sum = x;
  // A step reads in one round and writes in the next.
  bool has_read = false;
  tree_rounds round(g.get_local_linear_id(), g.get_local_linear_range(),
                    scratch_slots<T>);
  while (!round.ended()) {
    const std::size_t i = round.slot();
    bool reads = false;
    if (round.writes()) {
      if (round.is_here())
        slots[i] = x;
    } else if (round.combines()) {
      const std::size_t step = round.distance();
      const bool changes = round.is_here() && i >= step;
      reads = !has_read;
      if (changes && reads)
        sum = op(slots[i - step], slots[i]);
      else if (changes)
        slots[i] = sum;
    } else {
      const bool is_first = round.is_first_turn();
      if (round.is_here()) {
        result = is_first ? slots[i] : op(carry, slots[i]);
        if (i != 0)
          before = is_first ? slots[i - 1] : op(carry, slots[i - 1]);
        else if (!is_first)
          before = carry;
      }
      const T &last = slots[round.count() - 1];
      carry = is_first ? last : op(carry, last);
    }
    group_barrier(g);
    has_read = reads;
    if (!reads)
      round.next();
  }
  return result;
}

template <int D, typename T, typename Operation>
__SYCL_INLINED_LATER T exchange_scan(group<D> g, T x, Operation op, T &before) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (has_vector_scan_v<Operation, T>)
    if (strategy() == group_strategy::serial)
      return scan_in_vectors<D, T, Operation>(g, x, before);
#endif
  if (strategy() == group_strategy::serial)
    return scan_in_turn(g, x, op, before);
  if (strategy() == group_strategy::tree)
    return scan_tree(g, x, op, before);
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
