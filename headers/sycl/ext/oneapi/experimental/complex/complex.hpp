// Extension sycl_ext_oneapi_complex: complex numbers of float, double and half,
// their mathematics, and marray of them. Programs include this header
// themselves.
//
// Products, quotients and functions are those of std::complex, which have the
// zeros, infinities and NaN of C's annex G on the host and in kernels
// (detail/device_complex.hpp). Those of half are computed as float and rounded.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/device_complex.hpp>
#include <sycl/detail/vec_traits.hpp>
#include <sycl/ext/oneapi/complex_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/marray.hpp>
#include <sycl/math.hpp>
#include <sycl/stream.hpp>

#include <cmath>
#include <complex>
#include <cstddef>
#include <istream>
#include <limits>
#include <ostream>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// The parts that complex numbers may have.
template <typename T>
inline constexpr bool is_part_v =
    std::is_same_v<T, float> || std::is_same_v<T, double> || is_half_v<T>;
template <typename T>
inline constexpr bool is_part_or_integer_v =
    is_part_v<T> || std::is_integral_v<T>;

/// Real numbers in functions of complex ones: integers are double, as in C++.
template <typename T>
using part_of_real =
    std::enable_if_t<is_part_or_integer_v<T>,
                     std::conditional_t<std::is_integral_v<T>, double, T>>;

/// What numbers of T are computed as.
template <typename T>
using computed_complex =
    std::complex<std::conditional_t<is_half_v<T>, float, T>>;

template <typename T>
constexpr computed_complex<T>
to_std(const ext::oneapi::experimental::complex<T> &z) {
  using part = typename computed_complex<T>::value_type;
  return computed_complex<T>(static_cast<part>(z.real()),
                             static_cast<part>(z.imag()));
}
template <typename T, typename U>
constexpr ext::oneapi::experimental::complex<T>
from_std(const std::complex<U> &z) {
  return ext::oneapi::experimental::complex<T>(static_cast<T>(z.real()),
                                               static_cast<T>(z.imag()));
}

} // namespace detail

namespace ext::oneapi::experimental {

template <typename T> class complex {
  static_assert(sycl::detail::is_part_v<T>,
                "complex numbers are of float, double or sycl::half");

public:
  using value_type = T;

  constexpr complex(value_type re = value_type(), value_type im = value_type())
      : re_(re), im_(im) {}
  template <typename X>
  constexpr complex(const complex<X> &z)
      : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}
  template <typename X>
  constexpr complex(const std::complex<X> &z)
      : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag())) {}
  constexpr complex(const complex &) = default;
  template <typename X> constexpr operator std::complex<X>() const {
    return std::complex<X>(static_cast<X>(re_), static_cast<X>(im_));
  }

  constexpr value_type real() const { return re_; }
  constexpr value_type imag() const { return im_; }
  void real(value_type value) { re_ = value; }
  void imag(value_type value) { im_ = value; }

  constexpr complex &operator=(const complex &) = default;
  complex &operator=(value_type x) {
    re_ = x;
    im_ = value_type();
    return *this;
  }

  friend complex operator+(const complex &z, const complex &w) {
    return complex(z.re_ + w.re_, z.im_ + w.im_);
  }
  friend complex operator+(const complex &z, value_type y) {
    return complex(z.re_ + y, z.im_);
  }
  friend complex operator+(value_type x, const complex &w) { return w + x; }
  friend complex operator+(const complex &z) { return z; }
  friend complex operator-(const complex &z, const complex &w) {
    return complex(z.re_ - w.re_, z.im_ - w.im_);
  }
  friend complex operator-(const complex &z, value_type y) {
    return complex(z.re_ - y, z.im_);
  }
  friend complex operator-(value_type x, const complex &w) {
    return complex(x - w.re_, -w.im_);
  }
  friend complex operator-(const complex &z) { return complex(-z.re_, -z.im_); }
  friend complex operator*(const complex &z, const complex &w) {
    return sycl::detail::from_std<T>(sycl::detail::to_std(z) *
                                     sycl::detail::to_std(w));
  }
  friend complex operator*(const complex &z, value_type y) {
    return complex(z.re_ * y, z.im_ * y);
  }
  friend complex operator*(value_type x, const complex &w) { return w * x; }
  friend complex operator/(const complex &z, const complex &w) {
    return sycl::detail::from_std<T>(sycl::detail::to_std(z) /
                                     sycl::detail::to_std(w));
  }
  friend complex operator/(const complex &z, value_type y) {
    return complex(z.re_ / y, z.im_ / y);
  }
  friend complex operator/(value_type x, const complex &w) {
    return complex(x) / w;
  }

