//===- gpu_powers.h - Powers and roots of GPUs ----------------------------===//
//
// pow, whose logarithm has twice the digits; cbrt and hypot.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_POWERS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_POWERS_H

#include "postlink/aot/device_library/gpu_exponentials.h"
#include "postlink/aot/device_library/gpu_logarithms.h"

namespace gpu {

//===-- pow ---------------------------------------------------------------===//

/// A sum of which the second number is a rest of the first.
template <typename T> struct Pair { T high, low; };
/// For |a| >= |b|, or a = 0.
template <typename T> FACET_INLINE Pair<T> sumOf(T a, T b) {
  const T high = a + b;
  return {high, b - (high - a)};
}

/// (log((1 + s) / (1 - s)) / 2 - s) / s of z = s^2, for |s| <= 0.2.
FACET_INLINE Pair<double> atanhTail(double s, double z, double zLow) {
  const double p = polynomial(z, 0x1.9999999999999p-3, 0x1.24924924925f5p-3,
                              0x1.c71c71c6b82dep-4, 0x1.745d179f45bd3p-4,
                              0x1.3b1388e710c3cp-4, 0x1.111b259722de4p-4,
                              0x1.df0da3b1bb59ap-5, 0x1.e4382eadb668dp-5);
  const Pair<double> third =
      sumOf(0x1.5555555555555p-2, fma(p, z, 0x1.5555555555555p-56));
  const double product = z * third.high;
  const double productLow =
      fma(z, third.high, -product) + fma(z, third.low, zLow * third.high);
  const double value = s * product;
  return {value, fma(s, product, -value) + s * productLow};
}

/// Returns the logarithm to base two of a positive number, with twice its
/// digits or so.
FACET_INLINE Pair<double> log2Pair(double x) {
  constexpr double factor = 0x1.71547652b82fep+1,
                   factorLow = 0x1.777d0ffda0d24p-55;
  Binary<double> b = binaryOf(x);
  // 1 + fraction between the roots of a half and of two.
  const double m = 1 + b.fraction;
  const bool low = m < 0.70710678118654752;
  const double f = low ? 2 * m - 1 : b.fraction;
  const double exponent = low ? b.exponent - 1 : b.exponent;
  // s = f / (2 + f).
  const Pair<double> divisor = sumOf(2.0, f);
  const double inverse = FACET_RECIPROCAL(divisor.high);
  const double s = f * inverse;
  const double sLow = inverse * (fma(-s, divisor.high, f) - s * divisor.low);
  const double z = s * s, zLow = fma(s, s, -z);
  const Pair<double> tail = atanhTail(s, z, zLow);
  const Pair<double> sum = sumOf(s, tail.high);
  // The derivative is 1 / (1 - z).
  const double sumLow = sum.low + (tail.low + fma(sLow * z, 1 + z, sLow));
  // Times 2 / log 2.
  const double product = sum.high * factor;
  const double productLow = fma(sum.high, factor, -product) +
                            fma(sum.high, factorLow, sumLow * factor);
  const Pair<double> all = sumOf(exponent, product);
  return exponent == 0 ? sumOf(product, productLow)
                       : sumOf(all.high, all.low + productLow);
}
/// (1 + s) / (1 - s) = 1 + f; s without its rest is not enough digits, its
/// powers are.
FACET_INLINE Pair<float> log2Pair(float x) {
  const Binary<float> b = binaryOf(x);
  const float f = b.fraction;
  const Pair<float> divisor = sumOf(2.0f, f);
  const float inverse = FACET_RECIPROCAL(divisor.high);
  const float s = f * inverse, z = s * s;
  const float sLow = inverse * fma(-s, divisor.low, fma(-s, divisor.high, f));
  const float tail = z * polynomial(z, 0x1.555554p-2f, 0x1.999c0cp-3f,
                                    0x1.23e042p-3f, 0x1.ee9fe6p-4f);
  const float sum = fma(s, tail, s);
  const float sumLow = fma(sLow, z, sLow) + fma(s, tail, s - sum);
  // Times 2 / log 2.
  const float product = sum * 0x1.715476p+1f;
  const float productLow =
      fma(sumLow, 0x1.715476p+1f,
          fma(sum, 0x1.4ae0cp-25f, fma(sum, 0x1.715476p+1f, -product)));
  const Pair<float> all = sumOf(b.exponent, product);
  return {all.high, all.low + productLow};
}

/// 2^(high + low).
FACET_INLINE float exp2Pair(float high, float low) {
  const Scale scale = scaleOf<0>(high, 1);
  return FACET_EXP2((high - scale.n) + low) * scale.power;
}
FACET_INLINE double exp2Pair(double high, double low) {
  const double sum = high + Real<double>::rounder;
  const double rest = (high - (sum - Real<double>::rounder)) + low;
  return assembled(rest * 0x1.62e42fefa39efp-1, integerIn(sum), high);
}

template <typename T> FACET_INLINE bool isInteger(T y) {
  return __builtin_elementwise_trunc(y) == y;
}
template <typename T> FACET_INLINE bool isOdd(T y) {
  return isInteger(y) && !isInteger(y * T(0.5));
}

/// Beyond, an exponent is too large for every base but 1.
template <typename T>
constexpr T exponentLimit = sizeof(T) == 4 ? T(0x1p40) : T(0x1p70);

/// x^y for zeros, infinities, NaN, negative x and large y, where \p value is
/// the power of |x| for others.
template <typename T> FACET_INLINE T powAtEnds(T x, T y, T value) {
  const T infinity = Real<T>::infinity, size = absolute(x);
  if (size == 0 || size == infinity)
    value = (size == 0) == (y < 0) ? infinity : 0;
  else if (absolute(y) >= exponentLimit<T>)
    value = size == 1 ? 1 : (size > 1) == (y > 0) ? infinity : 0;
  if (withSign(T(1), x) < 0) {
    const bool defined = isInteger(y) || size == infinity || size == 0;
    value = isOdd(y) ? -value : defined ? value : T(__builtin_nan(""));
  }
  if (x != x || y != y)
    value = x + y;
  return x == 1 || y == 0 ? 1 : value;
}
template <typename T> FACET_INLINE T pow(T x, T y) {
  const Pair<T> l = log2Pair(absolute(x));
  const T product = y * l.high;
  const T low = fma(y, l.low, fma(y, l.high, -product));
  const T value = exp2Pair(product, low);
  if (__builtin_expect(isPositive(x) && isWithin(y, exponentLimit<T>), 1))
    return value;
  return powAtEnds(x, y, value);
}

//===-- Roots -------------------------------------------------------------===//

FACET_INLINE float inverseCubeRootEstimate(float x) {
  return FACET_EXP2(FACET_LOG2(x) * (-1.0f / 3));
}
FACET_INLINE float cbrt(float x) {
  const bool small = isWithin(x, 0x1p-100f);
  const float scaled = small ? x * 0x1p60f : x;
  const float estimate = inverseCubeRootEstimate(absolute(scaled));
  // One step of Newton's.
  const float inverseSquare = estimate * estimate,
              root = scaled * inverseSquare;
  const float rest = fma(-root * root, root, scaled) * inverseSquare;
  const float better = fma(rest, 1.0f / 3, root);
  const float value = small ? better * 0x1p-20f : better;
  // Zeros and infinities have become NaN.
  return value == value ? value : x;
}
FACET_INLINE double cbrt(double x) {
  const double size = absolute(x);
  const bool small = highBitsOf(size) < 0x00100000;
  const double scaled = small ? size * 0x1p54 : size;
  // Exponents of zero to two are left; 0x5556 / 2^16 is a third of the others.
  const int high = highBitsOf(scaled), third = (high >> 20) * 0x5556 >> 16;
  const double reduced =
      doubleOf(high - ((3 * third - 1023) << 20), lowBitsOf(scaled));
  const double estimate =
      static_cast<double>(inverseCubeRootEstimate(static_cast<float>(reduced)));
  // (1 - rest)^(-2/3) for what the estimate's cube leaves of 1; the estimate
  // has 24 digits, whose square is exact.
  const double root = reduced * (estimate * estimate);
  const double rest = fma(-root, estimate, 1.0);
  const double better = fma(rest * root, fma(rest, 5.0 / 9, 2.0 / 3), root);
  const int exponent = third - (small ? 359 : 341);
  const int sign = highBitsOf(x) & static_cast<int>(0x80000000);
  const double value = doubleOf((highBitsOf(better) + (exponent << 20)) | sign,
                                lowBitsOf(better));
  const bool regular = static_cast<uint32>(high - 0x00100000) < 0x7fe00000u;
  return regular ? value : x;
}

/// The exponent of the larger one, which is not negative, as a power of two and
/// its inverse: both are normal numbers.
template <typename T> struct Scaling { T power, inverse; };
FACET_INLINE Scaling<float> scalingOf(float a, float b) {
  const int bits = bitsOf(__builtin_elementwise_max(a, b)) & 0x7f800000;
  const int places = atLeast(atMost(bits, 0x7e800000), 0x00800000);
  return {floatOf(places), floatOf(0x7f000000 - places)};
}
FACET_INLINE Scaling<double> scalingOf(double a, double b) {
  const int bits = atLeast(highBitsOf(a), highBitsOf(b)) & 0x7ff00000;
  const int places = atLeast(atMost(bits, 0x7fd00000), 0x00100000);
  return {doubleOf(places, 0), doubleOf(0x7fe00000 - places, 0)};
}
template <typename T> FACET_INLINE T hypot(T x, T y) {
  const T a = absolute(x), b = absolute(y);
  const Scaling<T> scaling = scalingOf(a, b);
  const T p = a * scaling.inverse, q = b * scaling.inverse;
  // What is added does not count but for zeros, which have no inverse root.
  const T root =
      FACET_ROOT(fma(p, p, fma(q, q, T(sizeof(T) == 4 ? 0x1p-100 : 0x1p-300))));
  return a == Real<T>::infinity || b == Real<T>::infinity
             ? Real<T>::infinity
             : root * scaling.power;
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_POWERS_H
