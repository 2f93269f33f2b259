//===- gpu_error_functions.h - erf and erfc of GPUs -----------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_ERROR_FUNCTIONS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_ERROR_FUNCTIONS_H

#include "postlink/aot/device_library/gpu_exponentials.h"

namespace gpu {

/// erf(x) / x - 1 of the square, for |x| <= 1.
FACET_INLINE float erfTail(float z) {
  return polynomial(z, 0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2d2p-4f,
                    -0x1.b7fbb6p-6f, 0x1.5419fap-8f, -0x1.a485f8p-11f,
                    0x1.4ae4c6p-14f);
}
FACET_INLINE double erfTail(double z) {
  return polynomial(
      z, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b34p-4,
      -0x1.b82ce31284f38p-6, 0x1.565bcd0dbd921p-8, -0x1.c02db3db49762p-11,
      0x1.f9a321e4b84f9p-14, -0x1.f4d1e434bc0cfp-17, 0x1.b9df305cad6f7p-20,
      -0x1.5f1f40faeea79p-23, 0x1.f7b99d7c8709ap-27, -0x1.38ac2290d3965p-30,
      0x1.062759c5be8ecp-34);
}
/// log(1 - erf(x)) for 1 <= x <= 4 of float, 6 of double.
FACET_INLINE float logOfRest(float a) {
  return -polynomial(a, -0x1.8a5248p-13f, 0x1.212c0cp+0f, 0x1.44356ap-1f,
                     0x1.bc14fep-4f, -0x1.9d02c6p-6f, 0x1.138c6p-8f,
                     -0x1.cec4dcp-12f, 0x1.6bd65ap-16f);
}
FACET_INLINE double logOfRest(double a) {
  return -polynomial(
      a, -0x1.2d0e771089750p-26, 0x1.20dd78ffdb056p+0, 0x1.45f2d426263d5p-1,
      0x1.a4fb3222eaffcp-4, -0x1.39ad1dce5cfb1p-6, -0x1.6cf0ec486d628p-13,
      0x1.adb171c912c1bp-10, -0x1.0ed129712b7ebp-11, -0x1.a9a605cc79753p-15,
      0x1.0f7c41845206bp-13, -0x1.391201b6ce9ccp-14, 0x1.deed38482c540p-16,
      -0x1.15f8965bcc2e9p-17, 0x1.fd34837438dc9p-20, -0x1.733be026b4eb8p-22,
      0x1.abce96932c1d0p-25, -0x1.7df794f1550d1p-28, 0x1.fe1cf322e7ad0p-32,
      -0x1.df847f2f10704p-36, 0x1.1adc1f9c1b2c8p-40, -0x1.3adc61ab7f251p-46);
}
template <typename T> FACET_INLINE T erf(T x) {
  const T size = absolute(x);
  if (isWithin(x, 1) || x != x)
    return fma(erfTail(size * size), x, x);
  const T most = sizeof(T) == 4 ? 4 : 6;
  return withSign(1 - expInRange(logOfRest(atMost(size, most))), x);
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
