//===- common.h - What all families' built-ins are written with -----------===//
//
// In:  nothing; sources of the device library include it.
// Out: types, scopes, and macros that define one function for several types.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_COMMON_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_COMMON_H

using size_type = unsigned long;
using uint32 = unsigned int;
using half = _Float16;

static_assert(sizeof(size_type) == 8, "device code has 64-bit sizes");

/// A function device code calls by its plain name.
#define FACET_QUERY                                                            \
  extern "C" __attribute__((always_inline, const, visibility("default")))
/// A function device code calls by its C++ name.
#define FACET_BUILTIN __attribute__((always_inline, visibility("default")))

/// SPIR-V "Scope <id>" and "Memory Semantics <id>".
enum : uint32 {
  ScopeCrossDevice = 0,
  ScopeDevice = 1,
  ScopeWorkGroup = 2,
  ScopeSubGroup = 3,
  ScopeInvocation = 4
};

/// SPIR-V's numbers of what pointers point into.
enum : uint32 { SpacePrivate = 0, SpaceGlobal = 1, SpaceLocal = 3 };

/// Functions of one argument for float, double and half.
#define FACET_UNARY_MATH(F)                                                    \
  F(acos)                                                                      \
  F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(cos) F(cosh) F(cospi)   \
      F(erf) F(erfc) F(exp) F(exp2) F(exp10) F(expm1) F(lgamma) F(log) F(log2) \
          F(log10) F(log1p) F(rsqrt) F(sin) F(sinh) F(sinpi) F(tan) F(tanh)    \
              F(tgamma)
/// Functions of two arguments for float, double and half.
#define FACET_BINARY_MATH(F) F(atan2) F(fmod) F(hypot) F(pow) F(remainder)
/// Those of which OpenCL has a form of half's accuracy (half_cos and so on), of
/// float, beside recip, rsqrt, sqrt, divide and powr.
#define FACET_HALF_MATH(F)                                                     \
  F(cos) F(exp) F(exp2) F(exp10) F(log) F(log2) F(log10) F(sin) F(tan)
/// The half overloads through float, whose result rounded once more is within
/// OpenCL's bounds for half ("Relative error as ULPs", half precision).
#define FACET_HALF_UNARY(NAME)                                                 \
  FACET_BUILTIN half __spirv_ocl_##NAME(half x) {                              \
    return static_cast<half>(__spirv_ocl_##NAME(static_cast<float>(x)));       \
  }
#define FACET_HALF_BINARY(NAME)                                                \
  FACET_BUILTIN half __spirv_ocl_##NAME(half x, half y) {                      \
    return static_cast<half>(                                                  \
        __spirv_ocl_##NAME(static_cast<float>(x), static_cast<float>(y)));     \
  }

/// Picks one of three queries. The dimension is nearly always a constant.
#define FACET_BY_DIMENSION(D, X, Y, Z, OTHERWISE)                              \
  ((D) == 0   ? static_cast<size_type>(X)                                      \
   : (D) == 1 ? static_cast<size_type>(Y)                                      \
   : (D) == 2 ? static_cast<size_type>(Z)                                      \
              : static_cast<size_type>(OTHERWISE))

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_COMMON_H
