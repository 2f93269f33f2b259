//===- logarithms.h - Logarithms of GPUs and vectors ----------------------===//
//
// log, log2 and log10: exponent and fraction of the operand, and a polynomial
// of the fraction.
// Why: apart from gpu_logarithms.h, for CPUs, whose vectors compute those of
//      float in the same way: libmvec has no log2 and log10, and its log is not
//      accurate enough.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_LOGARITHMS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_LOGARITHMS_H

#include "postlink/aot/device_library/gpu_math_basics.h"

namespace gpu {

/// (log(1 + f) - f) / f for |f| up to a third.
FACET_INLINE float logTail(float f) {
  const float q = polynomial(f, -0.5f, 0x1.555502p-2f, -0x1.fffd6ep-3f,
                             0x1.99d1f6p-3f, -0x1.55ccdp-3f, 0x1.1ebe4ap-3f,
                             -0x1.eebdap-4f, 0x1.1ed1bep-3f, -0x1.109738p-3f);
  return q * f;
}
FACET_INLINE double logTail(double f) {
  const double q = polynomial(
      f, -0x1.ffffffffffff9p-2, 0x1.5555555555513p-2, -0x1.00000000013a2p-2,
      0x1.99999999a621bp-3, -0x1.555555536aaedp-3, 0x1.2492491de2185p-3,
      -0x1.000000aca1d08p-3, 0x1.c71c755a4db4bp-4, -0x1.99995774c51c3p-4,
      0x1.745c89d9ea02dp-4, -0x1.555ce508b3ebcp-4, 0x1.3b213edda0f83p-4,
      -0x1.2408af96a5882p-4, 0x1.103cb57bb460bp-4, -0x1.061b3c88b1ffap-4,
      0x1.f26cd32a08a16p-5, -0x1.73ccee3f78bd2p-5, 0x1.4abe9b230b6b7p-5,
      -0x1.63de07265eba5p-4, 0x1.66562ccc634edp-4);
  return q * f;
}

/// log(1 + f) for |f| up to a third.
template <typename T> FACET_INLINE T logOfFraction(T f) {
  return fma(logTail(f), f, f);
}

/// Returns true of what is above zero and not infinite. As an integer: LLVM
/// makes a test of classes of two comparisons, for which GPUs have no
/// instruction.
FACET_INLINE bool isPositive(float x) {
  return static_cast<uint32>(bitsOf(x)) - 1 < 0x7f7fffffu;
}
FACET_INLINE bool isPositive(double x) {
  return x > 0 && x < Real<double>::infinity;
}

/// Returns what a logarithm of \p x is where \p value, of exponent and
/// fraction, is not: NaN of NaN and negative numbers, infinity of itself.
FACET_INLINE float logOrLimit(float x, float value) {
  const float infinity = Real<float>::infinity;
  // Zero has a select of its own anyway: the test before need not know it.
  if (__builtin_expect(static_cast<uint32>(bitsOf(x)) >= 0x7f800000u, 0))
    value = fma(x, infinity, infinity);
  return x == 0 ? -infinity : value;
}
FACET_INLINE double logOrLimit(double x, double value) {
  const double infinity = Real<double>::infinity;
  if (__builtin_expect(!isPositive(x), 0))
    value = x == 0 ? -infinity : fma(x, infinity, infinity);
  return value;
}

/// High and low parts of the logarithm of two.
template <typename T> FACET_INLINE T exponentPart(T exponent, T rest) {
  if constexpr (sizeof(T) == 4)
    return fma(exponent, 0x1.62e43p-1f, rest);
  else
    return fma(exponent, 0x1.62e42fefa39efp-1,
               fma(exponent, 0x1.abc9e3b39803fp-56, rest));
}
template <typename T> FACET_INLINE T log(T x) {
  const Binary<T> b = binaryOf(x);
  return logOrLimit(x, exponentPart(b.exponent, logOfFraction(b.fraction)));
}
/// Returns the logarithm of 1 + fraction to a base with log(e) = high + low.
template <typename T> FACET_INLINE T fractionPart(T fraction, T high, T low) {
  const T tail = logTail(fraction) * fraction;
  return fma(fraction, high, fma(tail, high, fraction * low));
}
FACET_INLINE float log2(float x) {
  const Binary<float> b = binaryOf(x);
  return logOrLimit(
      x, b.exponent + fractionPart(b.fraction, 0x1.715476p+0f, 0x1.4ae0cp-26f));
}
FACET_INLINE double log2(double x) {
  const Binary<double> b = binaryOf(x);
  return logOrLimit(x,
                    b.exponent + fractionPart(b.fraction, 0x1.71547652b82fep+0,
                                              0x1.777d0ffda0d24p-56));
}
FACET_INLINE float log10(float x) {
  const Binary<float> b = binaryOf(x);
  const float natural = exponentPart(b.exponent, logOfFraction(b.fraction));
  return logOrLimit(x, natural * 0x1.bcb7b2p-2f);
}
FACET_INLINE double log10(double x) {
  const Binary<double> b = binaryOf(x);
  const double rest =
      fractionPart(b.fraction, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
  return logOrLimit(x, fma(b.exponent, 0x1.34413509f79ffp-2,
                           fma(b.exponent, -0x1.9dc1da994fd21p-59, rest)));
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_LOGARITHMS_H
