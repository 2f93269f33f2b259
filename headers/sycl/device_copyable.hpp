// sycl::is_device_copyable (SYCL 2020, 3.13.1): what a kernel can take along.
//
// In: a type. Out: true for what is trivially copyable, for the standard
// library's pairs, tuples, optionals, variants and arrays of what is device
// copyable, and for the classes of SYCL that are made for it. A program
// specialises it, for instance derived from std::true_type, for a class of its
// own whose bytes may be copied though a constructor or a destructor says more;
// the const and volatile versions and arrays of the class follow.
#pragma once

#include <sycl/detail/defines.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <typename T>
inline constexpr bool is_moved_by_bytes =
    !std::is_move_constructible_v<T> ||
    std::is_trivially_move_constructible_v<T>;
template <typename T>
inline constexpr bool is_assigned_by_bytes =
    (!std::is_copy_assignable_v<T> || std::is_trivially_copy_assignable_v<T>) &&
    (!std::is_move_assignable_v<T> || std::is_trivially_move_assignable_v<T>);

/// Trivially copyable as C++ defines it, by the copying members that are not
/// deleted: compilers say no of a class with a const member of class type,
/// whose deleted assignment they count as well (CWG 1734).
template <typename T>
inline constexpr bool is_copied_by_bytes =
    std::is_trivially_copyable_v<T> ||
    (std::is_trivially_destructible_v<T> &&
     std::is_trivially_copy_constructible_v<T> && is_moved_by_bytes<T> &&
     is_assigned_by_bytes<T>);

} // namespace detail

template <typename T>
struct is_device_copyable : std::bool_constant<detail::is_copied_by_bytes<T>> {
};

template <typename T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <typename T>
struct is_device_copyable<const T> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<volatile T> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<const volatile T> : is_device_copyable<T> {};

// The qualifiers of an array are those of its elements: without these, two of
// the specialisations above and below would fit equally well.
template <typename T, std::size_t N>
struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<volatile T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const volatile T[N]> : is_device_copyable<T> {};

template <typename T>
struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <typename T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <typename T>
struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>>
    : std::bool_constant<is_device_copyable_v<First> &&
                         is_device_copyable_v<Second>> {};
template <typename... T>
struct is_device_copyable<std::tuple<T...>>
    : std::bool_constant<(is_device_copyable_v<T> && ...)> {};
template <typename... T>
struct is_device_copyable<std::variant<T...>>
    : std::bool_constant<(is_device_copyable_v<T> && ...)> {};

} // namespace _V1
} // namespace sycl
