// Extension sycl_ext_oneapi_user_defined_reductions: reduce_over_group and
// joint_reduce with any operation on objects of any device copyable class.
//
// The memory of the group helper is not needed: objects travel between
// work-items as bytes, as all values do (detail/group_exchange.hpp).
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS 1

#include <sycl/detail/group_exchange.hpp>
#include <sycl/ext/oneapi/experimental/group_helpers_sorters.hpp>
#include <sycl/group_algorithms.hpp>

#include <cstddef>
#include <new>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// The bytes of a T, or none: of a work-item without an element.
template <typename T> struct bytes_of_partial {
  bytes_of_partial() noexcept : bytes{}, has_value(false) {}
  bytes_of_partial(const T &x) noexcept : has_value(true) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "only device copyable values travel between work-items");
    __builtin_memcpy(bytes, &x, sizeof(T));
  }
  const T &value() const noexcept {
    return *std::launder(reinterpret_cast<const T *>(bytes));
  }
  alignas(T) unsigned char bytes[sizeof(T)];
  bool has_value;
};

template <typename T, typename Operation> struct combine_partials {
  Operation op;
  bytes_of_partial<T> operator()(const bytes_of_partial<T> &x,
                                 const bytes_of_partial<T> &y) {
    if (!x.has_value)
      return y;
    if (!y.has_value)
      return x;
    return op(x.value(), y.value());
  }
};

template <typename T, typename Group, typename Operation>
bytes_of_partial<T>
reduce_partials(const Group &g, const bytes_of_partial<T> &x, Operation op) {
  return exchange_reduce(g, x, combine_partials<T, Operation>{op});
}

/// The elements [first, last) combined, in an order that is not specified.
template <typename T, typename Group, typename Ptr, typename Operation>
bytes_of_partial<T> reduce_range(const Group &g, Ptr first, Ptr last,
                                 Operation op) {
  synchronize(g);
  combine_partials<T, Operation> combine{op};
  bytes_of_partial<T> sum;
  for_each_mine(g, last - first, [&](auto i) {
    const T x = static_cast<T>(first[i]);
    sum = combine(sum, x);
  });
  return reduce_partials<T>(g, sum, op);
}

template <typename Helper, typename Result>
using for_reducing_helper = std::enable_if_t<is_group_helper<Helper>, Result>;

} // namespace detail

namespace ext::oneapi::experimental {

template <typename GroupHelper, typename T, typename BinaryOperation>
sycl::detail::for_reducing_helper<GroupHelper, T>
reduce_over_group(GroupHelper g, T x, BinaryOperation binary_op) {
  sycl::detail::check_result<BinaryOperation, T>();
  const auto group = g.get_group();
  sycl::detail::order_memory(group);
  if constexpr (std::is_trivially_copyable_v<T>)
    return sycl::detail::exchange_reduce(group, x, binary_op);
  else
    return sycl::detail::reduce_partials<T>(group, x, binary_op).value();
}
template <typename GroupHelper, typename V, typename T,
          typename BinaryOperation>
sycl::detail::for_reducing_helper<GroupHelper, T>
reduce_over_group(GroupHelper g, V x, T init, BinaryOperation binary_op) {
  return binary_op(
      init, experimental::reduce_over_group(g, static_cast<T>(x), binary_op));
}

/// An empty range gives `init`.
template <typename GroupHelper, typename Ptr, typename T,
          typename BinaryOperation>
sycl::detail::for_reducing_helper<GroupHelper, T>
joint_reduce(GroupHelper g, Ptr first, Ptr last, T init,
             BinaryOperation binary_op) {
  sycl::detail::check_result<BinaryOperation, T>();
  const auto sum =
      sycl::detail::reduce_range<T>(g.get_group(), first, last, binary_op);
  return sum.has_value ? binary_op(init, sum.value()) : init;
}
/// Precondition: the range has elements.
template <typename GroupHelper, typename Ptr, typename BinaryOperation>
sycl::detail::for_reducing_helper<GroupHelper, sycl::detail::element_of<Ptr>>
joint_reduce(GroupHelper g, Ptr first, Ptr last, BinaryOperation binary_op) {
  using T = sycl::detail::element_of<Ptr>;
  sycl::detail::check_result<BinaryOperation, T>();
  return sycl::detail::reduce_range<T>(g.get_group(), first, last, binary_op)
      .value();
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
