// What std::complex in device code ends in: the functions of <complex.h>, which
// the standard library calls by compiler built-ins, and those that the compiler
// calls for products and quotients (C11, 7.3 and annex G). <complex> itself is
// not needed here, and what no kernel calls is not emitted.
//
// The formulas are W. Kahan's ("Branch Cuts for Complex Elementary Functions"),
// whose zeros, infinities and branch cuts are those of annex G.
#pragma once

#include <sycl/math.hpp>

#ifdef __SYCL_DEVICE_ONLY__

namespace sycl {
inline namespace _V1 {
namespace detail::complex {

template <typename T> struct number { T re, im; };

template <typename T>
inline constexpr T ln2 = T(0.693147180559945309417232121458176568);
/// Beyond it the exponential of minus twice the number vanishes beside 1.
template <typename T> inline constexpr T tanh_limit = T(22);
template <> inline constexpr float tanh_limit<float> = 11.0f;

using composite::is_finite, composite::is_infinite, composite::is_nan;

/// An infinite component counts as 1 and a finite one as 0, with their signs.
template <typename T> T boxed(T x) {
  return sycl::copysign(is_infinite(x) ? T(1) : T(0), x);
}
template <typename T> T nan_to_zero(T x) {
  return is_nan(x) ? sycl::copysign(T(0), x) : x;
}

// A number times its conjugate is real.
template <typename T> number<T> multiply(T a, T b, T c, T d) {
  __SYCL_PRODUCTS_ROUNDED
  const T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const number<T> product{ac - bd, ad + bc};
  if (!is_nan(product.re) || !is_nan(product.im))
    return product;
  // An infinity times what is not zero is an infinity.
  const bool left = is_infinite(a) || is_infinite(b);
  const bool right = is_infinite(c) || is_infinite(d);
  const bool overflow =
      is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc);
  if (!left && !right && !overflow)
    return product;
  a = left ? boxed(a) : nan_to_zero(a);
  b = left ? boxed(b) : nan_to_zero(b);
  c = right ? boxed(c) : nan_to_zero(c);
  d = right ? boxed(d) : nan_to_zero(d);
  constexpr T infinity = std::numeric_limits<T>::infinity();
  return {infinity * (a * c - b * d), infinity * (a * d + b * c)};
}

/// Divides both by a power of two that leaves the larger one near 1; returns
/// the exponent. Leaves zeros, infinities and NaN.
template <typename T> int take_exponent(T &a, T &b) {
  const T size = sycl::fmax(sycl::fabs(a), sycl::fabs(b));
  if (!is_finite(size) || size == T(0))
    return 0;
  const int exponent = sycl::ilogb(size);
  a = sycl::ldexp(a, -exponent);
  b = sycl::ldexp(b, -exponent);
  return exponent;
}

template <typename T> number<T> divide(T a, T b, T c, T d) {
  // Powers of two in front, so that no product is out of range.
  const int above = take_exponent(a, b), below = take_exponent(c, d);
  const int exponent = above - below;
  const T squared = c * c + d * d;
  const number<T> quotient{sycl::ldexp((a * c + b * d) / squared, exponent),
                           sycl::ldexp((b * c - a * d) / squared, exponent)};
  if (!is_nan(quotient.re) || !is_nan(quotient.im))
    return quotient;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (squared == T(0) && (!is_nan(a) || !is_nan(b)))
    return {sycl::copysign(infinity, c) * a, sycl::copysign(infinity, c) * b};
  if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
    a = boxed(a);
    b = boxed(b);
    return {infinity * (a * c + b * d), infinity * (b * c - a * d)};
  }
  if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b)) {
    c = boxed(c);
    d = boxed(d);
    return {T(0) * (a * c + b * d), T(0) * (b * c - a * d)};
  }
  return quotient;
}
template <typename T> number<T> multiply(number<T> x, number<T> y) {
  return multiply(x.re, x.im, y.re, y.im);
}

