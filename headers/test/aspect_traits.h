// What the generated sources of aspect_traits_test say about each aspect, and
// how many numbers have a specialisation.
#ifndef FACET_HEADERS_TEST_ASPECT_TRAITS_H
#define FACET_HEADERS_TEST_ASPECT_TRAITS_H

#include <sycl/device_aspect_traits.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define EXPECT_TRAITS(NAME, VALUE, ALL, ANY)                                   \
  static_assert(static_cast<int>(sycl::aspect::NAME) == VALUE);                \
  static_assert(sycl::all_devices_have_v<sycl::aspect::NAME> == ALL);          \
  static_assert(sycl::any_device_has_v<sycl::aspect::NAME> == ANY);            \
  static_assert(std::is_base_of_v<std::bool_constant<ALL>,                     \
                                  sycl::all_devices_have<sycl::aspect::NAME>>); \
  static_assert(std::is_base_of_v<std::bool_constant<ANY>,                     \
                                  sycl::any_device_has<sycl::aspect::NAME>>);

// The sources define different macros on purpose, so nothing here may be shared
// between them.
namespace {

template <std::size_t N>
using any_device_has_number =
    sycl::any_device_has<static_cast<sycl::aspect>(N)>;
template <std::size_t N>
using all_devices_have_number =
    sycl::all_devices_have<static_cast<sycl::aspect>(N)>;

template <typename T, typename = void>
struct is_complete : std::false_type {};
template <typename T>
struct is_complete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

template <template <std::size_t> class Trait, std::size_t... N>
constexpr int count_complete(std::index_sequence<N...>) {
  return (0 + ... + int(is_complete<Trait<N>>::value));
}

/// How many of the numbers 0 to 511 have a specialisation: a number that is no
/// aspect must not quietly be one that no device has.
template <template <std::size_t> class Trait>
constexpr int complete_traits =
    count_complete<Trait>(std::make_index_sequence<512>());

} // namespace

#endif // FACET_HEADERS_TEST_ASPECT_TRAITS_H
