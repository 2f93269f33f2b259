// Property lists whose properties are part of the type
// (sycl_ext_oneapi_properties): properties, property_value and their traits. A
// property with a value at run time is a class with a member type key_t or one
// that is its own key. The type of a list has its properties in the order of
// their keys' names, so that the order in which they are written does not
// matter.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>

#include <string_view>
#include <type_traits>

#define SYCL_EXT_ONEAPI_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// True for the keys of properties, which say so by specializations.
template <typename T> struct is_property_key : std::false_type {};
template <typename T>
inline constexpr bool is_property_key_v = is_property_key<T>::value;
/// True for the classes that the property can be used with.
template <typename Key, typename Object>
struct is_property_key_of : std::false_type {};
template <typename Key, typename Object>
inline constexpr bool is_property_key_of_v =
    is_property_key_of<Key, Object>::value;

/// A property whose parameters are types.
template <typename Key, typename... Ts> struct property_value {
  using key_t = Key;
};
template <typename Key, typename T> struct property_value<Key, T> {
  using key_t = Key;
  using value_t = T;
};
template <typename Key, typename T, T Value>
struct property_value<Key, std::integral_constant<T, Value>> {
  using key_t = Key;
  using value_t = std::integral_constant<T, Value>;
  static constexpr T value = Value;
};

template <typename Key, typename... As, typename... Bs>
constexpr bool operator==(const property_value<Key, As...> &,
                          const property_value<Key, Bs...> &) noexcept {
  return std::is_same_v<property_value<Key, As...>, property_value<Key, Bs...>>;
}
template <typename Key, typename... As, typename... Bs>
constexpr bool operator!=(const property_value<Key, As...> &a,
                          const property_value<Key, Bs...> &b) noexcept {
  return !(a == b);
}

} // namespace ext::oneapi::experimental

namespace detail {
template <typename Property, typename = void> struct key_of_property {
  using type = Property;
};
template <typename Property>
struct key_of_property<Property, std::void_t<typename Property::key_t>> {
  using type = typename Property::key_t;
};
template <typename Property>
using key_of = typename key_of_property<Property>::type;

template <typename... Values> struct property_pack {};

/// Tells types apart, in one order for all compilations of a source.
template <typename T> constexpr std::string_view text_of_type() {
  return __PRETTY_FUNCTION__;
}
template <typename A, typename B>
inline constexpr bool
    is_key_before = text_of_type<key_of<A>>() < text_of_type<key_of<B>>();

/// Sorted with Value behind Before, in front of the first that follows it.
template <typename Value, typename Before, typename After>
struct insert_property;
template <typename Value, typename... Before>
struct insert_property<Value, property_pack<Before...>, property_pack<>> {
  using type = property_pack<Before..., Value>;
};
template <typename Value, typename... Before, typename First, typename... Rest>
struct insert_property<Value, property_pack<Before...>,
                       property_pack<First, Rest...>> {
  using type = typename std::conditional_t<
      is_key_before<Value, First>,
      insert_property<void, property_pack<Before..., Value, First, Rest...>,
                      void>,
      insert_property<Value, property_pack<Before..., First>,
                      property_pack<Rest...>>>::type;
};
template <typename... All>
struct insert_property<void, property_pack<All...>, void> {
  using type = property_pack<All...>;
};

template <typename Sorted, typename... Values> struct sort_properties {
  using type = Sorted;
};
template <typename Sorted, typename First, typename... Rest>
struct sort_properties<Sorted, First, Rest...>
    : sort_properties<
          typename insert_property<First, property_pack<>, Sorted>::type,
          Rest...> {};
template <typename... Values>
using sorted_properties =
    typename sort_properties<property_pack<>, Values...>::type;

/// Returns the one of the values that is a Wanted, else a default one.
template <typename Wanted> constexpr Wanted value_of_type() { return Wanted(); }
template <typename Wanted, typename First, typename... Rest>
constexpr Wanted value_of_type(const First &first, const Rest &...rest) {
  if constexpr (std::is_same_v<Wanted, First>)
    return first;
  else
    return value_of_type<Wanted>(rest...);
}

/// True for properties whose parameters are all part of the type.
template <typename Value> inline constexpr bool is_constant_property = false;
template <typename Key, typename... Ts>
inline constexpr bool is_constant_property<
    ext::oneapi::experimental::property_value<Key, Ts...>> = true;

template <typename T, typename... Ts>
inline constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

/// The property with a key, or void.
template <typename Key, typename... Values> struct property_with_key {
  using type = void;
};
template <typename Key, typename First, typename... Rest>
struct property_with_key<Key, First, Rest...>
    : std::conditional_t<std::is_same_v<key_of<First>, Key>,
                         property_with_key<First, First>,
                         property_with_key<Key, Rest...>> {};
template <typename Property> struct property_with_key<Property, Property> {
  using type = Property;
};

template <typename...> inline constexpr bool keys_differ = true;
template <typename First, typename... Rest>
inline constexpr bool keys_differ<First, Rest...> =
    (!std::is_same_v<First, Rest> && ...) && keys_differ<Rest...>;

/// True if a list of these values can be made from the given ones.
template <typename Pack, typename... Given>
inline constexpr bool makes_list = false;
template <typename... Values, typename... Given>
inline constexpr bool makes_list<property_pack<Values...>, Given...> =
    (is_one_of<Given, Values...> && ...) && keys_differ<Given...> &&
    ((is_one_of<Values, Given...> ||
      std::is_default_constructible_v<Values>)&&...);
} // namespace detail