template <typename T> T abs(number<T> z) { return sycl::hypot(z.re, z.im); }
template <typename T> T arg(number<T> z) { return sycl::atan2(z.im, z.re); }
template <typename T> number<T> proj(number<T> z) {
  if (is_infinite(z.re) || is_infinite(z.im))
    return {std::numeric_limits<T>::infinity(), sycl::copysign(T(0), z.im)};
  return z;
}

/// (even cos y, odd sin y) of numbers that overflow though a product may not:
/// both are factor * exp(x), for x >= 0.
template <typename T> number<T> on_circle(T factor, T x, T y) {
  const T half = sycl::exp(x * T(0.5f));
  return {sycl::cos(y) * factor * half * half,
          sycl::sin(y) * factor * half * half};
}

template <typename T> number<T> exp(number<T> z) {
  __SYCL_PRODUCTS_ROUNDED // z.im - z.im
  const T size = sycl::exp(z.re);
  if (z.im == T(0))
    return {size, z.im};
  if (!is_finite(z.im)) {
    if (is_infinite(z.re))
      return z.re < T(0) ? number<T>{T(0), sycl::copysign(T(0), z.im)}
                         : number<T>{z.re, z.im - z.im};
    return {z.im - z.im, z.im - z.im};
  }
  if (is_infinite(size) && is_finite(z.re))
    return on_circle(T(1), z.re, z.im);
  return {size * sycl::cos(z.im), size * sycl::sin(z.im)};
}

template <typename T> number<T> log(number<T> z) {
  const T a = sycl::fabs(z.re), b = sycl::fabs(z.im);
  const T large = sycl::fmax(a, b), small = sycl::fmin(a, b);
  T real;
  if (large > T(0.5f) && large < T(2)) // the logarithm may be near 0
    real = T(0.5f) *
           sycl::log1p(sycl::fma(large - T(1), large + T(1), small * small));
  else if (large > std::numeric_limits<T>::max() / T(2) && is_finite(large))
    real = sycl::log(sycl::hypot(a * T(0.5f), b * T(0.5f))) + ln2<T>;
  else
    real = sycl::log(sycl::hypot(a, b));
  return {real, arg(z)};
}
template <typename T> number<T> log10(number<T> z) {
  const number<T> l = log(z);
  const T ln10 = sycl::log(T(10));
  return {l.re / ln10, l.im / ln10};
}

template <typename T> number<T> sqrt(number<T> z) {
  if (z.re == T(0) && z.im == T(0))
    return {T(0), z.im};
  if (is_infinite(z.im))
    return {sycl::fabs(z.im), z.im};
  if (is_infinite(z.re))
    return z.re > T(0)
               ? number<T>{z.re,
                           is_nan(z.im) ? z.im : sycl::copysign(T(0), z.im)}
               : number<T>{is_nan(z.im) ? z.im : T(0),
                           sycl::copysign(z.re, z.im)};
  // Scaled by an even power of two, so that the sum below is in range.
  const T size = sycl::fmax(sycl::fabs(z.re), sycl::fabs(z.im));
  const int exponent = is_finite(size) ? sycl::ilogb(size) & ~1 : 0;
  const T re = sycl::ldexp(z.re, -exponent), im = sycl::ldexp(z.im, -exponent);
  const T root = sycl::sqrt((sycl::fabs(re) + sycl::hypot(re, im)) * T(0.5f));
  const T other = im / (T(2) * root);
  const number<T> scaled =
      re >= T(0) ? number<T>{root, other}
                 : number<T>{sycl::fabs(other), sycl::copysign(root, im)};
  return {sycl::ldexp(scaled.re, exponent / 2),
          sycl::ldexp(scaled.im, exponent / 2)};
}

template <typename T> number<T> pow(number<T> x, number<T> y) {
  if (x.re == T(0) && x.im == T(0) && y.re > T(0))
    return {T(0), T(0)};
  if (y.re == T(0) && y.im == T(0))
    return {T(1), T(0)};
  return exp(multiply(y, log(x)));
}

