//===- gpu_exponentials.h - Exponential functions of GPUs -----------------===//
//
// exp, exp2, exp10, expm1, sinh, cosh, tanh: the operand is an integer times
// log 2 and a rest; the power of two is put into the exponent.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_EXPONENTIALS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_EXPONENTIALS_H

#include "postlink/aot/device_library/gpu_math_basics.h"

namespace gpu {

/// e^r for |r| <= log(2) / 2.
FACET_INLINE double expOfRest(double r) {
  const double q = polynomial(r, 0x1.000000000000bp-1, 0x1.5555555555560p-3,
                              0x1.55555555503cep-5, 0x1.111111110d827p-7,
                              0x1.6c16c1850542ep-10, 0x1.a01a01ba52242p-13,
                              0x1.a0199805f4dc1p-16, 0x1.71dde0e81207ap-19,
                              0x1.28af1f79710fcp-22, 0x1.af83f3fca6670p-26);
  return fma(fma(q, r, 1.0), r, 1.0);
}

/// Which results a caller can ask for: with Any, those out of range as well.
enum class Results { Any, InRange };

/// e^r * 2^n, where \p x, which both come from, says which way out of the range
/// a result is.
template <Results results = Results::Any>
FACET_INLINE double assembled(double r, int n, double x) {
  const double power = expOfRest(r);
  double value =
      doubleOf(static_cast<int>(static_cast<uint32>(highBitsOf(power)) +
                                (static_cast<uint32>(n) << 20)),
               lowBitsOf(power));
  if (results == Results::Any && !__builtin_expect(isWithin(x, 704), 1)) {
    const int half = n >> 1;
    value = power * powerOfTwo(x, half) * powerOfTwo(x, n - half);
    value = x > 1100 ? Real<double>::infinity : x < -1100 ? 0 : value;
  }
  return value;
}

/// An integer, and two to it and the shift.
struct Scale {
  float n, power;
};
/// That of an integer near \p x * \p factor, as far as 2^(the integer +
/// \p shift) is a normal number.
template <int shift> FACET_INLINE Scale scaleOf(float x, float factor) {
#ifdef FACET_WITHIN_ONE
  // The next integer below it. Where between -126 and 126 the product is, from
  // 0 to 1; then the exponent as numbers have it, in the lowest bits of a sum.
  if constexpr (shift == 0) {
    const float part = FACET_WITHIN_ONE(fma(x, factor / 252, 0.5f));
    const float sum = FACET_FMA_DOWN(part, 252.0f, Real<float>::rounder + 1);
    return {sum - (Real<float>::rounder + 127), floatOf(bitsOf(sum) << 23)};
  }
#endif
  constexpr float least = -126 - shift, most = 127 - shift;
  const float limited =
      atLeast(atMost(x, (most + 0.4f) / factor), (least - 0.4f) / factor);
  const float sum = fma(limited, factor, Real<float>::rounder);
  return {sum - Real<float>::rounder, powerOfTwo(x, integerIn(sum) + shift)};
}
/// 2^(high * x + low * x + shift), the logarithm of the base being high + low:
/// an integer for the exponent and a rest for the instruction, which takes what
/// is left where the exponent ends.
template <int shift>
FACET_INLINE float powerOfProduct(float x, float high, float low) {
  const Scale scale = scaleOf<shift>(x, high);
  return FACET_EXP2(fma(x, low, fma(x, high, -scale.n))) * scale.power;
}

/// e^x * 2^shift.
template <int shift, Results = Results::Any>
FACET_INLINE float expTimes(float x) {
  return powerOfProduct<shift>(x, 0x1.715476p+0f, 0x1.4ae0cp-26f);
}
template <int shift, Results results = Results::Any>
FACET_INLINE double expTimes(double x) {
  constexpr double log2E = 0x1.71547652b82fep+0;
  const double sum = fma(x, log2E, Real<double>::rounder);
  const double n = sum - Real<double>::rounder;
  const double r =
      fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x));
  return assembled<results>(r, integerIn(sum) + shift, x);
}
template <typename T> FACET_INLINE T exp(T x) { return expTimes<0>(x); }
/// For operands whose results are normal numbers, which NaN is not.
template <typename T> FACET_INLINE T expInRange(T x) {
  return expTimes<0, Results::InRange>(x);
}

FACET_INLINE float exp2(float x) {
#ifdef FACET_EXP2_OF_ALL
  return FACET_EXP2_OF_ALL(x);
#else
  const Scale scale = scaleOf<0>(x, 1);
  return FACET_EXP2(x - scale.n) * scale.power;
#endif
}
FACET_INLINE double exp2(double x) {
  const double sum = x + Real<double>::rounder;
  const double n = sum - Real<double>::rounder;
  return assembled((x - n) * 0x1.62e42fefa39efp-1, integerIn(sum), x);
}

FACET_INLINE float exp10(float x) {
  return powerOfProduct<0>(x, 0x1.a934fp+1f, 0x1.2f346ep-24f);
}
FACET_INLINE double exp10(double x) {
  const double sum = fma(x, 0x1.a934f0979a371p+1, Real<double>::rounder);
  const double n = sum - Real<double>::rounder;
  // The rest of the decimal operand, then times log 10.
  const double rest =
      fma(n, 0x1.9dc1da994fd21p-59, fma(n, -0x1.34413509f79ffp-2, x));
  return assembled(rest * 0x1.26bb1bbb55516p+1, integerIn(sum), x * 3);
}

