// if_device_has (sycl_ext_oneapi_device_if): device code that runs only on
// devices with certain aspects, and that only they need to support.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/aspects.hpp>
#include <sycl/detail/device_if.hpp>

#include <utility>

#define SYCL_EXT_ONEAPI_DEVICE_IF 1

namespace sycl {
inline namespace _V1 {
namespace detail {

/// What the list of aspects of a clause may be.
template <aspect... Aspects> constexpr bool check_aspects() {
  static_assert(sizeof...(Aspects) != 0,
                "if_device_has and else_if_device_has need one aspect or more");
  return sizeof...(Aspects) != 0;
}

template <typename Rest>
class if_device_has_chain : public device_if_chain_base<Rest> {
public:
  template <aspect... Aspects, typename T> auto else_if_device_has(T fn) const {
    if constexpr (check_aspects<Aspects...>()) {
      using here = has_all_aspects<Aspects...>;
      if constexpr (check_action<T>())
        conditional_clause<conjunction_of<Rest, here>>(std::move(fn));
      return if_device_has_chain<conjunction_of<Rest, negation_of<here>>>();
    } else {
      return *this;
    }
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

/// Calls `fn` if the device has all `Aspects`.
template <aspect... Aspects, typename T> auto if_device_has(T fn) {
  if constexpr (sycl::detail::check_aspects<Aspects...>()) {
    using here = sycl::detail::has_all_aspects<Aspects...>;
    if constexpr (sycl::detail::check_action<T>())
      sycl::detail::conditional_clause<here>(std::move(fn));
    return sycl::detail::if_device_has_chain<sycl::detail::negation_of<here>>();
  } else {
    return sycl::detail::if_device_has_chain<
        sycl::detail::has_all_aspects<aspect::cpu>>();
  }
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