template <typename T> number<T> sinh(number<T> z) {
  const T sine = sycl::sinh(z.re), cosine = sycl::cosh(z.re);
  if (z.im == T(0))
    return {sine, z.im};
  if (is_infinite(cosine) && is_finite(z.re) && is_finite(z.im)) {
    const number<T> c = on_circle(T(0.5f), sycl::fabs(z.re), z.im);
    return {sycl::copysign(T(1), z.re) * c.re, c.im};
  }
  if (z.re == T(0))
    return {z.re, sycl::sin(z.im)};
  return {sine * sycl::cos(z.im), cosine * sycl::sin(z.im)};
}
template <typename T> number<T> cosh(number<T> z) {
  const T sine = sycl::sinh(z.re), cosine = sycl::cosh(z.re);
  if (z.im == T(0))
    return {cosine, sycl::copysign(T(1), z.re) * z.im};
  if (is_infinite(cosine) && is_finite(z.re) && is_finite(z.im)) {
    const number<T> c = on_circle(T(0.5f), sycl::fabs(z.re), z.im);
    return {c.re, sycl::copysign(T(1), z.re) * c.im};
  }
  if (z.re == T(0))
    return {sycl::cos(z.im), z.re * sycl::copysign(T(1), z.im)};
  return {cosine * sycl::cos(z.im), sine * sycl::sin(z.im)};
}
template <typename T> number<T> tanh(number<T> z) {
  if (z.im == T(0))
    return {sycl::tanh(z.re), z.im};
  const T size = sycl::fabs(z.re);
  if (size > tanh_limit<T>) {
    const T rest = is_finite(z.im) ? sycl::sin(z.im) * sycl::cos(z.im) : z.im;
    const T small = sycl::exp(-size);
    return {sycl::copysign(T(1), z.re), is_infinite(size)
                                            ? sycl::copysign(T(0), rest)
                                            : T(4) * rest * small * small};
  }
  const T tangent = sycl::tan(z.im), sine = sycl::sinh(z.re);
  const T beta = T(1) + tangent * tangent;
  const T rho = sycl::sqrt(T(1) + sine * sine);
  if (is_infinite(tangent))
    return {rho / sine, T(1) / tangent};
  const T below = T(1) + beta * sine * sine;
  return {beta * rho * sine / below, tangent / below};
}

/// z turned by a quarter, and back.
template <typename T> number<T> turned(number<T> z) { return {-z.im, z.re}; }
template <typename T> number<T> turned_back(number<T> z) {
  return {z.im, -z.re};
}
template <typename T> number<T> sin(number<T> z) {
  return turned_back(sinh(turned(z)));
}
template <typename T> number<T> cos(number<T> z) { return cosh(turned(z)); }
template <typename T> number<T> tan(number<T> z) {
  return turned_back(tanh(turned(z)));
}

template <typename T> number<T> asin(number<T> z) {
  const number<T> below = sqrt(number<T>{T(1) - z.re, -z.im});
  const number<T> above = sqrt(number<T>{T(1) + z.re, z.im});
  return {sycl::atan2(z.re, below.re * above.re - below.im * above.im),
          sycl::asinh(below.re * above.im - below.im * above.re)};
}
template <typename T> number<T> acos(number<T> z) {
  const number<T> below = sqrt(number<T>{T(1) - z.re, -z.im});
  const number<T> above = sqrt(number<T>{T(1) + z.re, z.im});
  return {T(2) * sycl::atan2(below.re, above.re),
          sycl::asinh(above.re * below.im - above.im * below.re)};
}
template <typename T> number<T> acosh(number<T> z) {
  const number<T> below = sqrt(number<T>{z.re - T(1), z.im});
  const number<T> above = sqrt(number<T>{z.re + T(1), z.im});
  return {sycl::asinh(below.re * above.re + below.im * above.im),
          T(2) * sycl::atan2(below.im, above.re)};
}
template <typename T> number<T> asinh(number<T> z) {
  return turned_back(asin(turned(z)));
}
template <typename T> number<T> atanh(number<T> z) {
  const T size = sycl::fmax(sycl::fabs(z.re), sycl::fabs(z.im));
  constexpr T large = T(1) / std::numeric_limits<T>::epsilon();
  if (size > large) { // 1 / z, and a quarter of a turn
    const T quarter = sycl::atan2(T(1), T(0));
    const T real = is_infinite(size)
                       ? sycl::copysign(T(0), z.re)
                       : (z.re / size) / (size * (z.re / size * (z.re / size) +
                                                  z.im / size * (z.im / size)));
    return {real, sycl::copysign(quarter, z.im)};
  }
  const T distance = T(1) - z.re, squared = z.im * z.im;
  const T x = sycl::fabs(z.re), near = T(1) - x; // an odd function
  const T real = T(0.25f) * sycl::log1p(T(4) * x / (near * near + squared));
  return {sycl::copysign(real, z.re),
          sycl::atan2(T(2) * z.im, distance * (T(1) + z.re) - squared) *
              T(0.5f)};
}
template <typename T> number<T> atan(number<T> z) {
  return turned_back(atanh(turned(z)));
}

} // namespace detail::complex
} // namespace _V1
} // namespace sycl

