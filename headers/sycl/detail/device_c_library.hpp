// Functions of the C library in device code that the compiler does not know as
// instructions: of <string.h> what needs no locale, of <math.h> what SYCL has by
// the same meaning, and of <stdlib.h> divisions.
//
// The standard library calls them by compiler built-ins, or by their own
// declarations, which these definitions must not repeat: they have the symbols
// of the C functions and names of their own. What no kernel calls is not
// emitted.
#pragma once

#include <sycl/math.hpp>

#ifdef __SYCL_DEVICE_ONLY__

#include <cstddef>
#include <cstdlib>

namespace sycl {
inline namespace _V1 {
namespace detail::c_library {

// Without no_builtin, an optimizer may find the loop and make it a call of
// itself.
#define __SYCL_C_FUNCTION(RESULT, NAME, ...)                                   \
  RESULT NAME(__VA_ARGS__) noexcept __asm__(#NAME);                            \
  __attribute__((no_builtin)) inline RESULT NAME(__VA_ARGS__) noexcept

__SYCL_C_FUNCTION(std::size_t, strlen, const char *s) {
  std::size_t n = 0;
  while (s[n])
    ++n;
  return n;
}
__SYCL_C_FUNCTION(void *, memchr, const void *s, int c, std::size_t n) {
  auto *bytes = static_cast<const unsigned char *>(s);
  for (; n; --n, ++bytes)
    if (*bytes == static_cast<unsigned char>(c))
      return const_cast<unsigned char *>(bytes);
  return nullptr;
}
__SYCL_C_FUNCTION(int, strncmp, const char *a, const char *b, std::size_t n) {
  for (; n; --n, ++a, ++b)
    if (*a != *b || !*a)
      return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
  return 0;
}
__SYCL_C_FUNCTION(int, strcmp, const char *a, const char *b) {
  return strncmp(a, b, static_cast<std::size_t>(-1));
}
__SYCL_C_FUNCTION(char *, strchr, const char *s, int c) {
  for (;; ++s)
    if (*s == static_cast<char>(c))
      return const_cast<char *>(s);
    else if (!*s)
      return nullptr;
}
__SYCL_C_FUNCTION(char *, strrchr, const char *s, int c) {
  const char *found = nullptr;
  for (;; ++s) {
    if (*s == static_cast<char>(c))
      found = s;
    if (!*s)
      return const_cast<char *>(found);
  }
}
__SYCL_C_FUNCTION(char *, strcpy, char *to, const char *from) {
  for (char *at = to; (*at = *from); ++at)
    ++from;
  return to;
}
__SYCL_C_FUNCTION(char *, strncpy, char *to, const char *from, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    to[i] = *from;
    if (*from)
      ++from;
  }
  return to;
}
__SYCL_C_FUNCTION(char *, strncat, char *to, const char *from, std::size_t n) {
  char *at = to;
  while (*at)
    ++at;
  for (; n && *from; --n)
    *at++ = *from++;
  *at = 0;
  return to;
}
__SYCL_C_FUNCTION(char *, strcat, char *to, const char *from) {
  return strncat(to, from, static_cast<std::size_t>(-1));
}

#define __SYCL_C_DIVISION(NAME, RESULT, T)                                     \
  __SYCL_C_FUNCTION(RESULT, NAME, T a, T b) { return {a / b, a % b}; }
__SYCL_C_DIVISION(div, ::div_t, int)
__SYCL_C_DIVISION(ldiv, ::ldiv_t, long)
__SYCL_C_DIVISION(lldiv, ::lldiv_t, long long)
#undef __SYCL_C_DIVISION

/// No device tells NaNs apart. ilogb of zero and of NaN is what the host's macros
/// say, which drivers of OpenCL do not know.
#define __SYCL_C_MATH(T, SUFFIX)                                               \
  __SYCL_C_FUNCTION(T, frexp##SUFFIX, T x, int *exponent) {                    \
    return composite::frexp(x, *exponent);                                     \
  }                                                                            \
  __SYCL_C_FUNCTION(int, ilogb##SUFFIX, T x) { return composite::ilogb(x); }   \
  __SYCL_C_FUNCTION(T, modf##SUFFIX, T x, T *whole) {                          \
    return composite::modf(x, *whole);                                         \
  }                                                                            \
  __SYCL_C_FUNCTION(T, remquo##SUFFIX, T x, T y, int *quotient) {              \
    return composite::remquo(x, y, *quotient);                                 \
  }                                                                            \
  __SYCL_C_FUNCTION(T, scalbn##SUFFIX, T x, int n) {                           \
    return composite::ldexp(x, n);                                             \
  }                                                                            \
  __SYCL_C_FUNCTION(T, scalbln##SUFFIX, T x, long n) {                         \
    return composite::ldexp(x, static_cast<int>(n > 9999    ? 9999             \
                                                : n < -9999 ? -9999            \
                                                            : n));             \
  }                                                                            \
  __SYCL_C_FUNCTION(void, sincos##SUFFIX, T x, T *sine, T *cosine) {           \
    *sine = sycl::sin(x);                                                      \
    *cosine = sycl::cos(x);                                                    \
  }                                                                            \
  __SYCL_C_FUNCTION(T, exp10##SUFFIX, T x) { return sycl::exp10(x); }          \
  __SYCL_C_FUNCTION(T, nan##SUFFIX, const char *) {                            \
    return std::numeric_limits<T>::quiet_NaN();                                \
  }
__SYCL_C_MATH(float, f)
__SYCL_C_MATH(double, )
#undef __SYCL_C_MATH
#undef __SYCL_C_FUNCTION

} // namespace detail::c_library
} // namespace _V1
} // namespace sycl

#endif // __SYCL_DEVICE_ONLY__