#define __SYCL_COMPLEX_ASSIGN(OP)                                              \
  friend complex &operator OP##=(complex &z, value_type y) {                   \
    return z = z OP y;                                                         \
  }                                                                            \
  template <typename X>                                                        \
  friend complex &operator OP##=(complex &z, const complex<X> &w) {            \
    return z = z OP complex(w);                                                \
  }
  __SYCL_COMPLEX_ASSIGN(+)
  __SYCL_COMPLEX_ASSIGN(-)
  __SYCL_COMPLEX_ASSIGN(*)
  __SYCL_COMPLEX_ASSIGN(/)
#undef __SYCL_COMPLEX_ASSIGN

  friend constexpr bool operator==(const complex &z, const complex &w) {
    return z.re_ == w.re_ && z.im_ == w.im_;
  }
  friend constexpr bool operator==(const complex &z, value_type y) {
    return z == complex(y);
  }
  friend constexpr bool operator==(value_type x, const complex &w) {
    return complex(x) == w;
  }
  friend constexpr bool operator!=(const complex &z, const complex &w) {
    return !(z == w);
  }
  friend constexpr bool operator!=(const complex &z, value_type y) {
    return !(z == y);
  }
  friend constexpr bool operator!=(value_type x, const complex &w) {
    return !(x == w);
  }

  /// For host code.
  template <typename C, typename Traits>
  friend std::basic_istream<C, Traits> &
  operator>>(std::basic_istream<C, Traits> &is, complex &z) {
    sycl::detail::computed_complex<T> number;
    if (is >> number)
      z = sycl::detail::from_std<T>(number);
    return is;
  }
  /// For host code.
  template <typename C, typename Traits>
  friend std::basic_ostream<C, Traits> &
  operator<<(std::basic_ostream<C, Traits> &os, const complex &z) {
    return os << sycl::detail::to_std(z);
  }
  friend const sycl::stream &operator<<(const sycl::stream &x,
                                        const complex &z) {
    return x << "(" << z.re_ << "," << z.im_ << ")";
  }

private:
  value_type re_, im_;
};

} // namespace ext::oneapi::experimental

namespace detail {

/// The part of pow's result: the widest of the arguments' that are no integers.
template <typename T> struct part_of_argument { using type = T; };
template <typename T>
struct part_of_argument<ext::oneapi::experimental::complex<T>> {
  using type = T;
};
template <typename T, typename U>
inline constexpr bool is_wider_part = std::is_integral_v<U> ||
                                      (is_part_v<T> && sizeof(T) >= sizeof(U));
template <typename X, typename Y,
          typename T = typename part_of_argument<X>::type,
          typename U = typename part_of_argument<Y>::type>
using promoted_part = std::enable_if_t<
    is_part_or_integer_v<T> && is_part_or_integer_v<U>,
    std::conditional_t<!std::is_integral_v<T> && is_wider_part<T, U>, T, U>>;

template <typename T, typename U>
constexpr ext::oneapi::experimental::complex<T>
to_complex(const ext::oneapi::experimental::complex<U> &z) {
  return ext::oneapi::experimental::complex<T>(z);
}
template <typename T, typename U>
constexpr ext::oneapi::experimental::complex<T> to_complex(const U &x) {
  return ext::oneapi::experimental::complex<T>(static_cast<T>(x));
}

template <typename T>
ext::oneapi::experimental::complex<T>
complex_power(const ext::oneapi::experimental::complex<T> &x,
              const ext::oneapi::experimental::complex<T> &y) {
  // C libraries have NaN.
  if (y == T(0.0f))
    return ext::oneapi::experimental::complex<T>(T(1.0f));
  if (x == T(0.0f) && y.real() > T(0.0f))
    return ext::oneapi::experimental::complex<T>();
  return from_std<T>(std::pow(to_std(x), to_std(y)));
}

/// f of each element.
template <typename Result, std::size_t N, typename Function>
marray<Result, N> make_marray(Function f) {
  marray<Result, N> result;
  for (std::size_t i = 0; i < N; ++i)
    result[i] = f(i);
  return result;
}

} // namespace detail

