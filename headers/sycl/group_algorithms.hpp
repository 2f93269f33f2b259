// Group functions and algorithms on work-groups and sub-groups (SYCL 2020,
// 4.17.3 and 4.17.4). Every work-item of the group must call them together.
// Sub-groups may be partial: the last of a work-group often is.
#pragma once

#include <sycl/detail/group_exchange.hpp>
#include <sycl/detail/sub_group_parts.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>

#include <cstdint>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename T> struct is_group : std::false_type {};
template <int Dimensions>
struct is_group<group<Dimensions>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <typename T> inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {
template <typename Group, typename Result>
using for_group = std::enable_if_t<is_group_v<std::decay_t<Group>>, Result>;

/// Without the address space of a decorated pointer.
template <typename Pointer>
using element_of =
    typename plain<typename std::iterator_traits<Pointer>::value_type>::type;

/// Shortens the mandates of the algorithms.
template <typename Operation, typename T> constexpr void check_result() {
  static_assert(
      std::is_same_v<
          std::decay_t<std::invoke_result_t<Operation, const T &, const T &>>,
          T>,
      "the operation's result must have the type of its operands");
}

/// Returns what an algorithm without an initial value starts with.
template <typename Operation, typename T> constexpr T initial_value() {
  static_assert(has_known_identity_v<Operation, T>,
                "without an initial value the operation needs a known "
                "identity");
  return known_identity_v<Operation, T>;
}

/// The elements of [first, first + n) that fall to this work-item, each handed
/// to `use`.
template <typename Group, typename Size, typename Use>
__SYCL_ALWAYS_INLINE void for_each_mine(Group g, Size n, Use use) {
  const Size step = static_cast<Size>(g.get_local_linear_range());
  for (Size i = static_cast<Size>(g.get_local_linear_id()); i < n; i += step)
    use(i);
}

// Scans of ranges. Two algorithms in one: `Inclusive` or not. `carry` is what
// comes before the first element; it counts only if `has_carry`.

/// All work-items take an element each, then the next ones: neighbours access
/// neighbouring elements, and each turn has barriers. For GPUs.
template <bool Inclusive, typename Group, typename In, typename Out, typename T,
          typename Operation>
__SYCL_ALWAYS_INLINE Out scan_in_turns(Group g, In first, In last, Out result,
                                       Operation op, T carry, bool has_carry) {
  const auto n = last - first;
  const auto size = static_cast<decltype(n)>(g.get_local_linear_range());
  const auto id = static_cast<decltype(n)>(g.get_local_linear_id());
  for (decltype(last - first) base = 0; base < n; base += size) {
    const auto count = n - base < size ? n - base : size;
    // Those without an element scan along; nobody reads what comes of it.
    T before = carry;
    const T x = static_cast<T>(first[base + (id < count ? id : 0)]);
    const T sum = exchange_scan(g, x, op, before);
    const T total = exchange_broadcast(g, sum, count - 1);
    if (id < count) {
      if constexpr (Inclusive)
        result[base + id] = has_carry ? op(carry, sum) : sum;
      else
        result[base + id] = id == 0 ? carry : op(carry, before);
    }
    carry = has_carry ? op(carry, total) : total;
    has_carry = true;
  }
  return result + n;
}

/// Each work-item combines a share of neighbouring elements, and the group
/// scans these totals once, however many elements there are. No loop over
/// elements has a barrier, all work-items go round each loop as often, and there
/// is no return before a barrier: PoCL needs a multiple of its time for the
/// first, and gets the others wrong where the call is in a branch.
template <bool Inclusive, int D, typename In, typename Out, typename T,
          typename Operation>
__SYCL_INLINED_LATER Out scan_in_shares(group<D> g, In first, In last,
                                        Out result, Operation op, T carry,
                                        bool has_carry) {
  using difference = decltype(last - first);
  const difference n = last - first;
  const auto size = static_cast<difference>(g.get_local_linear_range());
  const auto id = static_cast<difference>(g.get_local_linear_id());
  const difference share = n / size + (n % size != 0 ? 1 : 0);
  const difference begin = id * share;
  // Those without an element scan along; nobody reads what comes of it.
  T total = begin < n ? static_cast<T>(first[begin]) : carry;
  for (difference k = 1; k < share; ++k)
    if (begin + k < n)
      total = op(total, static_cast<T>(first[begin + k]));
  T before = carry;
  exchange_scan(g, total, op, before);
  if (id == 0)
    before = carry;
  else if (has_carry)
    before = op(carry, before);
  bool has_before = id != 0 || has_carry;
  for (difference k = 0; k < share; ++k) {
    const difference i = begin + k;
    if (i < n) {
      const T x = static_cast<T>(first[i]);
      const T next = has_before ? op(before, x) : x;
      result[i] = Inclusive ? next : before;
      before = next;
      has_before = true;
    }
  }
  return result + n;
}

/// Sub-groups and parts of them.
template <bool Inclusive, typename Group, typename In, typename Out, typename T,
          typename Operation>
__SYCL_ALWAYS_INLINE Out scan_elements(Group g, In first, In last, Out result,
                                       Operation op, T carry, bool has_carry) {
  return scan_in_turns<Inclusive>(g, first, last, result, op, carry, has_carry);
}
template <bool Inclusive, int D, typename In, typename Out, typename T,
          typename Operation>
__SYCL_ALWAYS_INLINE Out scan_elements(group<D> g, In first, In last,
                                       Out result, Operation op, T carry,
                                       bool has_carry) {
  if (strategy() == group_strategy::sub_groups)
    return scan_in_turns<Inclusive>(g, first, last, result, op, carry,
                                    has_carry);
  return scan_in_shares<Inclusive>(g, first, last, result, op, carry,
                                   has_carry);
}

/// Reads elements that other work-items wrote, and writes what they will read.
template <bool Inclusive, typename Group, typename In, typename Out, typename T,
          typename Operation>
__SYCL_ALWAYS_INLINE Out joint_scan(Group g, In first, In last, Out result,
                                    Operation op, T carry, bool has_carry) {
  synchronize(g);
  const Out end =
      scan_elements<Inclusive>(g, first, last, result, op, carry, has_carry);
  synchronize(g);
  return end;
}
} // namespace detail

