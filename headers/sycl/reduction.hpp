// Reductions (SYCL 2020, 4.9.2).
//
// Each work-item builds up a value of its own, each work-group combines those
// of its items in local memory and stores one, and a second kernel of one
// work-group combines these with the variable. No atomics, so any type and
// operation will do, and a launch gives the same bits each time.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/group_exchange.hpp>
#include <sycl/detail/local_memory.hpp>
#include <sycl/detail/partial_result.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/exception.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

/// What a kernel puts its values into. Dimensions is 1 for a span of variables.
template <typename T, typename BinaryOperation, int Dimensions = 0,
          std::size_t Extent = 1, bool HasIdentity = true>
class reducer;

template <typename T, typename BinaryOperation, bool HasIdentity>
class reducer<T, BinaryOperation, 0, 1, HasIdentity> {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 0;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  reducer &combine(const T &x) {
    mine_->add(op_, x);
    return *this;
  }
  template <bool H = HasIdentity, typename = std::enable_if_t<H>>
  T identity() const {
    return identity_.value;
  }

#define __SYCL_REDUCER_OPERATOR(SIGN, OPERATION)                               \
  template <typename Op = BinaryOperation,                                     \
            typename = std::enable_if_t<std::is_same_v<Op, OPERATION<T>> ||    \
                                        std::is_same_v<Op, OPERATION<>>>>      \
  reducer &operator SIGN(const T &x) {                                         \
    return combine(x);                                                         \
  }
  __SYCL_REDUCER_OPERATOR(+=, plus)
  __SYCL_REDUCER_OPERATOR(*=, multiplies)
  __SYCL_REDUCER_OPERATOR(&=, bit_and)
  __SYCL_REDUCER_OPERATOR(|=, bit_or)
  __SYCL_REDUCER_OPERATOR(^=, bit_xor)
#undef __SYCL_REDUCER_OPERATOR
  template <typename Op = BinaryOperation,
            typename = std::enable_if_t<std::is_integral_v<T> &&
                                        (std::is_same_v<Op, plus<T>> ||
                                         std::is_same_v<Op, plus<>>)>>
  reducer &operator++() {
    return combine(T(1));
  }
  template <typename Op = BinaryOperation,
            typename = std::enable_if_t<std::is_integral_v<T> &&
                                        (std::is_same_v<Op, plus<T>> ||
                                         std::is_same_v<Op, plus<>>)>>
  void operator++(int) {
    combine(T(1));
  }

  using partial = detail::partial_result<T, HasIdentity>;
  /// Made by the runtime's kernels.
  reducer(const BinaryOperation &op, const partial &identity, partial *mine)
      : op_(op), identity_(identity), mine_(mine) {}

private:
  BinaryOperation op_;
  partial identity_;
  partial *mine_;
};

template <typename T, typename BinaryOperation, std::size_t Extent,
          bool HasIdentity>
class reducer<T, BinaryOperation, 1, Extent, HasIdentity> {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 1;
  using element = reducer<T, BinaryOperation, 0, 1, HasIdentity>;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  element operator[](std::size_t i) const {
    return element(op_, identity_, mine_ + i);
  }
  template <bool H = HasIdentity, typename = std::enable_if_t<H>>
  T identity() const {
    return identity_.value;
  }

  using partial = detail::partial_result<T, HasIdentity>;
  reducer(const BinaryOperation &op, const partial &identity, partial *mine)
      : op_(op), identity_(identity), mine_(mine) {}

private:
  BinaryOperation op_;
  partial identity_;
  partial *mine_;
};

namespace detail {

/// As many copies of a value, which need not have a default.
template <typename T, std::size_t Count> struct copies { T values[Count]; };
template <typename T, std::size_t... I>
__SYCL_ALWAYS_INLINE copies<T, sizeof...(I)>
copies_of(const T &value, std::index_sequence<I...>) {
  return {{(static_cast<void>(I), value)...}};
}

/// What sycl::reduction returns, and what kernels get of it.
template <typename T, typename Op, int Dimensions, std::size_t Extent,
          bool HasIdentity>
struct reduction_state {
  using partial = partial_result<T, HasIdentity>;
  using reducer_type = reducer<T, Op, Dimensions, Extent, HasIdentity>;
  static constexpr std::size_t extent = Extent;

  Op op;
  partial start; // the identity, or no value
  T *target;
  bool keep; // the variable's old value takes part
  partial *partials = nullptr; // `extent` of each work-group
  std::size_t groups = 0;
  std::size_t scratch = 0; // local memory, `extent` for each work-item

  /// What a work-item begins with: `start`, or a constant, so that nothing is
  /// left of what is combined with it.
  __SYCL_ALWAYS_INLINE partial identity() const {
    if constexpr (HasIdentity && has_known_identity_v<Op, T>)
      return partial::of(known_identity_v<Op, T>);
    else
      return start;
  }

  static __SYCL_ALWAYS_INLINE copies<partial, Extent>
  all_of(const partial &value) {
    return copies_of(value, std::make_index_sequence<Extent>());
  }

