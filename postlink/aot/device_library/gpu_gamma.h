//===- gpu_gamma.h - Gamma functions of GPUs ------------------------------===//
//
// Stirling's formula from 5/2 on, with a polynomial of 1/x for what the formula
// leaves, and a polynomial below: there are no steps to larger operands, which
// lanes would take in different numbers. Negative operands are reflected, on a
// path of their own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_GAMMA_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_GAMMA_H

#include "postlink/aot/device_library/gpu_powers.h"
#include "postlink/aot/device_library/gpu_trigonometry.h"

namespace gpu {

template <typename T> constexpr T pi = T(3.14159265358979323846264338327950288);

//===-- The logarithm -----------------------------------------------------===//

/// log Gamma(2 + d) / (d (d + 1)) for -1 <= d <= 1/2: the roots are taken away.
FACET_INLINE float lgammaBesideRoots(float d) {
  return polynomial(d, 0x1.b0ee6p-2f, -0x1.9ae642p-4f, 0x1.0e0bb4p-5f,
                    -0x1.95e1dp-7f, 0x1.480ef8p-8f, -0x1.10710ap-9f,
                    0x1.d0a242p-11f, -0x1.226a28p-11f, 0x1.508844p-13f,
                    0x1.638384p-13f, 0x1.0390c6p-12f);
}
FACET_INLINE double lgammaBesideRoots(double d) {
  return polynomial(
      d, 0x1.b0ee6072093cep-2, -0x1.9ae6509ea108ap-4, 0x1.0e0c9df2933a6p-5,
      -0x1.95ce223aa4d5ep-7, 0x1.47974853eaeaep-8, -0x1.145121f237c7p-9,
      0x1.dfebcf5740d0dp-11, -0x1.a96a465a8dd92p-12, 0x1.7ed73ace473e1p-13,
      -0x1.5c854108ff987p-14, 0x1.40301b556b0fap-15, -0x1.288224f13053dp-16,
      0x1.13757ec4841bbp-17, -0x1.fcf21b29a34cbp-19, 0x1.00dd4a492af5ep-19,
      -0x1.04d3feebdc247p-20, -0x1.4d1265f8b1b0dp-26, -0x1.17a138ac39804p-22,
      0x1.d35c735cc4552p-21, 0x1.8b358125840fap-21, -0x1.1217b75fc434cp-22,
      -0x1.021e538778784p-20, -0x1.560ed423b9f35p-21, -0x1.546007afc1606p-23);
}
/// log Gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2, times x, of t = 1/x up
/// to 2/5.
FACET_INLINE float stirlingRest(float t) {
  return polynomial(t, 0x1.555476p-4f, 0x1.6cb354p-16f, -0x1.83ab4ap-9f,
                    0x1.410ec2p-11f);
}
FACET_INLINE double stirlingRest(double t) {
  return polynomial(
      t, 0x1.5555555555b12p-4, -0x1.22100e195d786p-38, -0x1.6c16beeb637d4p-9,
      -0x1.64276e5c948bfp-27, 0x1.a037276295328p-11, -0x1.870d812045ba4p-19,
      -0x1.2a5527df089b5p-11, -0x1.5260fabc1d255p-13, 0x1.8d8abd21c5f75p-10,
      -0x1.dc6fd245f07b5p-10, 0x1.543b54445274ep-11, 0x1.bd168aaaa989ep-12,
      -0x1.6d1308efaaff7p-12);
}

/// Returns the sum of logarithms minus one, without the rounding of the sum.
FACET_INLINE float logarithmLessOne(float exponent, float rest) {
  return fma(exponent, 0x1.62e43p-1f, -1.0f) +
         fma(exponent, -0x1.05c61p-29f, rest);
}
FACET_INLINE double logarithmLessOne(double exponent, double rest) {
  return fma(exponent, 0x1.62e42fefa39efp-1, -1.0) +
         fma(exponent, 0x1.abc9e3b39803fp-56, rest);
}
/// For x that is positive and finite. From 2.5 on, what is subtracted is small.
template <typename T> FACET_INLINE T lgammaOfPositive(T x) {
  const bool isNear = isWithin(x, T(2.5)), less = x < 1;
  T falling = 0, oneLess = 0;
  if (less || !isNear) {
    const Binary<T> b = binaryOf(x);
    const T fraction = logOfFraction(b.fraction);
    falling = less ? -exponentPart(b.exponent, fraction) : T(0);
    oneLess = logarithmLessOne(b.exponent, fraction);
  }
  if (isNear) {
    const T more = less ? x : x - 1, d = more - 1;
    return fma(more * d, lgammaBesideRoots(d), falling);
  }
  const T t = FACET_RECIPROCAL(x);
  return fma(
      x - T(0.5), oneLess,
      fma(stirlingRest(t), t, T(0.418938533204672741780329736405617640)));
}
/// For the others, where \p value is that of |x|: Euler's reflection.
template <typename T> FACET_INLINE T lgammaAtEnds(T x, T value) {
  const T size = absolute(x);
  if (x != x || size == 0 || size == Real<T>::infinity)
    return size + Real<T>::infinity;
  // The product would be too small.
  if (size < T(0x1p-60))
    return value;
  const T sine = absolute(sinpi(size));
  return sine == 0 ? Real<T>::infinity : log(pi<T> / (size * sine)) - value;
}
template <typename T> FACET_INLINE T lgamma(T x) {
  const T value = lgammaOfPositive(absolute(x));
  if (__builtin_expect(isPositive(x), 1))
    return value;
  return lgammaAtEnds(x, value);
}

//===-- The function itself -----------------------------------------------===//

/// 1 / Gamma(1 + u) for |u| <= 1/2.
FACET_INLINE float inverseGammaOfOneMore(float u) {
  return polynomial(u, 1.0f, 0x1.2788d2p-1f, -0x1.4fcf4p-1f, -0x1.581b1cp-5f,
                    0x1.5511eap-3f, -0x1.596ecp-5f, -0x1.3b54aap-7f,
                    0x1.cfd05ep-8f, -0x1.263e7cp-10f);
}
FACET_INLINE double inverseGammaOfOneMore(double u) {
  return polynomial(
      u, 1.0, 0x1.2788cfc6fb61cp-1, -0x1.4fcf4026afa2cp-1,
      -0x1.5815e8fa28b9ep-5, 0x1.5512320b43b26p-3, -0x1.59af103bec27ep-5,
      -0x1.3b4af283b178cp-7, 0x1.d919c4fe0ff2cp-8, -0x1.31711352034bep-10,
      -0x1.c364cbf197dd5p-13, 0x1.0c8aa2e649d48p-13, -0x1.51d6c697f2987p-16,
      -0x1.501fce6247e25p-20, 0x1.318b02d81f5a6p-20, -0x1.afbc4a9d0154dp-23);
}
/// Gamma(x) as a fraction, for -1/2 <= x < 5/2: u is x, x - 1 or x - 2.
template <typename T> struct Fraction { T numerator, denominator; };
template <typename T> FACET_INLINE Fraction<T> gammaNearOne(T x) {
  const bool below = x < T(0.5), above = x >= T(1.5);
  const T less = x - 1;
  const T inverse = inverseGammaOfOneMore(below ? x : above ? less - 1 : less);
  return {above ? less : T(1), below ? inverse * x : inverse};
}

/// Returns the logarithm of Gamma(z) to base two, for 5/2 <= z.
template <typename T> FACET_INLINE Pair<T> log2Gamma(T z) {
  constexpr T log2E = T(1.44269504088896340735992468100189214);
  constexpr T log2ELow =
      T(sizeof(T) == 4 ? 0x1.4ae0cp-26 : 0x1.777d0ffda0d24p-56);
  constexpr T log2OfRoot = T(1.32574806473615939902163964755400367);
  const Pair<T> l = log2Pair(z);
  const T less = z - T(0.5);
  const T power = less * l.high, falling = z * log2E;
  const T powerLow = fma(less, l.low, fma(less, l.high, -power));
  const T fallingLow = fma(z, log2ELow, fma(z, log2E, -falling));
  const T sum = power - falling, lost = (power - sum) - falling;
  const T t = FACET_RECIPROCAL(z);
  const T rest = fma(stirlingRest(t), t * log2E, log2OfRoot);
  return sumOf(sum, (lost + powerLow) - fallingLow + rest);
}

/// Gamma(-\p size) by Euler's reflection; \p l is the logarithm for sizes from
/// 5/2 on.
template <typename T> FACET_INLINE T gammaOfNegative(T size, Pair<T> l) {
  const T sine = sinpi(size);
  if (sine == 0 || size == Real<T>::infinity)
    return T(__builtin_nan(""));
  if (size < T(2.5)) {
    const Fraction<T> gamma = gammaNearOne(size);
    return -pi<T> * gamma.denominator / (size * sine * gamma.numerator);
  }
  // One over Gamma may be subnormal where the result is not.
  const T shift = l.high > Real<T>::top - 40 ? T(Real<T>::digits) : T(0);
  const T value = -pi<T> * exp2Pair(shift - l.high, -l.low) / (size * sine);
  return shift == 0 ? value : value * powerOfTwo(size, -Real<T>::digits);
}
template <typename T> FACET_INLINE T tgamma(T x) {
  if (isWithin(x, T(2.5)) && x >= T(-0.5)) {
    if (__builtin_expect(isWithin(x, 16 * Real<T>::leastNormal), 0))
      return 1 / x;
    const Fraction<T> gamma = gammaNearOne(x);
    return gamma.numerator * FACET_RECIPROCAL(gamma.denominator);
  }
  // Gamma is infinite from some size on, and one over it zero; NaN stays.
  const T size = absolute(x), most = sizeof(T) == 4 ? 64 : 256;
  const Pair<T> l = log2Gamma(size > most ? most : size);
  if (__builtin_expect(x < 0, 0))
    return gammaOfNegative(size, l);
  return exp2Pair(l.high, l.low);
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_GAMMA_H