namespace ext::oneapi::experimental {

template <typename T>
struct is_property_value
    : is_property_key<sycl::detail::key_of<std::remove_cv_t<T>>> {};
template <typename T>
inline constexpr bool is_property_value_v = is_property_value<T>::value;
template <typename T, typename Object>
struct is_property_value_of
    : is_property_key_of<sycl::detail::key_of<std::remove_cv_t<T>>, Object> {};
template <typename T, typename Object>
inline constexpr bool is_property_value_of_v =
    is_property_value_of<T, Object>::value;

template <typename Pack> class properties;
template <typename... Values>
class properties<sycl::detail::property_pack<Values...>> : private Values... {
  template <typename Key>
  using value_of =
      typename sycl::detail::property_with_key<Key, Values...>::type;

public:
  static_assert((is_property_value_v<Values> && ...),
                "a property list is made of properties");
  static_assert(sycl::detail::keys_differ<sycl::detail::key_of<Values>...>,
                "a property list has each property once");

  /// In any order; those with a default value need not be given.
  template <
      typename... Given,
      std::enable_if_t<sycl::detail::makes_list<
                           sycl::detail::property_pack<Values...>, Given...>,
                       int> = 0>
  constexpr properties(Given... values)
      : Values(sycl::detail::value_of_type<Values>(values...))... {}

  template <typename Key> static constexpr bool has_property() {
    return !std::is_void_v<value_of<Key>>;
  }
  /// Returns the property of a key; one with a value at run time, from *this.
  template <typename Key>
  static constexpr auto get_property(
      std::enable_if_t<is_property_key_v<Key> &&
                       sycl::detail::is_constant_property<value_of<Key>>> * =
          nullptr) {
    return value_of<Key>();
  }
  template <typename Key>
  constexpr auto get_property(
      std::enable_if_t<is_property_key_v<Key> && has_property<Key>() &&
                       !sycl::detail::is_constant_property<value_of<Key>>> * =
          nullptr) const {
    return static_cast<const value_of<Key> &>(*this);
  }
};
template <> class properties<sycl::detail::property_pack<>> {
public:
  template <typename Key> static constexpr bool has_property() { return false; }
};

template <typename... Values>
properties(Values...) -> properties<sycl::detail::sorted_properties<Values...>>;
properties()->properties<sycl::detail::property_pack<>>;

using empty_properties_t = properties<sycl::detail::property_pack<>>;

template <typename T> struct is_property_list : std::false_type {};
template <typename Pack>
struct is_property_list<properties<Pack>> : std::true_type {};
template <typename T>
inline constexpr bool is_property_list_v =
    is_property_list<std::remove_cv_t<T>>::value;

} // namespace ext::oneapi::experimental

namespace detail {
template <typename T>
using require_property_list =
    std::enable_if_t<ext::oneapi::experimental::is_property_list_v<T>, int>;

/// The property of a list's type with a key.
template <typename Key, typename List> struct property_of_list;
template <typename Key, typename... Values>
struct property_of_list<
    Key, ext::oneapi::experimental::properties<property_pack<Values...>>>
    : property_with_key<Key, Values...> {};
} // namespace detail

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
