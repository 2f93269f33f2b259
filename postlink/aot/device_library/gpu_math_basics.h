//===- gpu_math_basics.h - What mathematics of GPUs is written with -------===//
//
// In:  the instructions that a family has for it, as macros that its header may
//      define: FACET_EXP2(float), FACET_LOG2(float), FACET_RECIPROCAL(float or
//      double), and FACET_ROOT(float or double), for operands that are neither
//      zero nor near the ends of the range. Out: polynomials, bits of numbers,
//      powers of two.
//
// FACET_EXP2_OF_ALL(float), which knows the ends of the range and subnormal
// results.
//
// FACET_LOG2_LIMIT(float), a logarithm of zero, negative numbers, infinity and
// NaN.
//
// FACET_ROOT_ESTIMATE(float), to an ulp or two; zero is its own, negative
// numbers have none.
//
// FACET_WITHIN_ONE(float), which limits to [0, 1] and makes 0 of NaN, and
// FACET_FMA_DOWN(float, float, float), which rounds down: both or none.
//
// FACET_HIGH_BITS, FACET_LOW_BITS and FACET_DOUBLE: the halves of a double and
// how they are put together, where LLVM does not see them by itself.
//
// Written for floating-point units that multiply and add in one instruction,
// and for warps: no table but one that few operands need, since lanes that read
// different entries wait for each other; ends of the range are handled by
// selections or on a path that is rarely taken.
//
// Polynomials are minimax ones (Remez's exchange, relative error), for the
// intervals named beside them. Their constants are rounded one by one.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_BASICS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_BASICS_H

#include "postlink/aot/device_library/common.h"

#define FACET_INLINE static inline __attribute__((always_inline))

// libclc's functions have the names of OpenCL's, mangled as C++ would.
__attribute__((const)) float exp2(float);
__attribute__((const)) float log2(float);
#ifndef FACET_EXP2
#define FACET_EXP2(X) ::exp2(X)
#endif
#ifndef FACET_LOG2
#define FACET_LOG2(X) ::log2(X)
#endif
#ifndef FACET_RECIPROCAL
#define FACET_RECIPROCAL(X) (1 / (X))
#endif
#ifndef FACET_ROOT
#define FACET_ROOT(X) __builtin_elementwise_sqrt(X)
#endif

#ifndef FACET_ROOT_ESTIMATE
#define FACET_ROOT_ESTIMATE(X) __builtin_elementwise_sqrt(X)
#endif

