// Device selectors as arguments (SYCL 2020, 4.6.1): anything that is called with a
// device and returns a number.
#pragma once

#include <functional>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
class device;

namespace detail {
template <typename Selector>
inline constexpr bool is_const_selector =
    std::is_invocable_r_v<int, const Selector &, const device &>;

/// Copies are asked for last: what is no selector may be a class with this
/// constraint on a constructor.
template <typename Selector>
using require_selector = std::enable_if_t<std::disjunction_v<
    std::is_invocable_r<int, const Selector &, const device &>,
    std::conjunction<std::is_invocable_r<int, Selector &, const device &>,
                     std::is_copy_constructible<Selector>>>>;

/// Refers to the selector, which may be an object of a derived class. Only one
/// whose call operator is not const is copied.
template <typename Selector>
std::function<int(const device &)> make_selector(const Selector &selector) {
  if constexpr (is_const_selector<Selector>)
    return std::cref(selector);
  else
    return selector;
}
} // namespace detail

} // namespace _V1
} // namespace sycl