  /// The values of all work-items of the group; *out is written in one.
  template <typename Group>
  __SYCL_ALWAYS_INLINE void gather(const Group &g, const partial *mine,
                                   partial *out) const {
    if constexpr (HasIdentity && has_group_operation_v<Op, T> && Extent <= 8)
      if (strategy() == group_strategy::serial) {
        for (std::size_t e = 0; e < Extent; ++e) {
          const T total = combine_in_group<Op>(mine[e].value);
          if (g.leader())
            out[e].value = total;
        }
        return;
      }
    partial *all = local_memory<partial>(scratch);
    const std::size_t item = g.get_local_linear_id();
    const std::size_t size = g.get_local_linear_range();
    for (std::size_t e = 0; e < Extent; ++e)
      all[e * size + item] = mine[e];
    group_barrier(g);
    if (strategy() == group_strategy::serial) {
      if (item == 0)
        for (std::size_t e = 0; e < Extent; ++e) {
          partial total = all[e * size];
          for (std::size_t i = 1; i < size; ++i)
            total.merge(op, all[e * size + i]);
          out[e] = total;
        }
      return;
    }
    for (std::size_t n = size; n > 1;) {
      const std::size_t half = (n + 1) / 2;
      if (item + half < n)
        for (std::size_t e = 0; e < Extent; ++e)
          all[e * size + item].merge(op, all[e * size + item + half]);
      group_barrier(g);
      n = half;
    }
    if (item == 0)
      for (std::size_t e = 0; e < Extent; ++e)
        out[e] = all[e * size];
  }

  template <typename Group>
  __SYCL_ALWAYS_INLINE void finish(const Group &g) const {
    auto mine = all_of(start);
    auto result = mine;
    for (std::size_t i = g.get_local_linear_id(); i < groups;
         i += g.get_local_linear_range())
      for (std::size_t e = 0; e < Extent; ++e)
        mine.values[e].merge(op, partials[i * Extent + e]);
    gather(g, mine.values, result.values);
    if (g.leader())
      for (std::size_t e = 0; e < Extent; ++e)
        result.values[e].store(op, target + e, keep);
  }
};

template <typename T> inline constexpr bool is_reduction = false;
template <typename T, typename Op, int D, std::size_t E, bool H>
inline constexpr bool is_reduction<reduction_state<T, Op, D, E, H>> = true;

/// All but the last, which is the functor, must be reductions.
template <typename... Rest> struct reductions_then_functor : std::false_type {};
template <typename First, typename Second>
struct reductions_then_functor<First, Second>
    : std::bool_constant<is_reduction<First> && !is_reduction<Second>> {};
template <typename First, typename Second, typename Third, typename... Rest>
struct reductions_then_functor<First, Second, Third, Rest...>
    : std::bool_constant<
          is_reduction<First> &&
          reductions_then_functor<Second, Third, Rest...>::value> {};

template <typename... Rest>
using require_reductions =
    std::enable_if_t<reductions_then_functor<Rest...>::value, int>;

template <typename... States> struct reduction_pack;
template <> struct reduction_pack<> {
  /// Calls body(reducers...), then combines what they got.
  template <typename Group, typename Body, typename... Reducers>
  __SYCL_ALWAYS_INLINE void run(const Group &, const Body &body,
                                Reducers &...reducers) const {
    body(reducers...);
  }
  template <typename Group>
  __SYCL_ALWAYS_INLINE void finish(const Group &) const {}
};
template <typename First, typename... Rest>
struct reduction_pack<First, Rest...> {
  First first;
  reduction_pack<Rest...> rest;

  template <typename Group, typename Body, typename... Reducers>
  __SYCL_ALWAYS_INLINE void run(const Group &g, const Body &body,
                                Reducers &...reducers) const {
    const auto identity = first.identity();
    auto mine = First::all_of(identity);
    typename First::reducer_type own(first.op, identity, mine.values);
    rest.run(g, body, reducers..., own);
    first.gather(g, mine.values,
                 first.partials + g.get_group_linear_id() * First::extent);
  }
  template <typename Group>
  __SYCL_ALWAYS_INLINE void finish(const Group &g) const {
    first.finish(g);
    rest.finish(g);
  }
};

} // namespace detail

// As far as what they are made of is: a pair is device copyable, but what
// contains one is so only if it says so.
template <typename T, typename Op, int D, std::size_t E, bool H>
struct is_device_copyable<detail::reduction_state<T, Op, D, E, H>>
    : std::bool_constant<is_device_copyable_v<T> && is_device_copyable_v<Op>> {
};
template <typename... States>
struct is_device_copyable<detail::reduction_pack<States...>>
    : std::bool_constant<(is_device_copyable_v<States> && ...)> {};

namespace detail {

/// A range kernel with reductions: fewer work-items than the range has, each
/// with a part of it. Handler is kernel_handler or nothing.
template <typename Functor, int Dimensions, typename Pack, typename... Handler>
struct range_reduction {
  using wrapped_functor = Functor; // for the compiler
  Functor f;
  range<Dimensions> r;
  Pack pack;
  // CPUs: neighbours go to one work-item. Others: to as many as there are.
  bool blocked;