namespace gpu {

//===-- Arithmetic --------------------------------------------------------===//

FACET_INLINE float fma(float a, float b, float c) {
  return __builtin_elementwise_fma(a, b, c);
}
FACET_INLINE double fma(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}
template <typename T> FACET_INLINE T absolute(T x) {
  return __builtin_elementwise_abs(x);
}
template <typename T> FACET_INLINE T withSign(T x, T sign) {
  return __builtin_elementwise_copysign(x, sign);
}
/// Returns the smaller one; \p limit if \p x is NaN.
template <typename T> FACET_INLINE T atMost(T x, T limit) {
  return __builtin_elementwise_min(x, limit);
}
template <typename T> FACET_INLINE T atLeast(T x, T limit) {
  return __builtin_elementwise_max(x, limit);
}

/// For functions whose error may be as large as the estimate's.
FACET_INLINE float rootEstimateOf(float x) { return FACET_ROOT_ESTIMATE(x); }
FACET_INLINE double rootEstimateOf(double x) {
  return x == 0 ? 0 : FACET_ROOT(x);
}

template <typename T> FACET_INLINE T polynomial(T, T constant) {
  return constant;
}
/// constant + x * (next + x * ...).
template <typename T, typename... Rest>
FACET_INLINE T polynomial(T x, T constant, T next, Rest... rest) {
  return fma(polynomial(x, next, rest...), x, constant);
}

//===-- Bits --------------------------------------------------------------===//

template <typename T> struct Real;
template <> struct Real<float> {
  static constexpr float infinity = __builtin_inff();
  static constexpr float leastNormal = 0x1p-126f;
  /// Adding it rounds to an integer, whose bits are the lowest ones then.
  static constexpr float rounder = 0x1.8p23f;
  static constexpr int digits = 24, top = 127;
};
template <> struct Real<double> {
  static constexpr double infinity = __builtin_inf();
  static constexpr double leastNormal = 0x1p-1022;
  static constexpr double rounder = 0x1.8p52;
  static constexpr int digits = 53, top = 1023;
};

FACET_INLINE int bitsOf(float x) { return __builtin_bit_cast(int, x); }
FACET_INLINE float floatOf(int bits) { return __builtin_bit_cast(float, bits); }
constexpr int highBits(double x) {
  return static_cast<int>(__builtin_bit_cast(size_type, x) >> 32);
}
#ifdef FACET_HIGH_BITS
// Halves of registers: LLVM would rather shift and mask 64 bits.
FACET_INLINE int highBitsOf(double x) { return FACET_HIGH_BITS(x); }
FACET_INLINE int lowBitsOf(double x) { return FACET_LOW_BITS(x); }
FACET_INLINE double doubleOf(int high, int low) {
  return FACET_DOUBLE(high, low);
}
#else
FACET_INLINE int highBitsOf(double x) { return highBits(x); }
FACET_INLINE int lowBitsOf(double x) {
  return static_cast<int>(__builtin_bit_cast(size_type, x));
}
FACET_INLINE double doubleOf(int high, int low) {
  return __builtin_bit_cast(
      double, static_cast<size_type>(static_cast<uint32>(high)) << 32 |
                  static_cast<uint32>(low));
}
#endif
/// Quicker than the conversion on most devices.
FACET_INLINE double doubleOf(int n) {
  return doubleOf(0x43300000, static_cast<int>(0x80000000u) ^ n) -
         0x1.000008p52;
}

/// Returns true if \p x is not as far from zero as \p limit, which is finite
/// and has no bits in its lower half; false of NaN. The upper halves compare as
/// numbers of float do, one instruction, which leaves the unit for double free.
FACET_INLINE bool isWithin(float x, float limit) { return absolute(x) < limit; }
FACET_INLINE bool isWithin(double x, double limit) {
  return absolute(floatOf(highBitsOf(x))) < floatOf(highBits(limit));
}

/// Returns the nearest integer to a sum with the rounder in it.
FACET_INLINE int integerIn(float sum) { return bitsOf(sum) - 0x4b400000; }
FACET_INLINE int integerIn(double sum) { return lowBitsOf(sum); }

/// 2^n for exponents of normal numbers.
FACET_INLINE float powerOfTwo(float, int n) { return floatOf((n + 127) << 23); }
FACET_INLINE double powerOfTwo(double, int n) {
  return doubleOf((n + 1023) << 20, 0);
}

/// A number as 2^exponent * (1 + fraction), |fraction| up to a third. \p places
/// is the exponent at its place in (the upper half of) a number, of numbers
/// that are not subnormal.
template <typename T> struct Binary {
  T exponent, fraction;
  int places;
};
/// \p x is no subnormal number.
FACET_INLINE Binary<float> binaryOfNormal(float x) {
  const int bits = bitsOf(x);
  const int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);
  return {static_cast<float>(exponent) * 0x1p-23f, floatOf(bits - exponent) - 1,
          exponent};
}
FACET_INLINE Binary<double> binaryOfNormal(double x) {
  const int high = highBitsOf(x);
  const int exponent = (high - 0x3fe55556) & static_cast<int>(0xfff00000);
  return {doubleOf(exponent >> 20), doubleOf(high - exponent, lowBitsOf(x)) - 1,
          exponent};
}
FACET_INLINE Binary<float> binaryOf(float x) {
  const bool small = x < Real<float>::leastNormal;
  const int bits = bitsOf(x * (small ? 0x1p23f : 1.0f));
  const int exponent = (bits - 0x3f2aaaab) & static_cast<int>(0xff800000);
  return {fma(static_cast<float>(exponent), 0x1p-23f, small ? -23.0f : 0.0f),
          floatOf(bits - exponent) - 1, exponent};
}
FACET_INLINE Binary<double> binaryOf(double x) {
  const bool small = x < Real<double>::leastNormal;
  const double normal = small ? x * 0x1p54 : x;
  const int high = highBitsOf(normal);
  const int exponent = (high - 0x3fe55556) & static_cast<int>(0xfff00000);
  return {doubleOf((exponent >> 20) - (small ? 54 : 0)),
          doubleOf(high - exponent, lowBitsOf(normal)) - 1, exponent};
}

/// 2^-exponent for exponents less than the largest one.
FACET_INLINE float inversePower(Binary<float> b) {
  return floatOf(0x3f800000 - b.places);
}
FACET_INLINE double inversePower(Binary<double> b) {
  return doubleOf(0x3ff00000 - b.places, 0);
}
/// 2^(2 - exponent), a normal number.
FACET_INLINE float inversePowerTimes4(Binary<float> b) {
  return floatOf(0x40800000 - b.places);
}
FACET_INLINE double inversePowerTimes4(Binary<double> b) {
  return doubleOf(0x40100000 - b.places, 0);
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_BASICS_H
