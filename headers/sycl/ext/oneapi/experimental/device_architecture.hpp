// sycl::ext::oneapi::experimental::architecture, generated from the table of
// architectures in config/, and if_architecture_is. The numbers are an ABI,
// like those of the aspects.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>
#include <sycl/detail/device_if.hpp>

#include <cstddef>
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

/// Families of architectures.
enum class arch_category { intel_gpu = 0, nvidia_gpu = 1, amd_gpu = 2 };

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

/// Returns the family: one of arch_category, 3 for CPUs, or 0x99 for unknown.
constexpr int family_of(ext::oneapi::experimental::architecture value) {
  return static_cast<int>(static_cast<std::uint64_t>(value) >> 56);
}

// Sets of architectures that a clause may ask for.
template <ext::oneapi::experimental::arch_category... Categories>
struct of_category {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return ((family_of(value) == static_cast<int>(Categories)) || ...);
  }
};
template <ext::oneapi::experimental::architecture Bound> struct less_than {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return family_of(value) == family_of(Bound) && value < Bound;
  }
};
template <ext::oneapi::experimental::architecture Bound> struct greater_than {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return family_of(value) == family_of(Bound) && value > Bound;
  }
};
template <ext::oneapi::experimental::architecture Bound> struct at_most {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return family_of(value) == family_of(Bound) && value <= Bound;
  }
};
template <ext::oneapi::experimental::architecture Bound> struct at_least {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return family_of(value) == family_of(Bound) && value >= Bound;
  }
};
template <ext::oneapi::experimental::architecture First,
          ext::oneapi::experimental::architecture Last>
struct between {
  static constexpr bool has(ext::oneapi::experimental::architecture value) {
    return family_of(value) == family_of(First) &&
           family_of(value) == family_of(Last) && value >= First &&
           value <= Last;
  }
};

/// The set as the list of its architectures, so that everything behind the
/// headers knows architectures alone.
template <typename Set> struct architectures_of {
  struct list {
    int ordinals[8 +
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL)
#define __SYCL_ARCHITECTURE(NAME, VALUE, ORDINAL) +1
#include <sycl/info/architectures.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
    ] = {};
    std::size_t size = 0;
    constexpr void add(ext::oneapi::experimental::architecture value,
                       int ordinal) {
      if (ordinal > 0 && Set::has(value))
        ordinals[size++] = ordinal;
    }
  };
  static constexpr list make() {
    list all;
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL)
#define __SYCL_ARCHITECTURE(NAME, VALUE, ORDINAL)                              \
  all.add(ext::oneapi::experimental::architecture::NAME, ORDINAL);
#include <sycl/info/architectures.def>
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS
    // No device is of the architecture 0.
    all.size += all.size == 0;
    return all;
  }
  static constexpr list value = make();

  template <std::size_t... Index>
  static has_one_architecture<value.ordinals[Index]...>
      as_condition(std::index_sequence<Index...>);
  using type =
      decltype(as_condition(std::make_index_sequence<value.size>()));
};
template <typename Set>
using has_architecture_of = typename architectures_of<Set>::type;

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
  template <ext::oneapi::experimental::arch_category Category,
            ext::oneapi::experimental::arch_category... Categories, typename T>
  auto else_if_architecture_is(T fn) const {
    return add<of_category<Category, Categories...>>(std::move(fn));
  }
  template <ext::oneapi::experimental::architecture Bound, typename T>
  auto else_if_architecture_is_lt(T fn) const {
    return add<less_than<Bound>>(std::move(fn));
  }
  template <ext::oneapi::experimental::architecture Bound, typename T>
  auto else_if_architecture_is_le(T fn) const {
    return add<at_most<Bound>>(std::move(fn));
  }
  template <ext::oneapi::experimental::architecture Bound, typename T>
  auto else_if_architecture_is_gt(T fn) const {
    return add<greater_than<Bound>>(std::move(fn));
  }
  template <ext::oneapi::experimental::architecture Bound, typename T>
  auto else_if_architecture_is_ge(T fn) const {
    return add<at_least<Bound>>(std::move(fn));
  }
  template <ext::oneapi::experimental::architecture First,
            ext::oneapi::experimental::architecture Last, typename T>
  auto else_if_architecture_is_between(T fn) const {
    return add<between<First, Last>>(std::move(fn));
  }

private:
  template <typename Set, typename T> auto add(T fn) const {
    using here = has_architecture_of<Set>;
    if constexpr (check_action<T>())
      conditional_clause<conjunction_of<Rest, here>>(std::move(fn));
    return if_architecture_is_chain<
        conjunction_of<Rest, negation_of<here>>>();
  }
};

/// The first clause of a chain.
template <typename Set, typename T> auto first_architecture_clause(T fn) {
  using here = has_architecture_of<Set>;
  if constexpr (check_action<T>())
    conditional_clause<here>(std::move(fn));
  return if_architecture_is_chain<negation_of<here>>();
}

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

/// Calls `fn` if the device is of one of the families.
template <arch_category Category, arch_category... Categories, typename T>
auto if_architecture_is(T fn) {
  return sycl::detail::first_architecture_clause<
      sycl::detail::of_category<Category, Categories...>>(std::move(fn));
}
// Calls `fn` if the device is of the family of `Bound` and compares like that.
template <architecture Bound, typename T> auto if_architecture_is_lt(T fn) {
  return sycl::detail::first_architecture_clause<
      sycl::detail::less_than<Bound>>(std::move(fn));
}
template <architecture Bound, typename T> auto if_architecture_is_le(T fn) {
  return sycl::detail::first_architecture_clause<sycl::detail::at_most<Bound>>(
      std::move(fn));
}
template <architecture Bound, typename T> auto if_architecture_is_gt(T fn) {
  return sycl::detail::first_architecture_clause<
      sycl::detail::greater_than<Bound>>(std::move(fn));
}
template <architecture Bound, typename T> auto if_architecture_is_ge(T fn) {
  return sycl::detail::first_architecture_clause<sycl::detail::at_least<Bound>>(
      std::move(fn));
}
/// `First` and `Last` included.
template <architecture First, architecture Last, typename T>
auto if_architecture_is_between(T fn) {
  return sycl::detail::first_architecture_clause<
      sycl::detail::between<First, Last>>(std::move(fn));
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
