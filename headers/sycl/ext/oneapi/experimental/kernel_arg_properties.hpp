// Extension sycl_ext_oneapi_kernel_arg_properties: what the program says of the
// pointers that annotated_arg and annotated_ptr hold.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_KERNEL_ARG_PROPERTIES 1

#include <sycl/ext/oneapi/properties/properties.hpp>

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <typename T, typename PropertyListT = empty_properties_t>
class annotated_arg;
template <typename T, typename PropertyListT = empty_properties_t>
class annotated_ptr;

/// No other argument points to the same memory. No target makes use of it.
struct restrict_key {
  using value_t = property_value<restrict_key>;
};
/// The address is a multiple of so many bytes.
struct alignment_key {
  template <int K>
  using value_t = property_value<alignment_key, std::integral_constant<int, K>>;
};
inline constexpr restrict_key::value_t restrict;
template <int K> inline constexpr alignment_key::value_t<K> alignment;

#define __SYCL_ARGUMENT_PROPERTY(KEY)                                          \
  template <> struct is_property_key<KEY> : std::true_type {};                 \
  template <typename T, typename PropertyListT>                                \
  struct is_property_key_of<KEY, annotated_arg<T, PropertyListT>>              \
      : std::true_type {};                                                     \
  template <typename T, typename PropertyListT>                                \
  struct is_property_key_of<KEY, annotated_ptr<T, PropertyListT>>              \
      : std::true_type {};
__SYCL_ARGUMENT_PROPERTY(restrict_key)
__SYCL_ARGUMENT_PROPERTY(alignment_key)
#undef __SYCL_ARGUMENT_PROPERTY

} // namespace ext::oneapi::experimental

namespace detail {

/// The list of the properties of both lists. Of one key, both must have the
/// same property.
template <typename A, typename B> struct merge_properties;
template <typename... As>
struct merge_properties<
    ext::oneapi::experimental::properties<property_pack<As...>>,
    ext::oneapi::experimental::properties<property_pack<>>> {
  using type = ext::oneapi::experimental::properties<sorted_properties<As...>>;
};
template <typename... As, typename B, typename... Bs>
struct merge_properties<
    ext::oneapi::experimental::properties<property_pack<As...>>,
    ext::oneapi::experimental::properties<property_pack<B, Bs...>>>
    : merge_properties<
          std::conditional_t<
              (std::is_same_v<As, B> || ...),
              ext::oneapi::experimental::properties<property_pack<As...>>,
              ext::oneapi::experimental::properties<property_pack<As..., B>>>,
          ext::oneapi::experimental::properties<property_pack<Bs...>>> {};
template <typename A, typename B>
using merged_properties = typename merge_properties<A, B>::type;

template <typename List, typename... Values>
inline constexpr bool is_list_of = std::is_same_v<
    List, ext::oneapi::experimental::properties<sorted_properties<Values...>>>;
/// One or more properties that are the list's.
template <typename List, typename... Values>
using require_values_of_list = std::enable_if_t<
    (sizeof...(Values) != 0) &&
        (ext::oneapi::experimental::is_property_value_v<Values> && ...) &&
        is_list_of<List, Values...>,
    int>;

/// The pointer with what its properties say.
template <typename List, typename T> T *annotated_pointer(T *p) noexcept {
  using key = ext::oneapi::experimental::alignment_key;
  if constexpr (List::template has_property<key>())
    return static_cast<T *>(
        __builtin_assume_aligned(p, property_of_list<key, List>::type::value));
  else
    return p;
}

} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