//===-- 4.17.3: group functions -------------------------------------------===//

template <typename Group, typename T>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
group_broadcast(Group g, T x, typename Group::linear_id_type from = 0) {
  detail::order_memory(g);
  return detail::exchange_broadcast(g, x, from);
}
template <typename Group, typename T>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
group_broadcast(Group g, T x, typename Group::id_type from) {
  return group_broadcast(g, x,
                         static_cast<typename Group::linear_id_type>(
                             detail::linearize(from, g.get_local_range())));
}

//===-- 4.17.4: sub-groups only -------------------------------------------===//

template <typename T>
__SYCL_ALWAYS_INLINE T select_from_group(sub_group g, T x,
                                         sub_group::id_type from) noexcept {
  detail::order_memory(g);
  return detail::shuffle(x, static_cast<std::uint32_t>(from[0]));
}

/// The x of the work-item `delta` further on; where there is none, unspecified.
template <typename T>
__SYCL_ALWAYS_INLINE T shift_group_left(
    sub_group g, T x, sub_group::linear_id_type delta = 1) noexcept {
  detail::order_memory(g);
  const std::uint32_t lane = g.get_local_linear_id();
  if (detail::has_lanes())
    return detail::shuffle(x, lane + delta);
  const std::uint32_t rest = g.get_local_linear_range() - lane;
  return detail::shuffle(x, delta < rest ? lane + delta : lane);
}

/// The x of the work-item `delta` before; where there is none, unspecified.
template <typename T>
__SYCL_ALWAYS_INLINE T shift_group_right(
    sub_group g, T x, sub_group::linear_id_type delta = 1) noexcept {
  detail::order_memory(g);
  const std::uint32_t lane = g.get_local_linear_id();
  return detail::shuffle(x, detail::has_lanes() || delta <= lane ? lane - delta
                                                                 : lane);
}

