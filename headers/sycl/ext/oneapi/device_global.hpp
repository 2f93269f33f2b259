// Extension sycl_ext_oneapi_device_global: variables of each device.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

#include <sycl/address_space_cast.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/source_place.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <typename T, typename PropertyListT = empty_properties_t>
class device_global;

// Properties. Only host_access has an effect: copies that it excludes do not
// compile.
struct device_image_scope_key {
  using value_t = property_value<device_image_scope_key>;
};
enum class host_access_enum { read, write, read_write, none };
struct host_access_key {
  template <host_access_enum Access>
  using value_t =
      property_value<host_access_key,
                     std::integral_constant<host_access_enum, Access>>;
};
enum class init_mode_enum { reprogram, reset };
struct init_mode_key {
  template <init_mode_enum Trigger>
  using value_t = property_value<init_mode_key,
                                 std::integral_constant<init_mode_enum, Trigger>>;
};
struct implement_in_csr_key {
  template <bool Enable>
  using value_t =
      property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};
inline constexpr device_image_scope_key::value_t device_image_scope;
template <host_access_enum Access>
inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read>
    host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write>
    host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write>
    host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none>
    host_access_none;
template <init_mode_enum Trigger>
inline constexpr init_mode_key::value_t<Trigger> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram>
    init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
template <bool Enable>
inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

template <> struct is_property_key<device_image_scope_key> : std::true_type {};
template <> struct is_property_key<host_access_key> : std::true_type {};
template <> struct is_property_key<init_mode_key> : std::true_type {};
template <> struct is_property_key<implement_in_csr_key> : std::true_type {};
template <typename T, typename P>
struct is_property_key_of<device_image_scope_key, device_global<T, P>>
    : std::true_type {};
template <typename T, typename P>
struct is_property_key_of<host_access_key, device_global<T, P>>
    : std::true_type {};
template <typename T, typename P>
struct is_property_key_of<init_mode_key, device_global<T, P>> : std::true_type {
};
template <typename T, typename P>
struct is_property_key_of<implement_in_csr_key, device_global<T, P>>
    : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

struct access_device_global;

template <typename> inline constexpr bool is_device_global = false;
template <typename T, typename P>
inline constexpr bool
    is_device_global<ext::oneapi::experimental::device_global<T, P>> = true;
template <typename T>
using require_initializer =
    std::enable_if_t<!is_device_global<T> && !std::is_same_v<T, source_place>>;

template <typename T>
using subscript_type =
    std::remove_reference_t<decltype(std::declval<T &>()[std::ptrdiff_t{}])>;
template <typename T>
using arrow_type = std::enable_if_t<
    std::is_pointer_v<T> || (std::is_class_v<T> && !std::is_array_v<T>), T>;

/// What the runtime gets of a device_global, for copies.
struct device_global_reference {
  const void *object;
  std::size_t size;
  std::size_t alignment;
  std::size_t value_offset;
  std::size_t value_size;
};

} // namespace detail

namespace ext::oneapi::experimental {

/// A variable at namespace scope, or a static member, whose value is in the
/// memory of each device of each context: the compiler knows the class
/// (compiler/passes/device_globals.h). The host has its first value.
template <typename T, typename PropertyListT> class device_global {
  static_assert(std::is_trivially_destructible_v<T>,
                "the type of a device_global is trivially destructible");
  static_assert(is_property_list_v<PropertyListT>,
                "the second argument of device_global is a property list: "
                "decltype(properties(...))");
#if __cplusplus < 202002L
  static_assert(std::is_trivially_default_constructible_v<T>,
                "before C++20 the type of a device_global is trivially default "
                "constructible");
#endif
  using element = std::remove_all_extents_t<T>;

public:
  using element_type = std::remove_extent_t<T>;

  constexpr device_global(sycl::detail::source_place place =
                              sycl::detail::source_place::current<T>())
      : place_(place.of_size(sizeof(T))), value_{} {}
#include <sycl/detail/device_global_constructors.inc>
  device_global(const device_global &) = delete;
  device_global &operator=(const device_global &) = delete;

  template <access::decorated IsDecorated>
  multi_ptr<T, access::address_space::global_space, IsDecorated>
  get_multi_ptr() noexcept {
    return address_space_cast<access::address_space::global_space, IsDecorated>(
        &value_);
  }
  template <access::decorated IsDecorated>
  multi_ptr<const T, access::address_space::global_space, IsDecorated>
  get_multi_ptr() const noexcept {
    return address_space_cast<access::address_space::global_space, IsDecorated,
                              const T>(&value_);
  }

  operator T &() noexcept { return value_; }
  operator const T &() const noexcept { return value_; }
  T &get() noexcept { return value_; }
  const T &get() const noexcept { return value_; }

  template <typename U = T, typename = std::enable_if_t<!std::is_array_v<U>>>
  device_global &operator=(const T &value) noexcept {
    value_ = value;
    return *this;
  }

  template <typename U = T>
  sycl::detail::subscript_type<U> &operator[](std::ptrdiff_t index) noexcept {
    return value_[index];
  }
  template <typename U = T>
  const sycl::detail::subscript_type<U> &
  operator[](std::ptrdiff_t index) const noexcept {
    return value_[index];
  }
  template <typename U = T>
  sycl::detail::arrow_type<U> &operator->() noexcept {
    return value_;
  }
  template <typename U = T>
  const sycl::detail::arrow_type<U> &operator->() const noexcept {
    return value_;
  }

  template <typename Property> static constexpr bool has_property() {
    return PropertyListT::template has_property<Property>();
  }
  template <typename Property> static constexpr auto get_property() {
    return
        typename sycl::detail::property_of_list<Property, PropertyListT>::type();
  }

private:
  friend struct sycl::detail::access_device_global;

  /// As a constructor with parentheses would: a number narrows.
  template <typename A> static constexpr decltype(auto) convert(const A &a) {
    if constexpr (std::is_arithmetic_v<element> && std::is_convertible_v<A, element>)
      return static_cast<element>(a);
    else
      return (a);
  }

  sycl::detail::source_place place_;
  T value_;
};

} // namespace ext::oneapi::experimental

namespace detail {
struct access_device_global {
  enum class direction { to, from };
  template <direction D, typename T, typename P>
  static device_global_reference
  get(const ext::oneapi::experimental::device_global<T, P> &object) noexcept {
    using ext::oneapi::experimental::host_access_enum;
    using ext::oneapi::experimental::host_access_key;
    if constexpr (P::template has_property<host_access_key>()) {
      constexpr host_access_enum allowed =
          property_of_list<host_access_key, P>::type::value;
      static_assert(allowed == host_access_enum::read_write ||
                        allowed == (D == direction::to
                                        ? host_access_enum::write
                                        : host_access_enum::read),
                    "the property host_access of the device_global excludes "
                    "this copy");
    }
    const char *const start = reinterpret_cast<const char *>(&object);
    const char *const value =
        reinterpret_cast<const char *>(&object.value_);
    return {start, sizeof(object), alignof(decltype(object)),
            static_cast<std::size_t>(value - start), sizeof(T)};
  }
};
} // namespace detail

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