namespace ext::oneapi::experimental {

//===-- Values ------------------------------------------------------------===//

template <typename T> constexpr T real(const complex<T> &z) { return z.real(); }
template <typename T> constexpr sycl::detail::part_of_real<T> real(T x) {
  return static_cast<sycl::detail::part_of_real<T>>(x);
}
template <typename T> constexpr T imag(const complex<T> &z) { return z.imag(); }
template <typename T> constexpr sycl::detail::part_of_real<T> imag(T) {
  return sycl::detail::part_of_real<T>(0.0f);
}

template <typename T> T abs(const complex<T> &z) {
  return static_cast<T>(std::abs(sycl::detail::to_std(z)));
}
template <typename T> T arg(const complex<T> &z) {
  return static_cast<T>(std::arg(sycl::detail::to_std(z)));
}
template <typename T> sycl::detail::part_of_real<T> arg(T x) {
  using part = sycl::detail::part_of_real<T>;
  return experimental::arg(complex<part>(static_cast<part>(x)));
}
template <typename T> T norm(const complex<T> &z) {
  const auto number = sycl::detail::to_std(z);
  const auto re = number.real(), im = number.imag();
  // Also beside NaN.
  if (sycl::isinf(re) || sycl::isinf(im))
    return static_cast<T>(std::numeric_limits<float>::infinity());
  return static_cast<T>(re * re + im * im);
}
template <typename T> sycl::detail::part_of_real<T> norm(T x) {
  using part = sycl::detail::part_of_real<T>;
  return experimental::norm(complex<part>(static_cast<part>(x)));
}
template <typename T> complex<T> conj(const complex<T> &z) {
  return complex<T>(z.real(), -z.imag());
}
template <typename T> complex<sycl::detail::part_of_real<T>> conj(T x) {
  using part = sycl::detail::part_of_real<T>;
  return experimental::conj(complex<part>(static_cast<part>(x)));
}
template <typename T> complex<T> proj(const complex<T> &z) {
  return sycl::detail::from_std<T>(std::proj(sycl::detail::to_std(z)));
}
template <typename T> complex<sycl::detail::part_of_real<T>> proj(T x) {
  using part = sycl::detail::part_of_real<T>;
  return experimental::proj(complex<part>(static_cast<part>(x)));
}
/// Precondition: rho is not negative and not NaN, theta is finite.
template <typename T>
std::enable_if_t<sycl::detail::is_part_v<T>, complex<T>>
polar(const T &rho, const T &theta = T()) {
  using part = typename sycl::detail::computed_complex<T>::value_type;
  const part r = static_cast<part>(rho), angle = static_cast<part>(theta);
  const part sine = sycl::sin(angle);
  // An infinity at an angle of zero is a real number.
  return complex<T>(static_cast<T>(r * sycl::cos(angle)),
                    static_cast<T>(sine == part(0) ? sine : r * sine));
}

//===-- Functions ---------------------------------------------------------===//

#define __SYCL_COMPLEX_FUNCTION(NAME)                                          \
  template <typename T> complex<T> NAME(const complex<T> &z) {                 \
    return sycl::detail::from_std<T>(std::NAME(sycl::detail::to_std(z)));      \
  }                                                                            \
  template <typename T, std::size_t N>                                         \
  marray<complex<T>, N> NAME(const marray<complex<T>, N> &x) {                 \
    return sycl::detail::make_marray<complex<T>, N>(                           \
        [&](std::size_t i) { return experimental::NAME(x[i]); });              \
  }
__SYCL_COMPLEX_FUNCTION(log)
__SYCL_COMPLEX_FUNCTION(log10)
__SYCL_COMPLEX_FUNCTION(sqrt)
__SYCL_COMPLEX_FUNCTION(exp)
__SYCL_COMPLEX_FUNCTION(asinh)
__SYCL_COMPLEX_FUNCTION(acosh)
__SYCL_COMPLEX_FUNCTION(atanh)
__SYCL_COMPLEX_FUNCTION(sinh)
__SYCL_COMPLEX_FUNCTION(cosh)
__SYCL_COMPLEX_FUNCTION(tanh)
__SYCL_COMPLEX_FUNCTION(asin)
__SYCL_COMPLEX_FUNCTION(acos)
__SYCL_COMPLEX_FUNCTION(atan)
__SYCL_COMPLEX_FUNCTION(sin)
__SYCL_COMPLEX_FUNCTION(cos)
__SYCL_COMPLEX_FUNCTION(tan)
#undef __SYCL_COMPLEX_FUNCTION

#define __SYCL_COMPLEX_POWER(X, Y)                                             \
  complex<sycl::detail::promoted_part<X, Y>> pow(const X &x, const Y &y) {     \
    using part = sycl::detail::promoted_part<X, Y>;                            \
    return sycl::detail::complex_power<part>(                                  \
        sycl::detail::to_complex<part>(x), sycl::detail::to_complex<part>(y)); \
  }
template <typename T> complex<T> pow(const complex<T> &x, const complex<T> &y) {
  return sycl::detail::complex_power(x, y);
}
template <typename T, typename U>
__SYCL_COMPLEX_POWER(complex<T>, complex<U>)
template <typename T, typename U>
__SYCL_COMPLEX_POWER(complex<T>, U)
template <typename T, typename U>
__SYCL_COMPLEX_POWER(T, complex<U>)
#undef __SYCL_COMPLEX_POWER

//===-- Element by element ------------------------------------------------===//

#define __SYCL_COMPLEX_PARTS(NAME)                                             \
  template <typename T, std::size_t N>                                         \
  marray<T, N> NAME(const marray<complex<T>, N> &x) {                          \
    return sycl::detail::make_marray<T, N>(                                    \
        [&](std::size_t i) { return experimental::NAME(x[i]); });              \
  }
__SYCL_COMPLEX_PARTS(real) __SYCL_COMPLEX_PARTS(imag) __SYCL_COMPLEX_PARTS(abs)
    __SYCL_COMPLEX_PARTS(arg) __SYCL_COMPLEX_PARTS(norm)
#undef __SYCL_COMPLEX_PARTS

