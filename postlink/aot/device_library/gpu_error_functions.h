//===- gpu_error_functions.h - erf and erfc of GPUs -----------------------===//
//
// In:  operands.
// Out: erf and erfc: polynomials, with the power of two for large operands.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_ERROR_FUNCTIONS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_ERROR_FUNCTIONS_H

#include "postlink/aot/device_library/gpu_exponentials.h"

namespace gpu {

/// erf(x) / x - 1 of the square, for |x| <= 15/16.
FACET_INLINE float erfTail(float z) {
  return polynomial(z, 0x1.06eba6p-3f, -0x1.8126dcp-2f, 0x1.ce1856p-4f,
                    -0x1.b6698ep-6f, 0x1.466a48p-8f, -0x1.36a7fap-11f);
}
/// log2(1 - erf(a)) for 15/16 <= a <= 4, as accurate as its power beside 1 has
/// to be. Beyond, it falls until the power is zero, to minus infinity at last.
FACET_INLINE float log2OfRest(float a) {
  return polynomial(a, -0x1.8cbdb2p-9f, -0x1.9d6ef6p+0f, -0x1.e179a2p-1f,
                    -0x1.0b14p-3f, 0x1.6ab3aap-6f, -0x1.ce056ap-10f);
}
/// Both paths for every operand: that costs less than a branch.
FACET_INLINE float erf(float x) {
  const float small = fma(erfTail(x * x), x, x);
  const float large = withSign(1 - FACET_EXP2(log2OfRest(absolute(x))), x);
  return isWithin(x, 0.9375f) ? small : large;
}

/// -log2(1 - erf(a)) / a for 0 <= a <= 6, as accurate as for \c log2OfRest.
FACET_INLINE double slopeOfRest(double a) {
  return polynomial(
      a, 0x1.a0be83d8d032dp+0, 0x1.d63ed74995889p-1, 0x1.2fa7eecb29f3cp-3,
      -0x1.c4242d0716cbep-6, -0x1.3c76f625d0c84p-12, 0x1.40bf5f08e1d74p-9,
      -0x1.be5df1d2bb9f9p-11, 0x1.3967592438b23p-15, 0x1.85edc99243743p-14,
      -0x1.66559d395a343p-15, 0x1.374d9572624e6p-18, 0x1.2a92e4639063cp-18,
      -0x1.8261f7ca8fe8cp-19, 0x1.a408c20b4f789p-21, 0x1.697e762d12604p-28,
      -0x1.c07c04ca24374p-24, 0x1.c8f18c892bedbp-25, -0x1.1a67a1b7f6d0dp-26,
      0x1.ee01b3f1e4199p-29, -0x1.3aea41832af17p-31, 0x1.2098413f17172p-34,
      -0x1.69dc574c616d6p-38, 0x1.168e6b4ee43d9p-42, -0x1.8d8de5047fa11p-48);
}
/// (1 - 2^-f) / f for |f| <= 1/2.
FACET_INLINE double missingPower(double f) {
  return polynomial(
      f, 0x1.62e42fefa39efp-1, -0x1.ebfbdff82c598p-3, 0x1.c6b08d704a08ep-5,
      -0x1.3b2ab6fba1e41p-7, 0x1.5d87fe78b20d9p-10, -0x1.43091309589e5p-13,
      0x1.ffcbfc1eb498fp-17, -0x1.62bfd4b5677dcp-20, 0x1.b525a0730d10ep-24,
      -0x1.e605d15231265p-28, 0x1.e8cae5a248c6ep-32);
}
/// 1 - 2^-(n + f), in which small operands, whose n is zero, lose nothing: one
/// way for all.
FACET_INLINE double erf(double x) {
  const double size = absolute(x), a = size > 6 ? 6 : size; // NaN stays
  const double logarithm = a * slopeOfRest(a);
  const double sum = logarithm + Real<double>::rounder;
  const double f = logarithm - (sum - Real<double>::rounder);
  const double power = powerOfTwo(x, -integerIn(sum));
  return withSign(fma(power * f, missingPower(f), 1 - power), x);
}

/// (1 + 2 a) e^(a^2) erfc(a) of q = (a - 4) / (a + 4).
FACET_INLINE float scaledErfc(float q) {
  return polynomial(q, 0x1.3ba59p+0f, -0x1.1df12ap-3f, 0x1.f813f4p-7f,
                    0x1.16cb72p-4f, -0x1.9e2c2ep-4f, 0x1.80f446p-4f,
                    -0x1.0d2e4p-4f, 0x1.2c9e8ep-5f, -0x1.253a54p-6f,
                    0x1.285ee6p-8f);
}
FACET_INLINE double scaledErfc(double q) {
  return polynomial(
      q, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a29cp-3, 0x1.f7f5df66fd71ep-7,
      0x1.16ecefcfa6043p-4, -0x1.9ddb23c3e8a4dp-4, 0x1.7fee004df6ac7p-4,
      -0x1.0fb06dfe58cbap-4, 0x1.3079edf9f9a22p-5, -0x1.09623880776cep-6,
      0x1.49c67191ab211p-8, -0x1.8d4a9feedf906p-11, -0x1.a1de83d0ea04cp-13,
      0x1.3be0d2db55b76p-13, -0x1.9969d5eb64dfbp-16, -0x1.78a872266fa56p-17,
      0x1.7fae62a1f95c0p-18, 0x1.443913125c647p-22, -0x1.bfe126f495407p-21,
      0x1.0bf5c64b9058ep-24, 0x1.ec09b8d8dfb0fp-24, -0x1.0b483bf43fc7bp-27,
      -0x1.cbf39cee70cafp-27, -0x1.d824d2e708712p-30);
}
template <typename T> FACET_INLINE T erfc(T x) {
  const T a = atMost(absolute(x), T(sizeof(T) == 4 ? 11 : 28));
  const T below = a + 4, q = (a - 4) * FACET_RECIPROCAL(below);
  const T scaled = scaledErfc(q) * FACET_RECIPROCAL(fma(a, T(2), T(1)));
  const T square = a * a, lost = fma(a, a, -square);
  const T power = exp(-square);
  const T value = fma(power, -lost, power) * scaled;
  return x != x ? x : x < 0 ? 2 - value : value;
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_ERROR_FUNCTIONS_H
