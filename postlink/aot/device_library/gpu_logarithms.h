//===- gpu_logarithms.h - Logarithms and roots of GPUs --------------------===//
//
// log, log2, log10, log1p, the inverse hyperbolic functions, pow, cbrt, hypot:
// exponent and fraction of the operand, and a polynomial of the fraction.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H

#include "postlink/aot/device_library/gpu_exponentials.h"
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

/// True of what is above zero and not infinite. As an integer: LLVM makes a test
/// of classes of two comparisons, for which GPUs have no instruction.
FACET_INLINE bool isPositive(float x) {
  return static_cast<uint32>(bitsOf(x)) - 1 < 0x7f7fffffu;
}
FACET_INLINE bool isPositive(double x) {
  return x > 0 && x < Real<double>::infinity;
}

/// What a logarithm of \p x is where \p value, of exponent and fraction, is
/// not.
template <typename T> FACET_INLINE T logOrLimit(T x, T value) {
  const T infinity = Real<T>::infinity;
  // NaN of NaN and negative numbers, infinity of itself.
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
/// The logarithm of 1 + fraction to a base with log(e) = high + low.
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
  const float rest = fractionPart(b.fraction, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f);
  return logOrLimit(x, fma(b.exponent, 0x1.344136p-2f,
                           fma(b.exponent, -0x1.ec10cp-27f, rest)));
}
FACET_INLINE double log10(double x) {
  const Binary<double> b = binaryOf(x);
  const double rest =
      fractionPart(b.fraction, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
  return logOrLimit(x, fma(b.exponent, 0x1.34413509f79ffp-2,
                           fma(b.exponent, -0x1.9dc1da994fd21p-59, rest)));
}

/// log(1 + x) for x > -1 that is finite.
template <typename T> FACET_INLINE T logOfOneMore(T x) {
  const T sum = 1 + x;
  Binary<T> b = binaryOf(sum);
  // The fraction again, of x itself: the sum has lost some of it.
  if (isWithin(x, T(0x1p60))) {
    const T power = inversePower(b);
    b.fraction = fma(x, power, power - 1);
  }
  return exponentPart(b.exponent, logOfFraction(b.fraction));
}
template <typename T> FACET_INLINE T log1p(T x) {
  const T value = logOrLimit(1 + x, logOfOneMore(x));
  return x == 0 ? x : value;
}

template <typename T> FACET_INLINE T atanh(T x) {
  const T size = absolute(x), rest = 1 - size;
  // log1p(2 size / (1 - size)).
  const T ratio =
      rest == 0 ? Real<T>::infinity : 2 * size * FACET_RECIPROCAL(rest);
  const T value = T(0.5) * logOrLimit(1 + ratio, logOfOneMore(ratio));
  if (size > 1)
    return T(__builtin_nan(""));
  return withSign(size == 0 ? size : value, x);
}
template <typename T> FACET_INLINE T asinh(T x) {
  const T size = absolute(x);
  const bool large = size > T(0x1p30);
  const T moderate = large ? 1 : size, square = moderate * moderate;
  const T root = FACET_ROOT(square + 1);
  const T small = fma(square, FACET_RECIPROCAL(root + 1), moderate);
  const Binary<T> b = binaryOf(size);
  const T value = large
                      ? exponentPart(b.exponent + 1, logOfFraction(b.fraction))
                      : logOfOneMore(small);
  return size < Real<T>::infinity && size != 0 ? withSign(value, x) : x;
}
template <typename T> FACET_INLINE T acosh(T x) {
  const bool large = x > T(0x1p30);
  const T more = (large ? 2 : x) - 1;
  const T square = fma(more, more, 2 * more);
  const T small = square == 0 ? 0 : more + FACET_ROOT(square);
  const Binary<T> b = binaryOf(x);
  const T value = large
                      ? exponentPart(b.exponent + 1, logOfFraction(b.fraction))
                      : logOfOneMore(small);
  if (x < 1)
    return T(__builtin_nan(""));
  return x < Real<T>::infinity ? value : x;
}

//===-- pow ---------------------------------------------------------------===//

/// A sum of which the second number is a rest of the first.
template <typename T> struct Pair { T high, low; };
/// For |a| >= |b|, or a = 0.
template <typename T> FACET_INLINE Pair<T> sumOf(T a, T b) {
  const T high = a + b;
  return {high, b - (high - a)};
}

/// (log((1 + s) / (1 - s)) / 2 - s) / s of z = s^2, for |s| <= 0.2.
FACET_INLINE Pair<float> atanhTail(float s, float z, float) {
  const float p = polynomial(z, 0x1.555576p-2f, 0x1.996182p-3f, 0x1.31a44ep-3f);
  return {s * z * p, 0};
}
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

/// The logarithm to base two of a positive number, with twice its digits or so.
template <typename T>
FACET_INLINE Pair<T> log2Pair(T x, T factor, T factorLow) {
  Binary<T> b = binaryOf(x);
  // 1 + fraction between the roots of a half and of two.
  const T m = 1 + b.fraction;
  const bool low = m < T(0.70710678118654752);
  const T f = low ? 2 * m - 1 : b.fraction;
  const T exponent = low ? b.exponent - 1 : b.exponent;
  // s = f / (2 + f).
  const Pair<T> divisor = sumOf(T(2), f);
  const T inverse = FACET_RECIPROCAL(divisor.high);
  const T s = f * inverse;
  const T sLow = inverse * (fma(-s, divisor.high, f) - s * divisor.low);
  const T z = s * s, zLow = fma(s, s, -z);
  const Pair<T> tail = atanhTail(s, z, zLow);
  const Pair<T> sum = sumOf(s, tail.high);
  // The derivative is 1 / (1 - z).
  const T sumLow = sum.low + (tail.low + fma(sLow * z, 1 + z, sLow));
  // Times 2 / log 2.
  const T product = sum.high * factor;
  const T productLow = fma(sum.high, factor, -product) +
                       fma(sum.high, factorLow, sumLow * factor);
  const Pair<T> all = sumOf(exponent, product);
  return exponent == 0 ? sumOf(product, productLow)
                       : sumOf(all.high, all.low + productLow);
}
FACET_INLINE Pair<float> log2Pair(float x) {
  return log2Pair<float>(x, 0x1.715476p+1f, 0x1.4ae0cp-25f);
}
FACET_INLINE Pair<double> log2Pair(double x) {
  return log2Pair<double>(x, 0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55);
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

template <typename T> FACET_INLINE T pow(T x, T y) {
  const T infinity = Real<T>::infinity;
  const T limit = 2200;
  const T size = absolute(x);
  const Pair<T> l = log2Pair(size);
  const T product = y * l.high;
  const T high = atLeast(atMost(product, limit), -limit);
  T low = fma(y, l.high, -product) + y * l.low;
  low = absolute(product) < limit ? low : 0;
  T value = exp2Pair(high, low);
  if (size == 0 || size == infinity) {
    value = (size == 0) == (y < 0) ? infinity : 0;
  } else if (absolute(y) == infinity) {
    value = size == 1 ? 1 : (size > 1) == (y > 0) ? infinity : 0;
  }
  if (withSign(T(1), x) < 0) {
    const bool defined = isInteger(y) || size == infinity || size == 0;
    value = isOdd(y) ? -value : defined ? value : T(__builtin_nan(""));
  }
  if (x != x || y != y)
    value = x + y;
  return x == 1 || y == 0 ? 1 : value;
}

//===-- Roots -------------------------------------------------------------===//

/// A positive number as reduced * power^3, and 1 / cbrt(reduced).
template <typename T> struct CubeRoot { T reduced, inverse, power; };
FACET_INLINE float inverseCubeRootEstimate(float x) {
  return FACET_EXP2(FACET_LOG2(x) * (-1.0f / 3));
}
FACET_INLINE CubeRoot<float> cubeRootOf(float x) {
  const float estimate = inverseCubeRootEstimate(x);
  const float rest = fma(-x * estimate, estimate * estimate, 1.0f);
  return {x, fma(estimate * rest, 1.0f / 3, estimate), 1};
}
FACET_INLINE CubeRoot<double> cubeRootOf(double x) {
  // Exponents of zero to two are left; 0x5556 / 2^16 is a third of the others.
  const int high = highBitsOf(x), third = (high >> 20) * 0x5556 >> 16;
  const double reduced =
      doubleOf(high - ((3 * third - 1023) << 20), lowBitsOf(x));
  const double estimate =
      static_cast<double>(inverseCubeRootEstimate(static_cast<float>(reduced)));
  const double rest = fma(-reduced * estimate, estimate * estimate, 1.0);
  const double series = fma(rest, 2.0 / 9, 1.0 / 3);
  return {reduced, fma(estimate * rest, series, estimate),
          powerOfTwo(x, third - 341)};
}
template <typename T> FACET_INLINE T cbrt(T x) {
  const bool small = isWithin(x, T(0x1p-100));
  const CubeRoot<T> c = cubeRootOf(absolute(small ? x * T(0x1p60) : x));
  T root = c.reduced * c.inverse * c.inverse;
  // One step of Newton's with what its square has lost.
  const T square = root * root, lost = fma(root, root, -square);
  const T rest = fma(-lost, root, fma(-square, root, c.reduced));
  root = fma(rest * T(1.0 / 3), c.inverse * c.inverse, root) * c.power;
  root = withSign(small ? root * T(0x1p-20) : root, x);
  return x == 0 || !(absolute(x) < Real<T>::infinity) ? x : root;
}

template <typename T> FACET_INLINE T hypot(T x, T y) {
  const T a = absolute(x), b = absolute(y);
  const T large = a > b ? a : b, small = a > b ? b : a;
  int exponent;
  if constexpr (sizeof(T) == 4)
    exponent = (bitsOf(large) >> 23) - 127;
  else
    exponent = (highBitsOf(large) >> 20) - 1023;
  exponent = exponent > Real<T>::top - 1 ? Real<T>::top - 1 : exponent;
  exponent = exponent < 1 - Real<T>::top ? 1 - Real<T>::top : exponent;
  const T power = powerOfTwo(x, exponent), down = powerOfTwo(x, -exponent);
  const T p = large * down, q = small * down;
  const T value = __builtin_elementwise_sqrt(fma(q, q, p * p)) * power;
  if (a == Real<T>::infinity || b == Real<T>::infinity)
    return Real<T>::infinity;
  return x != x || y != y ? x + y : value;
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H