        template <typename T, std::size_t N>
        marray<complex<T>, N> conj(const marray<complex<T>, N> &x) {
  return sycl::detail::make_marray<complex<T>, N>(
      [&](std::size_t i) { return experimental::conj(x[i]); });
}
template <typename T, std::size_t N>
marray<complex<T>, N> proj(const marray<complex<T>, N> &x) {
  return sycl::detail::make_marray<complex<T>, N>(
      [&](std::size_t i) { return experimental::proj(x[i]); });
}
template <typename T, std::size_t N>
std::enable_if_t<sycl::detail::is_part_v<T>, marray<complex<T>, N>>
proj(const marray<T, N> &x) {
  return sycl::detail::make_marray<complex<T>, N>(
      [&](std::size_t i) { return experimental::proj(x[i]); });
}

// One argument of the two may be one number for all elements.
#define __SYCL_COMPLEX_ELEMENTS(NAME, X, Y, X_I, Y_I)                          \
  template <typename T, std::size_t N>                                         \
  std::enable_if_t<sycl::detail::is_part_v<T>, marray<complex<T>, N>> NAME(    \
      const X &x, const Y &y) {                                                \
    return sycl::detail::make_marray<complex<T>, N>(                           \
        [&](std::size_t i) { return experimental::NAME(X_I, Y_I); });          \
  }
#define __SYCL_COMPLEX_MARRAY marray<complex<T>, N>
#define __SYCL_REAL_MARRAY marray<T, N>
#define __SYCL_ONE_REAL std::common_type_t<T>
#define __SYCL_ONE_COMPLEX complex<std::common_type_t<T>>
__SYCL_COMPLEX_ELEMENTS(polar, __SYCL_REAL_MARRAY, __SYCL_REAL_MARRAY, x[i],
                        y[i])
__SYCL_COMPLEX_ELEMENTS(polar, __SYCL_REAL_MARRAY, __SYCL_ONE_REAL, x[i], y)
__SYCL_COMPLEX_ELEMENTS(polar, __SYCL_ONE_REAL, __SYCL_REAL_MARRAY, x, y[i])
template <typename T, std::size_t N>
marray<complex<T>, N> polar(const marray<T, N> &rho) {
  return experimental::polar(rho, T());
}
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_COMPLEX_MARRAY, __SYCL_REAL_MARRAY, x[i],
                        y[i])
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_COMPLEX_MARRAY, __SYCL_ONE_REAL, x[i], y)
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_ONE_COMPLEX, __SYCL_REAL_MARRAY, x, y[i])
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_COMPLEX_MARRAY, __SYCL_COMPLEX_MARRAY, x[i],
                        y[i])
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_COMPLEX_MARRAY, __SYCL_ONE_COMPLEX, x[i], y)
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_ONE_COMPLEX, __SYCL_COMPLEX_MARRAY, x, y[i])
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_REAL_MARRAY, __SYCL_COMPLEX_MARRAY, x[i],
                        y[i])
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_REAL_MARRAY, __SYCL_ONE_COMPLEX, x[i], y)
__SYCL_COMPLEX_ELEMENTS(pow, __SYCL_ONE_REAL, __SYCL_COMPLEX_MARRAY, x, y[i])
#undef __SYCL_COMPLEX_ELEMENTS
#undef __SYCL_COMPLEX_MARRAY
#undef __SYCL_REAL_MARRAY
#undef __SYCL_ONE_REAL
#undef __SYCL_ONE_COMPLEX

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
