// SYCL 2020, 4.17.5 to 4.17.9: the built-in functions as their synopses declare
// them: for each element type and shape, with the template arguments deduced
// and named, for scalars, vec, marray and swizzles in any mixture.
#include "testing/conformance/synopsis.h"

#include <cstdint>

namespace {
namespace s = sycl;
using s::marray;
using s::vec;

template <typename V>
using swizzle_of =
    decltype(std::declval<vec<typename V::value_type, 8> &>().lo());
template <typename V, typename T> struct with_elements;
template <typename T, int N, typename U> struct with_elements<vec<T, N>, U> {
  using type = vec<U, N>;
};
template <typename T, std::size_t N, typename U>
struct with_elements<marray<T, N>, U> {
  using type = marray<U, N>;
};
template <typename V, typename U>
using with_t = typename with_elements<V, U>::type;

template <typename T> struct comparison { using type = std::int32_t; };
template <> struct comparison<double> { using type = std::int64_t; };
template <> struct comparison<s::half> { using type = std::int16_t; };

// ---- 4.17.5, 4.17.9: scalars are no templates, but what takes a pointer is.
// V, W: two spellings of one shape (vec and swizzle); R: their plain type.

#define REAL_1(F)                                                              \
  F(acos)                                                                      \
  F(acosh) F(acospi) F(asin) F(asinh) F(asinpi) F(atan) F(atanh) F(atanpi)     \
      F(cbrt) F(ceil) F(cos) F(cosh) F(cospi) F(erf) F(erfc) F(exp) F(exp2)    \
          F(exp10) F(expm1) F(fabs) F(floor) F(lgamma) F(log) F(log2) F(log10) \
              F(log1p) F(logb) F(rint) F(round) F(rsqrt) F(sin) F(sinh)        \
                  F(sinpi) F(sqrt) F(tan) F(tanh) F(tanpi) F(tgamma) F(trunc)
#define REAL_2(F)                                                              \
  F(atan2)                                                                     \
  F(atan2pi) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(maxmag)    \
      F(minmag) F(nextafter) F(pow) F(powr) F(remainder)
#define RELATIONAL_2(F)                                                        \
  F(isequal)                                                                   \
  F(isnotequal) F(isgreater) F(isgreaterequal) F(isless) F(islessequal)        \
      F(islessgreater) F(isordered) F(isunordered)
#define RELATIONAL_1(F) F(isfinite) F(isinf) F(isnan) F(isnormal) F(signbit)

template <typename T> constexpr bool has_real_scalars() {
  const auto checks = [](T x, T *p, int *n,
                         s::multi_ptr<T, s::access::address_space::global_space,
                                      s::access::decorated::yes>
                             mp) {
    // Programs name the argument, as for the common functions.
#define ONE(NAME)                                                              \
  RETURNS(s::NAME(x), T);                                                      \
  RETURNS(s::NAME<T>(x), T);
#define TWO(NAME)                                                              \
  RETURNS(s::NAME(x, x), T);                                                   \
  RETURNS(s::NAME<T>(x, x), T);                                                \
  RETURNS((s::NAME<T, T>(x, x)), T);
#define COMPARED(NAME) RETURNS(s::NAME(x, x), bool);
#define TESTED(NAME) RETURNS(s::NAME(x), bool);
    REAL_1(ONE)
    REAL_2(TWO)
    RELATIONAL_2(COMPARED)
    RELATIONAL_1(TESTED)
#undef ONE
#undef TWO
#undef COMPARED
#undef TESTED
    RETURNS(s::fma(x, x, x), T);
    RETURNS(s::mad(x, x, x), T);
    RETURNS(s::fma<T>(x, x, x), T);
    RETURNS(s::mad<T>(x, x, x), T);
    RETURNS(s::ilogb(x), int);
#define INTEGER(NAME)                                                          \
  RETURNS(s::NAME(x, 1), T);                                                   \
  RETURNS(s::NAME<T>(x, 1), T);
    INTEGER(ldexp)
    INTEGER(pown)
    INTEGER(rootn)
#undef INTEGER
#define POINTER(NAME, P)                                                       \
  RETURNS(s::NAME(x, P), T);                                                   \
  RETURNS(s::NAME<decltype(P)>(x, P), T);
    POINTER(fract, p)
    POINTER(fract, mp)
    POINTER(modf, p)
    POINTER(modf, mp)
    POINTER(sincos, p)
    POINTER(frexp, n)
    POINTER(lgamma_r, n)
#undef POINTER
    RETURNS(s::remquo(x, x, n), T);
    RETURNS(s::remquo<int *>(x, x, n), T);
    // 4.17.7, common functions: templates for scalars too.
#define COMMON_1(NAME)                                                         \
  RETURNS(s::NAME(x), T);                                                      \
  RETURNS(s::NAME<T>(x), T);
#define COMMON_2(NAME)                                                         \
  RETURNS(s::NAME(x, x), T);                                                   \
  RETURNS(s::NAME<T>(x, x), T);                                                \
  RETURNS((s::NAME<T, T>(x, x)), T);
#define COMMON_3(NAME)                                                         \
  RETURNS(s::NAME(x, x, x), T);                                                \
  RETURNS(s::NAME<T>(x, x, x), T);                                             \
  RETURNS((s::NAME<T, T, T>(x, x, x)), T);
    COMMON_1(degrees)
    COMMON_1(radians)
    COMMON_1(sign)
    COMMON_2(max)
    COMMON_2(min)
    COMMON_2(step)
    COMMON_3(clamp)
    COMMON_3(mix)
    COMMON_3(smoothstep)
    COMMON_3(bitselect)
    // 4.17.8, geometric functions.
    COMMON_2(dot)
    COMMON_2(distance)
    COMMON_1(length)
    COMMON_1(normalize)
    RETURNS(s::select(x, x, true), T);
    RETURNS(s::select<T>(x, x, true), T);
  };
  (void)checks;
  return true;
}
static_assert(has_real_scalars<float>());
static_assert(has_real_scalars<double>());
static_assert(has_real_scalars<s::half>());
// A named argument converts the others.
RETURNS(s::max<float>(1.0f, 2), float);
RETURNS(s::pow<double>(1.0, 2), double);
RETURNS(s::sqrt<float>(2), float);
RETURNS(s::clamp<double>(1.0, 0, 2.0f), double);

template <typename V, typename W, typename X, typename R, typename Flag>
constexpr bool has_real_shape() {
  const auto checks = [](V &v, W &w, X &x, R *p, with_t<R, int> &k,
                         with_t<R, int> *n, with_t<R, Flag> &flag) {
    using T = typename R::value_type;
    using B = with_t<R, Flag>;
    (void)flag;
#define ONE(NAME)                                                              \
  RETURNS(s::NAME(v), R);                                                      \
  RETURNS(s::NAME<V>(v), R);
#define TWO(NAME)                                                              \
  RETURNS(s::NAME(v, w), R);                                                   \
  RETURNS((s::NAME<V, W>(v, w)), R);
#define THREE(NAME)                                                            \
  RETURNS(s::NAME(v, w, x), R);                                                \
  RETURNS((s::NAME<V, W, X>(v, w, x)), R);
#define COMPARED(NAME)                                                         \
  RETURNS(s::NAME(v, w), B);                                                   \
  RETURNS((s::NAME<V, W>(v, w)), B);
#define TESTED(NAME)                                                           \
  RETURNS(s::NAME(v), B);                                                      \
  RETURNS(s::NAME<V>(v), B);
#define POINTER(NAME, P)                                                       \
  RETURNS(s::NAME(v, P), R);                                                   \
  RETURNS((s::NAME<V, decltype(P)>(v, P)), R);
#define INTEGER(NAME)                                                          \
  RETURNS(s::NAME(v, 1), R);                                                   \
  RETURNS(s::NAME(v, k), R);                                                   \
  RETURNS((s::NAME<V, with_t<R, int>>(v, k)), R);                              \
  RETURNS(s::NAME<V>(v, 1), R);
#define SCALAR(NAME)                                                           \
  RETURNS(s::NAME(v, T(1)), R);                                                \
  RETURNS(s::NAME<V>(v, T(1)), R);
    REAL_1(ONE)
    REAL_2(TWO)
    RELATIONAL_2(COMPARED)
    RELATIONAL_1(TESTED)
    THREE(fma)
    THREE(mad)
    SCALAR(fmax)
    SCALAR(fmin)
    RETURNS(s::ilogb(v), with_t<R, int>);
    RETURNS(s::ilogb<V>(v), with_t<R, int>);
    INTEGER(ldexp)
    INTEGER(pown)
    INTEGER(rootn)
    POINTER(fract, p)
    POINTER(modf, p)
    POINTER(sincos, p)
    POINTER(frexp, n)
    POINTER(lgamma_r, n)
    RETURNS(s::remquo(v, w, n), R);
    RETURNS((s::remquo<V, W, with_t<R, int> *>(v, w, n)), R);
    ONE(degrees)
    ONE(radians)
    ONE(sign)
    TWO(max)
    TWO(min)
    TWO(step)
    THREE(clamp)
    THREE(mix)
    THREE(smoothstep)
    THREE(bitselect)
    SCALAR(max)
    SCALAR(min)
    RETURNS(s::clamp(v, T(0), T(1)), R);
    RETURNS(s::clamp<V>(v, T(0), T(1)), R);
    RETURNS(s::mix(v, w, T(0)), R);
    RETURNS((s::mix<V, W>(v, w, T(0))), R);
    RETURNS(s::step(T(0), v), R);
    RETURNS(s::step<V>(T(0), v), R);
    RETURNS(s::smoothstep(T(0), T(1), v), R);
    RETURNS(s::smoothstep<V>(T(0), T(1), v), R);
    RETURNS(s::select(v, w, flag), R);
    RETURNS((s::select<V, W, B>(v, w, flag)), R);
    RETURNS(s::dot(v, w), T);
    RETURNS((s::dot<V, W>(v, w)), T);
    RETURNS(s::distance(v, w), T);
    RETURNS((s::distance<V, W>(v, w)), T);
    RETURNS(s::length(v), T);
    RETURNS(s::length<V>(v), T);
    ONE(normalize)
    TWO(cross)
    if constexpr (std::is_same_v<T, float>) {
      RETURNS(s::fast_length<V>(v), T);
      RETURNS((s::fast_distance<V, W>(v, w)), T);
      RETURNS(s::fast_normalize<V>(v), R);
      RETURNS(s::native::exp<V>(v), R);
      RETURNS(s::native::sqrt<V>(v), R);
      RETURNS(s::native::recip<V>(v), R);
      RETURNS((s::native::divide<V, W>(v, w)), R);
      RETURNS((s::native::powr<V, W>(v, w)), R);
      RETURNS(s::half_precision::log<V>(v), R);
      RETURNS((s::half_precision::divide<V, W>(v, w)), R);
    }
#undef THREE
#undef COMPARED
#undef TESTED
#undef POINTER
#undef INTEGER
#undef SCALAR
  };
  (void)checks;
  return true;
}
template <typename T> constexpr bool has_real_shapes() {
  using v4 = vec<T, 4>;
  using sw = swizzle_of<v4>;
  using m4 = marray<T, 4>;
  using flag = typename comparison<T>::type;
  return has_real_shape<v4, v4, v4, v4, flag>() &&
         has_real_shape<v4, sw, v4, v4, flag>() &&
         has_real_shape<sw, v4, sw, v4, flag>() &&
         has_real_shape<sw, const sw, sw, v4, flag>() &&
         has_real_shape<m4, m4, m4, m4, bool>();
}
static_assert(has_real_shapes<float>());
static_assert(has_real_shapes<double>());
static_assert(has_real_shapes<s::half>());

// ---- 4.17.6: integer functions are templates for scalars as well

#define INTEGER_1(F) F(abs) F(clz) F(ctz) F(popcount)
#define INTEGER_2(F)                                                           \
  F(abs_diff)                                                                  \
  F(add_sat) F(sub_sat) F(hadd) F(rhadd) F(mul_hi) F(rotate) F(max) F(min)
#define INTEGER_3(F) F(mad_hi) F(mad_sat) F(clamp) F(bitselect)
#define THREE(NAME)                                                            \
  RETURNS(s::NAME(v, w, v), R);                                                \
  RETURNS((s::NAME<V, W, V>(v, w, v)), R);

template <typename V, typename W, typename R, typename T>
constexpr bool has_integers() {
  const auto checks = [](V &v, W &w) {
    INTEGER_1(ONE)
    INTEGER_2(TWO)
    INTEGER_3(THREE)
    if constexpr (!std::is_same_v<R, T>) {
      RETURNS(s::max(v, T(1)), R);
      RETURNS(s::max<V>(v, T(1)), R);
      RETURNS(s::min<V>(v, T(1)), R);
      RETURNS(s::clamp<V>(v, T(0), T(1)), R);
    }
    if constexpr (std::is_same_v<T, std::int32_t> ||
                  std::is_same_v<T, std::uint32_t>) {
      TWO(mul24)
      THREE(mad24)
    }
  };
  (void)checks;
  return true;
}
template <typename T> constexpr bool has_integer_shapes() {
  using v4 = vec<T, 4>;
  using sw = swizzle_of<v4>;
  return has_integers<T, T, T, T>() && has_integers<v4, v4, v4, T>() &&
         has_integers<v4, sw, v4, T>() && has_integers<sw, v4, v4, T>() &&
         has_integers<marray<T, 3>, marray<T, 3>, marray<T, 3>, T>();
}
static_assert(has_integer_shapes<char>());
static_assert(has_integer_shapes<signed char>());
static_assert(has_integer_shapes<short>());
static_assert(has_integer_shapes<int>());
static_assert(has_integer_shapes<long>());
static_assert(has_integer_shapes<long long>());
static_assert(has_integer_shapes<unsigned char>());
static_assert(has_integer_shapes<unsigned short>());
static_assert(has_integer_shapes<unsigned>());
static_assert(has_integer_shapes<unsigned long>());
static_assert(has_integer_shapes<unsigned long long>());

template <typename H, typename L, typename R> constexpr bool has_upsample() {
  using h2 = vec<H, 4>;
  using l2 = vec<L, 4>;
  using r2 = vec<R, 4>;
  RETURNS(s::upsample(H(), L()), R);
  RETURNS((s::upsample<H, L>(H(), L())), R);
  RETURNS(s::upsample(h2(), l2()), r2);
  RETURNS((s::upsample<h2, l2>(h2(), l2())), r2);
  RETURNS(s::upsample(a<swizzle_of<h2>>(), l2()), r2);
  RETURNS(s::upsample(h2(), a<swizzle_of<l2>>()), r2);
  using hm = marray<H, 3>;
  using lm = marray<L, 3>;
  RETURNS((s::upsample<hm, lm>(hm(), lm())), marray<R, 3>);
  return true;
}
static_assert(has_upsample<std::uint8_t, std::uint8_t, std::uint16_t>());
static_assert(has_upsample<std::int8_t, std::uint8_t, std::int16_t>());
static_assert(has_upsample<std::uint16_t, std::uint16_t, std::uint32_t>());
static_assert(has_upsample<std::int16_t, std::uint16_t, std::int32_t>());
static_assert(has_upsample<std::uint32_t, std::uint32_t, std::uint64_t>());
static_assert(has_upsample<std::int32_t, std::uint32_t, std::int64_t>());

// ---- 4.17.9: of a vec the answer is an int

template <typename T> constexpr bool has_any_all() {
  using v4 = vec<T, 4>;
  RETURNS(s::any(v4()), int);
  RETURNS(s::all(v4()), int);
  RETURNS(s::any<v4>(v4()), int);
  RETURNS(s::all(a<swizzle_of<v4>>()), int);
  RETURNS(s::any(T()), bool);
  RETURNS(s::all<T>(T()), bool);
  RETURNS(s::any(marray<T, 3>()), bool);
  return true;
}
static_assert(has_any_all<std::int8_t>() && has_any_all<std::int16_t>());
static_assert(has_any_all<std::int32_t>() && has_any_all<std::int64_t>());
RETURNS(s::any(marray<bool, 3>()), bool);
RETURNS(s::all(marray<bool, 3>()), bool);

RETURNS(s::nan(0u), float);
RETURNS(s::nan(0ul), double);
RETURNS(s::nan(std::uint16_t()), s::half);
RETURNS(s::nan(vec<std::uint32_t, 2>()), vec<float, 2>);
RETURNS((s::nan<marray<std::uint64_t, 3>>(marray<std::uint64_t, 3>())),
        marray<double, 3>);

// ---- 4.17.2: transparent function objects obey C++'s conversions

RETURNS(s::minimum<>()(1, 2.5), double);
RETURNS(s::maximum<>()(1.0f, 2L), float);
RETURNS(s::minimum<>()(char(), char()), char);
RETURNS(s::maximum<>()(s::half(), s::half()), s::half);
RETURNS(s::maximum<>()(s::half(), 1.0f), float);
RETURNS(s::minimum<>()(-1, 1u), unsigned);
RETURNS(s::plus<>()(1, 2.5), double);
RETURNS(s::minimum<float>()(1, 2.5), float);
static_assert(s::minimum<>()(1, 2.5) == 1.0 && s::maximum<>()(1, 2.5) == 2.5);
static_assert(s::minimum<>()(2, 1.5) == 1.5 && s::maximum<>()(3, 2.5) == 3.0);

} // namespace
