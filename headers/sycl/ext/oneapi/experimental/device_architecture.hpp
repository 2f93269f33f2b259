// sycl::ext::oneapi::experimental::architecture, generated from the table of
// architectures in config/, and if_architecture_is. The numbers are an ABI,
// like those of the aspects.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/device_if.hpp>

#include <cstdint>
#include <utility>

#define SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE 2

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL) NAME = ORIGINAL,
#define __SYCL_ARCHITECTURE(NAME, VALUE, ORDINAL) NAME = VALUE,
enum class architecture : std::uint64_t {
#include <sycl/info/architectures.def>
};
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS

namespace info::device {
struct architecture {
  using return_type = experimental::architecture;
};
} // namespace info::device

} // namespace ext::oneapi::experimental

namespace detail {

/// The number of an architecture in conditions; -1: there is no such one.
constexpr int ordinal_of(ext::oneapi::experimental::architecture value) {
  switch (value) {
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL)
#define __SYCL_ARCHITECTURE(NAME, VALUE, ORDINAL)                              \
  case ext::oneapi::experimental::architecture::NAME:                          \
    return ORDINAL;
#include <sycl/info/architectures.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
  }
  return -1;
}

/// What the list of architectures of a clause may be.
template <ext::oneapi::experimental::architecture... Architectures>
constexpr bool check_architectures() {
  static_assert(sizeof...(Architectures) != 0,
                "if_architecture_is and else_if_architecture_is need one "
                "architecture or more");
  static_assert(((ordinal_of(Architectures) >= 0) && ...),
                "if_architecture_is and else_if_architecture_is take "
                "enumerators of sycl::ext::oneapi::experimental::architecture");
  return sizeof...(Architectures) != 0 &&
         ((ordinal_of(Architectures) >= 0) && ...);
}

template <typename Rest>
class if_architecture_is_chain : public device_if_chain_base<Rest> {
public:
  template <ext::oneapi::experimental::architecture... Architectures,
            typename T>
  auto else_if_architecture_is(T fn) const {
    if constexpr (check_architectures<Architectures...>()) {
      using here = has_one_architecture<ordinal_of(Architectures)...>;
      if constexpr (check_action<T>())
        conditional_clause<conjunction_of<Rest, here>>(std::move(fn));
      return if_architecture_is_chain<
          conjunction_of<Rest, negation_of<here>>>();
    } else {
      return *this;
    }
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

/// Calls `fn` if the device is of one of the `Architectures`.
template <architecture... Architectures, typename T>
auto if_architecture_is(T fn) {
  if constexpr (sycl::detail::check_architectures<Architectures...>()) {
    using here = sycl::detail::has_one_architecture<sycl::detail::ordinal_of(
        Architectures)...>;
    if constexpr (sycl::detail::check_action<T>())
      sycl::detail::conditional_clause<here>(std::move(fn));
    return sycl::detail::if_architecture_is_chain<
        sycl::detail::negation_of<here>>();
  } else {
    return sycl::detail::if_architecture_is_chain<
        sycl::detail::has_one_architecture<0>>();
  }
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
