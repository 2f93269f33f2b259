// Named elements and swizzles, shared by vec and the swizzles themselves (SYCL
// 2020, 4.14.2.1).
//
// A named element is a plain reference; what swizzle<>(), lo() and their like
// give is a swizzled_vec, also of one element, which refers to the vec and
// reads or writes its elements.
#pragma once

#include <sycl/detail/vec_traits.hpp>

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

/// Names for the indexes of swizzle<>().
struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6,
                       s7 = 7, s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12,
                       sD = 13, sE = 14, sF = 15;
};

namespace detail {

/// Derived has `template <int I> auto &pick() [const]`, an element, and
/// `template <int... I> auto view() [const]`, a swizzled_vec. Indexes of three
/// elements may be that of the padding element.
template <typename Derived, int NumElements> class vec_accessors {
  constexpr Derived &self() noexcept { return static_cast<Derived &>(*this); }
  constexpr const Derived &self() const noexcept {
    return static_cast<const Derived &>(*this);
  }
  template <typename D, int First, int Step, int... I>
  static constexpr auto stride(D &derived,
                               std::integer_sequence<int, I...>) noexcept {
    return derived.template view<First + Step * I...>();
  }

  template <int... Indexes>
  static constexpr bool
      are_indexes = (sizeof...(Indexes) == 1 || sizeof...(Indexes) == 2 ||
                     sizeof...(Indexes) == 3 || sizeof...(Indexes) == 4 ||
                     sizeof...(Indexes) == 8 || sizeof...(Indexes) == 16) &&
                    ((Indexes >= 0 && Indexes < NumElements) && ...);

public:
  template <int... Indexes, std::enable_if_t<are_indexes<Indexes...>, int> = 0>
  constexpr auto swizzle() noexcept {
    return self().template view<Indexes...>();
  }
  template <int... Indexes, std::enable_if_t<are_indexes<Indexes...>, int> = 0>
  constexpr auto swizzle() const noexcept {
    return self().template view<Indexes...>();
  }

#define __SYCL_ELEMENT(NAME, INDEX, CONDITION)                                 \
  template <int N = NumElements, typename = std::enable_if_t<(CONDITION)>>     \
  constexpr decltype(auto) NAME() noexcept {                                   \
    return self().template pick<INDEX>();                                      \
  }                                                                            \
  template <int N = NumElements, typename = std::enable_if_t<(CONDITION)>>     \
  constexpr decltype(auto) NAME() const noexcept {                             \
    return self().template pick<INDEX>();                                      \
  }
  __SYCL_ELEMENT(x, 0, N <= 4)
  __SYCL_ELEMENT(y, 1, N >= 2 && N <= 4)
  __SYCL_ELEMENT(z, 2, N >= 3 && N <= 4)
  __SYCL_ELEMENT(w, 3, N == 4)
  __SYCL_ELEMENT(r, 0, N == 4)
  __SYCL_ELEMENT(g, 1, N == 4)
  __SYCL_ELEMENT(b, 2, N == 4)
  __SYCL_ELEMENT(a, 3, N == 4)
  __SYCL_ELEMENT(s0, 0, N >= 1)
  __SYCL_ELEMENT(s1, 1, N >= 2)
  __SYCL_ELEMENT(s2, 2, N >= 3)
  __SYCL_ELEMENT(s3, 3, N >= 4)
  __SYCL_ELEMENT(s4, 4, N >= 8)
  __SYCL_ELEMENT(s5, 5, N >= 8)
  __SYCL_ELEMENT(s6, 6, N >= 8)
  __SYCL_ELEMENT(s7, 7, N >= 8)
  __SYCL_ELEMENT(s8, 8, N == 16)
  __SYCL_ELEMENT(s9, 9, N == 16)
  __SYCL_ELEMENT(sA, 10, N == 16)
  __SYCL_ELEMENT(sB, 11, N == 16)
  __SYCL_ELEMENT(sC, 12, N == 16)
  __SYCL_ELEMENT(sD, 13, N == 16)
  __SYCL_ELEMENT(sE, 14, N == 16)
  __SYCL_ELEMENT(sF, 15, N == 16)
#undef __SYCL_ELEMENT

  // Halves of three elements have a fourth one, which is undefined: the padding
  // of a vec, nothing of a swizzle.
#define __SYCL_ELEMENTS(NAME, FIRST, STEP)                                     \
  template <int N = NumElements, typename = std::enable_if_t<(N >= 2)>>        \
  constexpr auto NAME() noexcept {                                             \
    return stride<Derived, FIRST, STEP>(                                       \
        self(), std::make_integer_sequence<int, (N + 1) / 2>());               \
  }                                                                            \
  template <int N = NumElements, typename = std::enable_if_t<(N >= 2)>>        \
  constexpr auto NAME() const noexcept {                                       \
    return stride<const Derived, FIRST, STEP>(                                 \
        self(), std::make_integer_sequence<int, (N + 1) / 2>());               \
  }
  __SYCL_ELEMENTS(lo, 0, 1)
  __SYCL_ELEMENTS(hi, (N + 1) / 2, 1)
  __SYCL_ELEMENTS(even, 0, 2)
  __SYCL_ELEMENTS(odd, 1, 2)
#undef __SYCL_ELEMENTS

#ifdef SYCL_SIMPLE_SWIZZLES
#include <sycl/detail/simple_swizzles.inc>
#endif
};

} // namespace detail
} // namespace _V1
} // namespace sycl
