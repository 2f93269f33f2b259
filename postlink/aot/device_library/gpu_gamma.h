//===- gpu_gamma.h - Gamma functions of GPUs ------------------------------===//
//
// Stirling's formula for all positive operands but the roots of lgamma, with a
// polynomial of 1/x for what the formula leaves: there are no steps to larger
// operands, which lanes would take in different numbers. Negative operands are
// reflected, on a path of their own.
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

/// The sum of logarithms minus one, without the rounding of the sum.
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
  const Binary<T> b = binaryOf(x);
  const T fraction = logOfFraction(b.fraction);
  const T logarithm = exponentPart(b.exponent, fraction);
  const T oneLess = logarithmLessOne(b.exponent, fraction);
  const bool less = x < 1;
  const T more = less ? x : x - 1, d = more - 1;
  const T near = fma(more * d, lgammaBesideRoots(d), less ? -logarithm : T(0));
  const T t = FACET_RECIPROCAL(x);
  const T far =
      fma(x - T(0.5), oneLess,
          fma(stirlingRest(t), t, T(0.418938533204672741780329736405617640)));
  return isWithin(x, T(2.5)) ? near : far;
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

/// As \c stirlingRest, for t up to 1.
FACET_INLINE float stirlingRestToOne(float t) {
  return polynomial(t, 0x1.55554p-4f, 0x1.7ed32cp-20f, -0x1.6ccccap-9f,
                    -0x1.5fdbccp-16f, 0x1.061f1ap-10f, -0x1.38a40cp-11f,
                    0x1.0b1a26p-13f);
}
FACET_INLINE double stirlingRestToOne(double t) {
  return polynomial(
      t, 0x1.555555555535cp-4, 0x1.9fdac8759fa37p-40, -0x1.6c16c25daa435p-9,
      0x1.1f780072b2bb6p-28, 0x1.a00d172fedc6cp-11, 0x1.8a337b78ac2adp-20,
      -0x1.4057d90c49916p-11, 0x1.0392b0958a449p-13, 0x1.dff0f8240c313p-14,
      0x1.a7efc8fe0186cp-9, -0x1.a21db1e3d4765p-7, 0x1.b5055fd49d51bp-6,
      -0x1.397229095abd3p-5, 0x1.4c5f39a8dbd35p-5, -0x1.0a13c262a40aep-5,
      0x1.3fe2ff344d7dep-6, -0x1.191c06806a0bap-7, 0x1.55bb118f4e02fp-9,
      -0x1.01200bec21658p-11, 0x1.6914a6e4be6a9p-15);
}

/// The logarithm of Gamma(z) to base two, for 1 <= z.
template <typename T> FACET_INLINE Pair<T> log2Gamma(T z) {
  constexpr T log2E = T(1.44269504088896340735992468100189214);
  constexpr T log2ELow = sizeof(T) == 4 ? T(0x1.4ae0cp-26) //
                                        : T(0x1.777d0ffda0d24p-56);
  constexpr T log2OfRoot = T(1.32574806473615939902163964755400367);
  const Pair<T> l = log2Pair(z);
  const T less = z - T(0.5);
  const T power = less * l.high, falling = z * log2E;
  const T powerLow = fma(less, l.low, fma(less, l.high, -power));
  const T fallingLow = fma(z, log2ELow, fma(z, log2E, -falling));
  const T sum = power - falling, lost = (power - sum) - falling;
  const T t = FACET_RECIPROCAL(z);
  const T rest = fma(stirlingRestToOne(t), t * log2E, log2OfRoot);
  return sumOf(sum, (lost + powerLow) - fallingLow + rest);
}

/// Gamma(-\p size), where \p l is that of \p size or of one more if that is
/// less than one.
template <typename T> FACET_INLINE T gammaOfNegative(T size, Pair<T> l) {
  if (size < T(0x1p-60))
    return -1 / size;
  const T sine = sinpi(size);
  if (sine == 0 || size == Real<T>::infinity)
    return T(__builtin_nan(""));
  // One over Gamma may be subnormal where the result is not.
  const T shift = l.high > Real<T>::top - 40 ? T(Real<T>::digits) : T(0);
  const T inverse = exp2Pair(shift - l.high, -l.low);
  const T value = -pi<T> * inverse / (size < 1 ? sine : size * sine);
  return shift == 0 ? value : value * powerOfTwo(size, -Real<T>::digits);
}
template <typename T> FACET_INLINE T tgamma(T x) {
  const T size = absolute(x);
  const bool less = size < 1;
  // Gamma is infinite from here on, and one over it zero; NaN stays.
  const T most = sizeof(T) == 4 ? 64 : 256;
  const Pair<T> l = log2Gamma(less ? size + 1 : size > most ? most : size);
  // Gamma(size + 1) / size.
  const T inverse =
      4 * FACET_RECIPROCAL(atLeast(4 * size, Real<T>::leastNormal));
  const T value = exp2Pair(l.high, l.low) * (less ? inverse : T(1));
  if (__builtin_expect(x > 0, 1))
    return value;
  return x < 0 ? gammaOfNegative(size, l) : 1 / x; // of zeros, and NaN
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_GAMMA_H
