//===- gpu_trigonometry.h - Trigonometric functions of GPUs ---------------===//
//
// sin, cos, tan, sinpi, cospi and their inverses. A quarter turn is taken away
// as often as possible, in three parts; what is too large for that takes the
// path of Payne and Hanek, a call, so that other operands pay nothing for it.
//
// The reduction is a function that LLVM inlines after equal calls have become
// one: sin and cos of the same operand share it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_TRIGONOMETRY_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_TRIGONOMETRY_H

#include "postlink/aot/device_library/gpu_math_basics.h"

namespace gpu {

/// An angle up to an eighth of a turn, and in the lowest bits of the second
/// number how many quarters are before it.
using Angle = double __attribute__((ext_vector_type(2)));
using FloatAngle = float __attribute__((ext_vector_type(2)));

FACET_INLINE size_type highProduct(size_type a, size_type b) {
  return static_cast<size_type>(static_cast<unsigned __int128>(a) * b >> 64);
}
/// Returns the 64 bits that begin \p shift bits behind the first one of \p
/// words.
FACET_INLINE size_type bitsFrom(const size_type *words, uint32 shift) {
  return shift == 0 ? words[0] : words[0] << shift | words[1] >> (64 - shift);
}

/// \p high and \p low: a fraction of a quarter turn, as 128 bits behind the
/// point, the half of it at most.
FACET_INLINE double angleOf(size_type high, size_type low) {
  const bool tiny = high == 0;
  high = tiny ? low : high;
  low = tiny ? 0 : low;
  if (high == 0)
    return 0;
  const int zeros = __builtin_clzl(high);
  high = zeros == 0 ? high : high << zeros | low >> (64 - zeros);
  const double scaled =
      static_cast<double>(highProduct(high, 0xc90fdaa22168c234));
  return scaled * powerOfTwo(1.0, -63 - zeros - (tiny ? 64 : 0));
}

/// For 1 <= |x| < infinity: x times the bits of 2 / pi that neither make whole
/// turns nor are too small.
__attribute__((noinline, cold, const)) static Angle reducedLarge(double x) {
  static constexpr size_type twoOverPi[] = {0,
                                            0xa2f9836e4e441529,
                                            0xfc2757d1f534ddc0,
                                            0xdb6295993c439041,
                                            0xfe5163abdebbc561,
                                            0xb7246e3a424dd2e0,
                                            0x06492eea09d1921c,
                                            0xfe1deb1cb129a73e,
                                            0xe88235f52ebb4484,
                                            0xe99c7026b45f7e41,
                                            0x3991d639835339f4,
                                            0x9c845f8bbdf9283b,
                                            0x1ff897ffde05980f,
                                            0xef2f118b5a0a6d1f,
                                            0x6d367ecf27cb09b7,
                                            0x4f463f669e5fea2d,
                                            0x7527bac7ebe5f17b,
                                            0x3d0739f78a5292ea,
                                            0x6bfb5fb11f8d5d08,
                                            0x56033046fc7b6bab,
                                            0xf0cfbc209af4361d};
  const size_type bits = __builtin_bit_cast(size_type, x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  const size_type digits = (bits & 0xfffffffffffff) | 0x10000000000000;
  const uint32 start = static_cast<uint32>(exponent - 2 + 64);
  const size_type *words = twoOverPi + start / 64;
  const uint32 shift = start % 64;
  const size_type a = bitsFrom(words, shift), b = bitsFrom(words + 1, shift),
                  c = bitsFrom(words + 2, shift);
  const size_type low = digits * c;
  const size_type middlePart = digits * b;
  const size_type middle = middlePart + highProduct(digits, c);
  const size_type high =
      digits * a + highProduct(digits, b) + (middle < middlePart ? 1 : 0);
  int quadrant = static_cast<int>(high >> 62);
  size_type fraction = high << 2 | middle >> 62;
  size_type rest = middle << 2 | low >> 62;
  const bool beyond = fraction >> 63;
  if (beyond) {
    ++quadrant;
    fraction = ~fraction + (rest == 0 ? 1 : 0);
    rest = -rest;
  }
  const double angle = angleOf(fraction, rest);
  const bool negative = (bits >> 63) != beyond;
  return {negative ? -angle : angle,
          doubleOf(0, bits >> 63 ? -quadrant : quadrant)};
}

static inline __attribute__((const)) Angle reduced(double x) {
  if (__builtin_expect(isWithin(x, 0x1p30), 1)) {
    const double sum = fma(x, 0x1.45f306dc9c883p-1, Real<double>::rounder);
    const double n = sum - Real<double>::rounder;
    const double r =
        fma(n, 0x1.f1976b7ed8fbcp-110,
            fma(n, -0x1.1a62633145c07p-54, fma(n, -0x1.921fb54442d18p+0, x)));
    return {r, sum};
  }
  if (absolute(x) < Real<double>::infinity)
    return reducedLarge(x);
  return {x - x, 0};
}
FACET_INLINE int quadrantOf(Angle a) { return lowBitsOf(a.y); }

static inline __attribute__((const)) FloatAngle reduced(float x) {
  if (__builtin_expect(absolute(x) < 0x1p16f, 1)) {
    const float sum = fma(x, 0x1.45f306p-1f, Real<float>::rounder);
    const float n = sum - Real<float>::rounder;
    const float r = fma(n, 0x1.ee59dap-50f,
                        fma(n, 0x1.777a5cp-25f, fma(n, -0x1.921fb6p+0f, x)));
    return {r, sum};
  }
  if (absolute(x) < Real<float>::infinity) {
    const Angle a = reducedLarge(static_cast<double>(x));
    return {static_cast<float>(a.x), floatOf(quadrantOf(a))};
  }
  return {x - x, 0};
}
FACET_INLINE int quadrantOf(FloatAngle a) { return bitsOf(a.y); }

/// For angles of an eighth of a turn, \p z the square.
FACET_INLINE double sineOf(double r, double z) {
  const double p = polynomial(z, -0x1.5555555555549p-3, 0x1.111111110f8b8p-7,
                              -0x1.a01a019c17365p-13, 0x1.71de357b4de0fp-19,
                              -0x1.ae5e684c4bbc3p-26, 0x1.5d936f88b8702p-33);
  return fma(p, z * r, r);
}
FACET_INLINE double cosineOf(double z) {
  const double p =
      polynomial(z, -0.5, 0x1.555555555554cp-5, -0x1.6c16c16c1519dp-10,
                 0x1.a01a019cb3d72p-16, -0x1.27e4f80af5132p-22,
                 0x1.1ee9ec557a1ffp-29, -0x1.8faeb758e0389p-37);
  return fma(p, z, 1.0);
}
FACET_INLINE float sineOf(float r, float z) {
  const float p =
      polynomial(z, -0x1.555546p-3f, 0x1.110762p-7f, -0x1.994e8ep-13f);
  return fma(p, z * r, r);
}
FACET_INLINE float cosineOf(float z) {
  const float p =
      polynomial(z, -0.5f, 0x1.55554ap-5f, -0x1.6c0c88p-10f, 0x1.9a0144p-16f);
  return fma(p, z, 1.0f);
}

/// Returns the sine of the angle \p r behind \p quadrant quarters.
template <typename T> FACET_INLINE T sineBehind(T r, int quadrant) {
  const T z = r * r, sine = sineOf(r, z), cosine = cosineOf(z);
  const T value = quadrant & 1 ? cosine : sine;
  return quadrant & 2 ? -value : value;
}
template <typename T> FACET_INLINE T sin(T x) {
  const auto a = reduced(x);
  const T value = sineBehind(T(a.x), quadrantOf(a));
  return isWithin(x, Real<T>::leastNormal) ? x : value;
}
template <typename T> FACET_INLINE T cos(T x) {
  const auto a = reduced(x);
  return sineBehind(T(a.x), quadrantOf(a) + 1);
}
/// Returns the tangent of the angle \p r, or of a quarter more.
FACET_INLINE double tangentBehind(double r, bool turned) {
  const double z = r * r, sine = sineOf(r, z), cosine = cosineOf(z);
  return (turned ? -cosine : sine) * FACET_RECIPROCAL(turned ? sine : cosine);
}
FACET_INLINE float tangentBehind(float r, bool turned) {
  const float z = r * r;
  const float p = polynomial(z, 0x1.5554dep-2f, 0x1.112ddcp-3f, 0x1.b586e6p-5f,
                             0x1.906578p-6f, 0x1.973242p-9f, 0x1.33cd6ap-7f);
  const float tangent = fma(p * z, r, r);
  return turned ? -FACET_RECIPROCAL(tangent) : tangent;
}
template <typename T> FACET_INLINE T tan(T x) {
  const auto a = reduced(x);
  const T value = tangentBehind(T(a.x), quadrantOf(a) & 1);
  return isWithin(x, Real<T>::leastNormal) ? x : value;
}

/// Half turns: what is left of one is exact.
template <typename T> struct Turns {
  T angle;
  int quadrant;
};
template <typename T> FACET_INLINE Turns<T> turnsOf(T x) {
  const T rest = fma(__builtin_elementwise_rint(x * T(0.5)), T(-2), x);
  const T sum = fma(rest, T(2), Real<T>::rounder), n = sum - Real<T>::rounder;
  const T part = fma(n, T(-0.5), rest);
  return {part * T(3.14159265358979323846264338327950288), integerIn(sum)};
}
template <typename T> FACET_INLINE T sinpi(T x) {
  const Turns<T> t = turnsOf(x);
  const T value = sineBehind(t.angle, t.quadrant);
  return value == 0 ? withSign(T(0), x) : value;
}
template <typename T> FACET_INLINE T cospi(T x) {
  const Turns<T> t = turnsOf(x);
  const T value = sineBehind(t.angle, t.quadrant + 1);
  return value == 0 ? T(0) : value;
}

//===-- Inverses ----------------------------------------------------------===//

/// (atan x - x) / x^3 of the square, for |x| <= 1.
FACET_INLINE float atanTail(float z) {
  return polynomial(z, -0x1.5554e8p-2f, 0x1.997b4cp-3f, -0x1.231eaap-3f,
                    0x1.b5811p-4f, -0x1.36b174p-4f, 0x1.653a6cp-5f,
                    -0x1.102fdep-6f, 0x1.86e5e8p-9f);
}
FACET_INLINE double atanTail(double z) {
  return polynomial(
      z, -0x1.5555555555485p-2, 0x1.999999998795ep-3, -0x1.2492492047b40p-3,
      0x1.c71c70be07887p-4, -0x1.745d0411f66eap-4, 0x1.3b12c5bf2a043p-4,
      -0x1.110921d2d16f1p-4, 0x1.e17d6d5860fbep-5, -0x1.ad4740b56bad4p-5,
      0x1.7f1ff9127cf63p-5, -0x1.4fcbce18981e5p-5, 0x1.17fea8f9f5057p-5,
      -0x1.a991252e8e88fp-6, 0x1.189d9ce7cd790p-6, -0x1.30a854c09c69cp-7,
      0x1.00bee76f25ddbp-8, -0x1.372f1da30101dp-10, 0x1.deb432bd48f1dp-13,
      -0x1.5d1cee6888bd9p-16);
}
template <typename T> FACET_INLINE T atanOfRatio(T q) {
  const T z = q * q;
  return fma(atanTail(z) * z, q, q);
}
/// high + low = pi / 2, minus \p angle.
template <typename T> FACET_INLINE T quarterMinus(T angle) {
  if constexpr (sizeof(T) == 4)
    return 0x1.921fb6p+0f - (angle + 0x1.777a5cp-25f);
  else
    return 0x1.921fb54442d18p+0 - (angle - 0x1.1a62633145c07p-54);
}
template <typename T> FACET_INLINE T halfMinus(T angle) {
  if constexpr (sizeof(T) == 4)
    return 0x1.921fb6p+1f - (angle + 0x1.777a5cp-24f);
  else
    return 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53);
}
template <typename T> FACET_INLINE T atan(T x) {
  const T size = absolute(x);
  const bool large = !isWithin(x, 1);
  // Beyond the limit the inverse does not count, and may have no estimate.
  const T inverse = FACET_RECIPROCAL(size > T(0x1p60) ? T(0x1p60) : size);
  const T q = large ? inverse : size;
  const T angle = atanOfRatio(q);
  return withSign(large ? quarterMinus(angle) : angle, x);
}
template <typename T> FACET_INLINE T atan2(T y, T x) {
  const T a = absolute(y), b = absolute(x);
  const T large = a > b ? a : b, small = a > b ? b : a;
  const T infinity = Real<T>::infinity;
  const T q = small == infinity ? 1 : small == 0 ? 0 : small / large;
  T angle = atanOfRatio(q);
  angle = a > b ? quarterMinus(angle) : angle;
  angle = withSign(T(1), x) < 0 ? halfMinus(angle) : angle;
  return x != x || y != y ? x + y : withSign(angle, y);
}

/// (asin x - x) / x^3 of the square, for |x| <= 0.5.
FACET_INLINE float asinTail(float z) {
  return polynomial(z, 0x1.5555c6p-3f, 0x1.330262p-4f, 0x1.747574p-5f,
                    0x1.8c69f4p-6f, 0x1.5941bcp-5f);
}
FACET_INLINE double asinTail(double z) {
  return polynomial(
      z, 0x1.55555555553e8p-3, 0x1.3333333367094p-4, 0x1.6db6db464c728p-5,
      0x1.f1c72b334cd8cp-6, 0x1.6e8a093ac7b09p-6, 0x1.1c6acce81e389p-6,
      0x1.c710bf1856513p-7, 0x1.8e52ac135cf8fp-7, 0x1.af43b4104ba06p-8,
      0x1.3dc91d11ffb3dp-6, -0x1.06acd2e410c9dp-6, 0x1.046c38a5afcfep-5);
}
/// asin of a number up to a half: \p size, or beyond that the root of half of
/// what is missing to 1.
template <typename T> FACET_INLINE T asinOfPart(T size) {
  const bool large = !isWithin(size, T(0.5));
  const T square = large ? fma(size, T(-0.5), T(0.5)) : size * size;
  const T s = large ? rootEstimateOf(square) : size;
  return fma(asinTail(square) * square, s, s);
}
template <typename T> FACET_INLINE T asin(T x) {
  const T size = absolute(x), part = asinOfPart(size);
  return withSign(isWithin(x, T(0.5)) ? part : quarterMinus(2 * part), x);
}
/// Returns a quarter turn minus asin, or twice the part from zero or half a
/// turn.
template <typename T> FACET_INLINE T acos(T x) {
  const bool large = !isWithin(x, T(0.5));
  const T part = withSign(asinOfPart(absolute(x)), x);
  constexpr T quarter = T(1.57079632679489661923132169163975144);
  constexpr T low =
      sizeof(T) == 4 ? T(-0x1.777a5cp-25) : T(0x1.1a62633145c07p-54);
  const T quarters = !large ? 1 : x < 0 ? 2 : 0;
  return fma(quarters, quarter,
             fma(part, large ? T(2) : T(-1), quarters * low));
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_TRIGONOMETRY_H
