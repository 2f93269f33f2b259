// Reductions with properties (sycl_ext_oneapi_reduction_properties). All
// reductions are deterministic (sycl/reduction.hpp).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/functional.hpp>
#include <sycl/property_list.hpp>
#include <sycl/reduction.hpp>
#include <sycl/span.hpp>

#include <cstddef>
#include <type_traits>

#define SYCL_EXT_ONEAPI_REDUCTION_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct deterministic_key {
  using value_t = property_value<deterministic_key>;
};
struct initialize_to_identity_key {
  using value_t = property_value<initialize_to_identity_key>;
};
inline constexpr deterministic_key::value_t deterministic;
inline constexpr initialize_to_identity_key::value_t initialize_to_identity;

template <> struct is_property_key<deterministic_key> : std::true_type {};
template <>
struct is_property_key<initialize_to_identity_key> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <typename> inline constexpr bool is_reduction_property = false;
template <>
inline constexpr bool is_reduction_property<
    ext::oneapi::experimental::deterministic_key::value_t> = true;
template <>
inline constexpr bool is_reduction_property<
    ext::oneapi::experimental::initialize_to_identity_key::value_t> = true;
template <typename> inline constexpr bool has_reduction_properties = false;
template <typename... Properties>
inline constexpr bool has_reduction_properties<
    ext::oneapi::experimental::properties<property_pack<Properties...>>> =
    (is_reduction_property<Properties> && ...);

template <typename List>
using require_reduction_properties =
    std::enable_if_t<has_reduction_properties<List>, int>;

/// The list as SYCL 2020 has it. Known: the operation has an identity.
template <typename List, bool Known> property_list reduction_list_of() {
  if constexpr (List::template has_property<
                    ext::oneapi::experimental::initialize_to_identity_key>()) {
    static_assert(Known, "initialize_to_identity needs an identity: that of "
                         "known_identity, or an argument");
    return {property::reduction::initialize_to_identity()};
  } else {
    return {};
  }
}

} // namespace detail

template <typename T, typename A, typename BinaryOperation, typename List,
          detail::require_reduction_properties<List> = 0>
auto reduction(buffer<T, 1, A> vars, handler &group, BinaryOperation op, List) {
  return reduction(
      vars, group, op,
      detail::reduction_list_of<List,
                                has_known_identity_v<BinaryOperation, T>>());
}
template <typename T, typename A, typename BinaryOperation, typename List,
          detail::require_reduction_properties<List> = 0>
auto reduction(buffer<T, 1, A> vars, handler &group, const T &identity,
               BinaryOperation op, List) {
  return reduction(vars, group, identity, op,
                   detail::reduction_list_of<List, true>());
}
template <typename T, typename BinaryOperation, typename List,
          detail::require_reduction_properties<List> = 0>
auto reduction(T *var, BinaryOperation op, List) {
  return reduction(
      var, op,
      detail::reduction_list_of<List,
                                has_known_identity_v<BinaryOperation, T>>());
}
template <typename T, typename BinaryOperation, typename List,
          detail::require_reduction_properties<List> = 0>
auto reduction(T *var, const T &identity, BinaryOperation op, List) {
  return reduction(var, identity, op, detail::reduction_list_of<List, true>());
}
template <typename T, std::size_t Extent, typename BinaryOperation,
          typename List, detail::require_reduction_properties<List> = 0>
auto reduction(span<T, Extent> vars, BinaryOperation op, List) {
  return reduction(
      vars, op,
      detail::reduction_list_of<List,
                                has_known_identity_v<BinaryOperation, T>>());
}
template <typename T, std::size_t Extent, typename BinaryOperation,
          typename List, detail::require_reduction_properties<List> = 0>
auto reduction(span<T, Extent> vars, const T &identity, BinaryOperation op,
               List) {
  return reduction(vars, identity, op, detail::reduction_list_of<List, true>());
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
