// The built-ins a target provides, for the host: with them the device side of
// the headers (-D__SYCL_DEVICE_ONLY__) passes the same tests as the host side.
#include <sycl/detail/math_builtins.hpp>

#include <cmath>

namespace {
template <typename T> T sin_of_half_turns(T x) {
  T rest = std::remainder(x, T(2));
  if (std::fabs(rest) > T(0.5))
    rest = std::copysign(T(1), rest) - rest;
  return std::sin(T(M_PI) * rest);
}
template <typename T> T cos_of_half_turns(T x) {
  return sin_of_half_turns(T(0.5) - std::fabs(std::remainder(x, T(2))));
}
template <typename T> T power_of_ten(T x) { return std::pow(T(10), x); }
template <typename T> T reciprocal_root(T x) { return 1 / std::sqrt(x); }
} // namespace

#define BUILTIN_1(NAME, FUNCTION)                                              \
  float __spirv_ocl_##NAME(float x) noexcept { return FUNCTION(x); }           \
  double __spirv_ocl_##NAME(double x) noexcept { return FUNCTION(x); }         \
  _Float16 __spirv_ocl_##NAME(_Float16 x) noexcept {                           \
    return static_cast<_Float16>(FUNCTION(static_cast<float>(x)));             \
  }
#define BUILTIN_2(NAME)                                                        \
  float __spirv_ocl_##NAME(float x, float y) noexcept {                        \
    return std::NAME(x, y);                                                    \
  }                                                                            \
  double __spirv_ocl_##NAME(double x, double y) noexcept {                     \
    return std::NAME(x, y);                                                    \
  }                                                                            \
  _Float16 __spirv_ocl_##NAME(_Float16 x, _Float16 y) noexcept {               \
    return static_cast<_Float16>(                                              \
        std::NAME(static_cast<float>(x), static_cast<float>(y)));              \
  }
#define BUILTIN_NATIVE(NAME, FUNCTION)                                         \
  float __spirv_ocl_native_##NAME(float x) noexcept { return FUNCTION(x); }    \
  float __spirv_ocl_half_##NAME(float x) noexcept { return FUNCTION(x); }

BUILTIN_1(acos, std::acos)
BUILTIN_1(acosh, std::acosh)
BUILTIN_1(asin, std::asin)
BUILTIN_1(asinh, std::asinh)
BUILTIN_1(atan, std::atan)
BUILTIN_1(atanh, std::atanh)
BUILTIN_1(cbrt, std::cbrt)
BUILTIN_1(cos, std::cos)
BUILTIN_1(cosh, std::cosh)
BUILTIN_1(cospi, cos_of_half_turns)
BUILTIN_1(erf, std::erf)
BUILTIN_1(erfc, std::erfc)
BUILTIN_1(exp, std::exp)
BUILTIN_1(exp2, std::exp2)
BUILTIN_1(exp10, power_of_ten)
BUILTIN_1(expm1, std::expm1)
BUILTIN_1(lgamma, std::lgamma)
BUILTIN_1(log, std::log)
BUILTIN_1(log2, std::log2)
BUILTIN_1(log10, std::log10)
BUILTIN_1(log1p, std::log1p)
BUILTIN_1(rsqrt, reciprocal_root)
BUILTIN_1(sin, std::sin)
BUILTIN_1(sinh, std::sinh)
BUILTIN_1(sinpi, sin_of_half_turns)
BUILTIN_1(tan, std::tan)
BUILTIN_1(tanh, std::tanh)
BUILTIN_1(tgamma, std::tgamma)
BUILTIN_2(atan2)
BUILTIN_2(fmod)
BUILTIN_2(hypot)
BUILTIN_2(pow)
BUILTIN_2(remainder)
BUILTIN_NATIVE(cos, std::cos)
BUILTIN_NATIVE(exp, std::exp)
BUILTIN_NATIVE(exp2, std::exp2)
BUILTIN_NATIVE(exp10, power_of_ten)
BUILTIN_NATIVE(log, std::log)
BUILTIN_NATIVE(log2, std::log2)
BUILTIN_NATIVE(log10, std::log10)
BUILTIN_NATIVE(recip, 1.0f /)
BUILTIN_NATIVE(rsqrt, reciprocal_root)
BUILTIN_NATIVE(sin, std::sin)
BUILTIN_NATIVE(sqrt, std::sqrt)
BUILTIN_NATIVE(tan, std::tan)
float __spirv_ocl_native_divide(float x, float y) noexcept { return x / y; }
float __spirv_ocl_half_divide(float x, float y) noexcept { return x / y; }
float __spirv_ocl_half_powr(float x, float y) noexcept {
  return std::pow(x, y);
}
float __spirv_ocl_native_powr(float x, float y) noexcept {
  return std::pow(x, y);
}

unsigned long __spirv_ocl_u_mul_hi(unsigned long x, unsigned long y) noexcept {
  return static_cast<unsigned long>((static_cast<unsigned __int128>(x) * y) >>
                                    64);
}