/// e^r - 1 for |r| <= log(2) / 2.
FACET_INLINE float expm1OfRest(float r) {
  const float q = polynomial(r, 0.5f, 0x1.5554bp-3f, 0x1.555486p-5f,
                             0x1.1227ep-7f, 0x1.6d9942p-10f);
  return fma(q * r, r, r);
}
FACET_INLINE double expm1OfRest(double r) {
  const double q = polynomial(
      r, 0.5, 0x1.5555555555559p-3, 0x1.555555555555ap-5, 0x1.111111110f6c1p-7,
      0x1.6c16c16c14458p-10, 0x1.a01a01afde90cp-13, 0x1.a01a01b0b4dbbp-16,
      0x1.71ddf862d95a7p-19, 0x1.27e4c5a548923p-22, 0x1.af5ea650956a4p-26,
      0x1.1f955ce0fb7e3p-29);
  return fma(q * r, r, r);
}
template <typename T>
FACET_INLINE T expm1Within(T x, T least, T most, T log2E, T high, T low) {
  const T y = atLeast(atMost(x, most), least);
  const T sum = fma(y, log2E, Real<T>::rounder);
  const T n = sum - Real<T>::rounder;
  const T rest = expm1OfRest(fma(n, -low, fma(n, -high, y)));
  // Half of the result, which is in range whenever the result is.
  const T half = powerOfTwo(x, integerIn(sum) - 1);
  const T value = 2 * fma(rest, half, half - T(0.5));
  return x == 0 || x != x ? x : value;
}
FACET_INLINE float expm1(float x) {
  return expm1Within<float>(x, -50, 89, 0x1.715476p+0f, 0x1.62e43p-1f,
                            -0x1.05c61p-29f);
}
FACET_INLINE double expm1(double x) {
  return expm1Within<double>(x, -100, 709.9, 0x1.71547652b82fep+0,
                             0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
}

/// (sinh x - x) / x^3 of the square, for |x| <= 1.
FACET_INLINE float sinhTail(float z) {
  return polynomial(z, 0x1.555556p-3f, 0x1.111136p-7f, 0x1.9ffe1ep-13f,
                    0x1.7a251ep-19f);
}
FACET_INLINE double sinhTail(double z) {
  return polynomial(z, 0x1.5555555555556p-3, 0x1.11111111110a2p-7,
                    0x1.a01a01a029005p-13, 0x1.71de3a460c362p-19,
                    0x1.ae646757f3031p-26, 0x1.611a3f2973c8ep-33,
                    0x1.b4ce1963690e7p-41);
}
/// Returns a quarter of 1 / half, where half = e^size / 2; nothing beside it if
/// large.
template <typename T> FACET_INLINE T counterpart(T half, T size) {
  const T limit = T(22);
  return size < limit ? T(0.25) * FACET_RECIPROCAL(half) : T(0);
}
template <typename T> FACET_INLINE T sinh(T x) {
  const T size = absolute(x), square = x * x;
  const T half = expTimes<-1>(size);
  const T large = withSign(half - counterpart(half, size), x);
  return isWithin(x, 1) ? fma(sinhTail(square) * square, x, x) : large;
}
template <typename T> FACET_INLINE T cosh(T x) {
  const T size = absolute(x), half = expTimes<-1>(size);
  return half + counterpart(half, size);
}

/// (tanh x - x) / x^3 of the square, for |x| <= 0.6.
FACET_INLINE float tanhTail(float z) {
  return polynomial(z, -0x1.55554p-2f, 0x1.1109f6p-3f, -0x1.b8a1fep-5f,
                    0x1.54f32cp-6f, -0x1.835d62p-8f);
}
FACET_INLINE double tanhTail(double z) {
  return polynomial(
      z, -0x1.5555555555536p-2, 0x1.111111110e732p-3, -0x1.ba1ba1b7ba355p-5,
      0x1.664f47f9b3d0ap-6, -0x1.226e2383d954dp-7, 0x1.d6d0e3bb04d5ap-9,
      -0x1.7d7b05629b578p-10, 0x1.33e2be60f628bp-11, -0x1.e36b9471bb81ap-13,
      0x1.4d3a171272dbcp-14, -0x1.2153e8e01d3fbp-16);
}
/// e^(2 size) for tanh, in which its error is a fraction of its own; where tanh
/// is one, anything larger, NaN of NaN.
FACET_INLINE float doubledPower(float size) {
  return FACET_EXP2(size * 0x1.715476p+1f);
}
FACET_INLINE double doubledPower(double size) {
  return expInRange(2 * (size > 22 ? 22 : size));
}
/// Of tanh without its sign: of operands up to 0.59375, and of others.
template <typename T> FACET_INLINE T smallTanh(T size) {
  const T square = size * size;
  return fma(tanhTail(square) * square, size, size);
}
template <typename T> FACET_INLINE T largeTanh(T size) {
  return fma(FACET_RECIPROCAL(doubledPower(size) + 1), T(-2), T(1));
}
FACET_INLINE float tanh(float x) {
  const float size = absolute(x), small = smallTanh(size);
  return withSign(isWithin(x, 0.59375f) ? small : largeTanh(size), x);
}
/// On one path, each of which is longer than a branch.
FACET_INLINE double tanh(double x) {
  const double size = absolute(x);
  double value;
  if (isWithin(x, 0.59375))
    value = smallTanh(size);
  else
    value = largeTanh(size);
  return withSign(value, x);
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_EXPONENTIALS_H