template <typename T>
__SYCL_ALWAYS_INLINE T permute_group_by_xor(
    sub_group g, T x, sub_group::linear_id_type mask) noexcept {
  detail::order_memory(g);
  const std::uint32_t lane = g.get_local_linear_id();
  const std::uint32_t from = lane ^ mask;
  return detail::shuffle(
      x,
      detail::has_lanes() || from < g.get_local_linear_range() ? from : lane);
}

//===-- 4.17.4: reduce ----------------------------------------------------===//

template <typename Group, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
reduce_over_group(Group g, T x, Operation op) {
  detail::check_result<Operation, T>();
  detail::order_memory(g);
  return detail::exchange_reduce(g, x, op);
}
template <typename Group, typename V, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
reduce_over_group(Group g, V x, T init, Operation op) {
  return op(init, reduce_over_group(g, static_cast<T>(x), op));
}

/// As many work-items take part as there are elements; an empty range gives
/// `init`.
template <typename Group, typename Pointer, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
joint_reduce(Group g, Pointer first, Pointer last, T init, Operation op) {
  detail::check_result<Operation, T>();
  const auto n = last - first;
  if (n <= 0)
    return init;
  detail::synchronize(g);
  // Whoever has no element of its own repeats none: it takes no part, which
  // only operations with an identity can say.
  if constexpr (has_known_identity_v<Operation, T>) {
    T sum = known_identity_v<Operation, T>;
    detail::for_each_mine(
        g, n, [&](auto i) { sum = op(sum, static_cast<T>(first[i])); });
    return op(init, detail::exchange_reduce(g, sum, op));
  } else {
    T before = init;
    T sum = init;
    const auto size = static_cast<decltype(n)>(g.get_local_linear_range());
    const auto id = static_cast<decltype(n)>(g.get_local_linear_id());
    for (decltype(last - first) base = 0; base < n; base += size) {
      const auto count = n - base < size ? n - base : size;
      const T x = static_cast<T>(first[base + (id < count ? id : 0)]);
      sum = op(sum, detail::exchange_broadcast(
                        g, detail::exchange_scan(g, x, op, before),
                        static_cast<std::size_t>(count - 1)));
    }
    return sum;
  }
}
template <typename Group, typename Pointer, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, detail::element_of<Pointer>>
joint_reduce(Group g, Pointer first, Pointer last, Operation op) {
  using T = detail::element_of<Pointer>;
  return joint_reduce(g, first, last, detail::initial_value<Operation, T>(),
                      op);
}

//===-- 4.17.4: scans -----------------------------------------------------===//