  __SYCL_ALWAYS_INLINE void operator()(nd_item<1> it,
                                       Handler... handler) const {
    const std::size_t total = r.size();
    const std::size_t item = it.get_global_linear_id();
    const std::size_t items = it.get_global_range(0);
    pack.run(it.get_group(), [&](auto &...reducers) {
      const auto call = [&](std::size_t i) {
        auto here = make_item(r, delinearize(i, r)); // may be taken by reference
        f(here, reducers..., handler...);
      };
      if (blocked) {
        const std::size_t each = (total + items - 1) / items;
        const std::size_t first = item * each;
        const std::size_t last = first + each < total ? first + each : total;
        for (std::size_t i = first; i < last; ++i)
          call(i);
      } else {
        for (std::size_t i = item; i < total; i += items)
          call(i);
      }
    });
  }
};

template <typename Functor, int Dimensions, typename Pack, typename... Handler>
struct nd_range_reduction {
  using wrapped_functor = Functor;
  Functor f;
  Pack pack;

  __SYCL_ALWAYS_INLINE void operator()(nd_item<Dimensions> it,
                                       Handler... handler) const {
    pack.run(it.get_group(),
             [&](auto &...reducers) { f(it, reducers..., handler...); });
  }
};

template <typename Pack> struct reduction_end {
  Pack pack;
  __SYCL_ALWAYS_INLINE void operator()(nd_item<1> it) const {
    pack.finish(it.get_group());
  }
};
/// The name of the kernel behind the one that KernelName names.
template <typename KernelName> struct reduction_end_of;

template <int Dimensions, std::size_t Extent, bool HasIdentity, typename T,
          typename Op, typename Partial>
auto make_reduction(T *target, const Op &op, const Partial &start,
                    const property_list &properties) {
  const bool initialize =
      properties.has_property<property::reduction::initialize_to_identity>();
  if (initialize && !HasIdentity)
    throw exception(make_error_code(errc::invalid),
                    "reduction: initialize_to_identity without an identity");
  return reduction_state<T, Op, Dimensions, Extent, HasIdentity>{
      op, start, target, !initialize};
}

template <int Dimensions, std::size_t Extent, typename T, typename Op>
auto make_reduction(T *target, const Op &op, const property_list &properties) {
  if constexpr (has_known_identity_v<Op, T>)
    return make_reduction<Dimensions, Extent, true>(
        target, op, partial_result<T, true>::of(known_identity_v<Op, T>),
        properties);
  else
    return make_reduction<Dimensions, Extent, false>(
        target, op, partial_result<T, false>::none(), properties);
}

template <typename T, typename A>
T *reduction_target(buffer<T, 1, A> &b, handler &group,
                    const property_list &properties) {
  if (b.size() != 1)
    throw exception(make_error_code(errc::invalid),
                    "reduction: the buffer must have exactly one element");
  void *address = acquire_buffer(
      group, buffer_access::implementation(b), access_mode::read_write,
      properties.has_property<property::reduction::initialize_to_identity>() &&
          !b.is_sub_buffer(),
      false);
  return buffer_access::first(b, address);
}

} // namespace detail

template <typename T, typename A, typename BinaryOperation>
auto reduction(buffer<T, 1, A> vars, handler &group, BinaryOperation op,
               const property_list &properties = {}) {
  return detail::make_reduction<0, 1>(
      detail::reduction_target(vars, group, properties), op, properties);
}
template <typename T, typename A, typename BinaryOperation>
auto reduction(buffer<T, 1, A> vars, handler &group, const T &identity,
               BinaryOperation op, const property_list &properties = {}) {
  return detail::make_reduction<0, 1, true>(
      detail::reduction_target(vars, group, properties), op,
      detail::partial_result<T, true>::of(identity), properties);
}
template <typename T, typename BinaryOperation>
auto reduction(T *var, BinaryOperation op,
               const property_list &properties = {}) {
  return detail::make_reduction<0, 1>(var, op, properties);
}
template <typename T, typename BinaryOperation>
auto reduction(T *var, const T &identity, BinaryOperation op,
               const property_list &properties = {}) {
  return detail::make_reduction<0, 1, true>(
      var, op, detail::partial_result<T, true>::of(identity), properties);
}
template <typename T, std::size_t Extent, typename BinaryOperation>
auto reduction(span<T, Extent> vars, BinaryOperation op,
               const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent,
                "the number of variables must be known to the compiler");
  return detail::make_reduction<1, Extent>(vars.data(), op, properties);
}
template <typename T, std::size_t Extent, typename BinaryOperation>
auto reduction(span<T, Extent> vars, const T &identity, BinaryOperation op,
               const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent,
                "the number of variables must be known to the compiler");
  return detail::make_reduction<1, Extent, true>(
      vars.data(), op, detail::partial_result<T, true>::of(identity),
      properties);
}

} // namespace _V1
} // namespace sycl