extern "C" {
__extension__ typedef _Complex float __sycl_complex_float;
__extension__ typedef _Complex double __sycl_complex_double;

#define __SYCL_COMPLEX_PRODUCT(NAME, T, COMPLEX, FUNCTION)                     \
  inline COMPLEX NAME(T a, T b, T c, T d) noexcept {                           \
    const auto r = sycl::detail::complex::FUNCTION(a, b, c, d);                \
    return __builtin_complex(r.re, r.im);                                      \
  }
__SYCL_COMPLEX_PRODUCT(__mulsc3, float, __sycl_complex_float, multiply)
__SYCL_COMPLEX_PRODUCT(__muldc3, double, __sycl_complex_double, multiply)
__SYCL_COMPLEX_PRODUCT(__divsc3, float, __sycl_complex_float, divide)
__SYCL_COMPLEX_PRODUCT(__divdc3, double, __sycl_complex_double, divide)
#undef __SYCL_COMPLEX_PRODUCT

#define __SYCL_NUMBER(T, Z)                                                    \
  sycl::detail::complex::number<T> { __real__(Z), __imag__(Z) }
#define __SYCL_COMPLEX_TO_REAL(NAME, SUFFIX, T, COMPLEX)                       \
  inline T c##NAME##SUFFIX(COMPLEX z) noexcept {                               \
    return sycl::detail::complex::NAME(__SYCL_NUMBER(T, z));                   \
  }
#define __SYCL_COMPLEX_1(NAME, SUFFIX, T, COMPLEX)                             \
  inline COMPLEX c##NAME##SUFFIX(COMPLEX z) noexcept {                         \
    const auto r = sycl::detail::complex::NAME(__SYCL_NUMBER(T, z));           \
    return __builtin_complex(r.re, r.im);                                      \
  }
#define __SYCL_COMPLEX_2(NAME, SUFFIX, T, COMPLEX)                             \
  inline COMPLEX c##NAME##SUFFIX(COMPLEX x, COMPLEX y) noexcept {              \
    const auto r =                                                             \
        sycl::detail::complex::NAME(__SYCL_NUMBER(T, x), __SYCL_NUMBER(T, y)); \
    return __builtin_complex(r.re, r.im);                                      \
  }
#define __SYCL_COMPLEX_BOTH(MACRO, NAME)                                       \
  MACRO(NAME, f, float, __sycl_complex_float)                                  \
  MACRO(NAME, , double, __sycl_complex_double)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_TO_REAL, abs)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_TO_REAL, arg)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, proj)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, exp)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, log)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, log10)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, sqrt)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_2, pow)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, sinh)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, cosh)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, tanh)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, sin)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, cos)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, tan)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, asin)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, acos)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, atan)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, asinh)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, acosh)
__SYCL_COMPLEX_BOTH(__SYCL_COMPLEX_1, atanh)
#undef __SYCL_COMPLEX_BOTH
#undef __SYCL_COMPLEX_2
#undef __SYCL_COMPLEX_1
#undef __SYCL_COMPLEX_TO_REAL
#undef __SYCL_NUMBER
} // extern "C"

#endif // __SYCL_DEVICE_ONLY__