template <typename Group, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
inclusive_scan_over_group(Group g, T x, Operation op) {
  detail::check_result<Operation, T>();
  detail::order_memory(g);
  if constexpr (std::is_same_v<Group, sub_group>) {
    return detail::exchange_scan(g, x, op);
  } else {
    T before = x;
    return detail::exchange_scan(g, x, op, before);
  }
}
template <typename Group, typename V, typename Operation, typename T>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
inclusive_scan_over_group(Group g, V x, Operation op, T init) {
  return op(init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}

template <typename Group, typename V, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
exclusive_scan_over_group(Group g, V x, T init, Operation op) {
  detail::check_result<Operation, T>();
  detail::order_memory(g);
  T before = init;
  detail::exchange_scan(g, static_cast<T>(x), op, before);
  return g.leader() ? init : op(init, before);
}
template <typename Group, typename T, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, T>
exclusive_scan_over_group(Group g, T x, Operation op) {
  return exclusive_scan_over_group(g, x, detail::initial_value<Operation, T>(),
                                   op);
}

template <typename Group, typename In, typename Out, typename Operation,
          typename T>
__SYCL_ALWAYS_INLINE detail::for_group<Group, Out>
joint_inclusive_scan(Group g, In first, In last, Out result, Operation op,
                     T init) {
  detail::check_result<Operation, T>();
  return detail::joint_scan<true>(g, first, last, result, op, init, true);
}
template <typename Group, typename In, typename Out, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, Out>
joint_inclusive_scan(Group g, In first, In last, Out result, Operation op) {
  // Intermediate results have the type of the output: elements of another type
  // are widened before they are combined.
  using T = detail::element_of<Out>;
  detail::check_result<Operation, T>();
  if constexpr (std::is_default_constructible_v<T>) {
    return detail::joint_scan<true>(
        g, first, last, result, op,
        first == last ? T() : static_cast<T>(*first), false);
  } else {
    if (first == last)
      return result;
    return detail::joint_scan<true>(g, first, last, result, op,
                                    static_cast<T>(*first), false);
  }
}

template <typename Group, typename In, typename Out, typename T,
          typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, Out>
joint_exclusive_scan(Group g, In first, In last, Out result, T init,
                     Operation op) {
  detail::check_result<Operation, T>();
  return detail::joint_scan<false>(g, first, last, result, op, init, true);
}
template <typename Group, typename In, typename Out, typename Operation>
__SYCL_ALWAYS_INLINE detail::for_group<Group, Out>
joint_exclusive_scan(Group g, In first, In last, Out result, Operation op) {
  using T = detail::element_of<Out>;
  return joint_exclusive_scan(g, first, last, result,
                              detail::initial_value<Operation, T>(), op);
}

//===-- 4.17.4: any, all, none --------------------------------------------===//

namespace detail {
template <typename Group> __SYCL_ALWAYS_INLINE bool any_of(Group g, bool x) {
  return reduce_over_group(g, std::uint32_t(x), bit_or<std::uint32_t>()) != 0;
}
/// One word that whoever has a true value sets, and no loop: PoCL's time grows
/// by a factor with each loop of barriers in a kernel, which a reduction is.
template <int D> __SYCL_INLINED_LATER bool any_of(group<D> g, bool x) {
  if (strategy() != group_strategy::tree)
    return any_of<group<D>>(g, x);
  std::uint32_t *answer = scratch<std::uint32_t, 1>();
  if (g.leader())
    *answer = 0;
  group_barrier(g);
#ifdef __SYCL_DEVICE_ONLY__ // what the host has of it is never called
  if (x)
    __scoped_atomic_store_n(answer, 1u, __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_WRKGRP);
#else
  (void)x;
#endif
  group_barrier(g);
  const bool result = *answer != 0;
  group_barrier(g);
  return result;
}
} // namespace detail

template <typename Group>
__SYCL_ALWAYS_INLINE detail::for_group<Group, bool> any_of_group(Group g,
                                                                 bool x) {
  return detail::any_of(g, x);
}
template <typename Group>
__SYCL_ALWAYS_INLINE detail::for_group<Group, bool> all_of_group(Group g,
                                                                 bool x) {
  return !detail::any_of(g, !x);
}
template <typename Group>
__SYCL_ALWAYS_INLINE detail::for_group<Group, bool> none_of_group(Group g,
                                                                  bool x) {
  return !any_of_group(g, x);
}

// DECIDES: the answer of one element after which the others do not matter.
#define __SYCL_OF_GROUP(WHICH, DECIDES, OTHERWISE)                             \
  template <typename Group, typename T, typename Predicate>                    \
  __SYCL_ALWAYS_INLINE detail::for_group<Group, bool> WHICH##_of_group(        \
      Group g, T x, Predicate p) {                                             \
    return WHICH##_of_group(g, static_cast<bool>(p(x)));                       \
  }                                                                            \
  template <typename Group, typename Pointer, typename Predicate>              \
  __SYCL_ALWAYS_INLINE detail::for_group<Group, bool> joint_##WHICH##_of(      \
      Group g, Pointer first, Pointer last, Predicate p) {                     \
    detail::synchronize(g);                                                    \
    bool answer = OTHERWISE;                                                   \
    detail::for_each_mine(g, last - first, [&](auto i) {                       \
      if (static_cast<bool>(p(first[i])) == DECIDES)                           \
        answer = !OTHERWISE;                                                   \
    });                                                                        \
    return WHICH##_of_group(g, answer);                                        \
  }
__SYCL_OF_GROUP(any, true, false)
__SYCL_OF_GROUP(all, false, true)
__SYCL_OF_GROUP(none, true, false)
#undef __SYCL_OF_GROUP

} // namespace _V1
} // namespace sycl
