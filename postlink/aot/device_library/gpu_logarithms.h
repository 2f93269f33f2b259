//===- gpu_logarithms.h - Logarithms of GPUs ------------------------------===//
//
// log1p and the inverse hyperbolic functions; logarithms.h has the others.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H

#include "postlink/aot/device_library/gpu_exponentials.h"
#include "postlink/aot/device_library/gpu_math_basics.h"
#include "postlink/aot/device_library/logarithms.h"

namespace gpu {

/// log(1 + \p x), whose exponent and fraction are those of \p b but that the
/// sum has lost some of the latter.
template <typename T> FACET_INLINE T logOfOneMore(Binary<T> b, T fraction) {
  const T rest = logOfFraction(fraction);
  if constexpr (sizeof(T) == 4) // one product less than with the exponent
    return fma(static_cast<float>(b.places), 0x1.62e43p-24f, rest);
  else
    return exponentPart(b.exponent, rest);
}
/// For -1 < x < 2^1022 of double, 2^126 of float.
template <typename T> FACET_INLINE T logOfOneMore(T x) {
  const Binary<T> b = binaryOfNormal(1 + x);
  const T power = inversePower(b);
  return logOfOneMore(b, fma(x, power, power - 1));
}

template <typename T> FACET_INLINE T limitOfLog1p(T sum, T value) {
#ifdef FACET_LOG2_LIMIT
  if constexpr (sizeof(T) == 4)
    return isPositive(sum) ? value : FACET_LOG2_LIMIT(sum);
#endif
  return logOrLimit(sum, value);
}
template <typename T> FACET_INLINE T log1p(T x) {
  const T sum = 1 + x;
  const Binary<T> b = binaryOfNormal(sum);
  // A quarter of the operand, whose factor is normal for every exponent.
  const T power = inversePowerTimes4(b);
  const T fraction = fma(x * T(0.25), power, fma(power, T(0.25), T(-1)));
  const T value = limitOfLog1p(sum, logOfOneMore(b, fraction));
  // A quarter may be subnormal.
  return isWithin(x, T(0x1p-60)) ? x : value;
}

template <typename T> FACET_INLINE T atanh(T x) {
  const T size = absolute(x), rest = 1 - size;
  // log1p(2 size / (1 - size)).
  const T ratio = 2 * size * FACET_RECIPROCAL(rest);
  const T value = T(0.5) * logOfOneMore(ratio);
  const T limit = size == 1 ? Real<T>::infinity : T(__builtin_nan(""));
  return withSign(size < 1 ? value : limit, x);
}
/// log(1 + \p x), or log(2 size) of a \p size beside whose square one is
/// nothing.
template <typename T> FACET_INLINE T logOfDoubled(T size, T x) {
  const bool huge = size > T(0x1p60);
  const T value = logOfOneMore(huge ? size * T(0.25) : x);
  return huge ? value + T(2.07944154167983592825169636437452970) : value;
}
FACET_INLINE float rootOfOneMore(float square) {
  return FACET_ROOT_ESTIMATE(square + 1);
}
FACET_INLINE double rootOfOneMore(double square) {
  return FACET_ROOT(square + 1);
}
template <typename T> FACET_INLINE T asinh(T x) {
  const T size = absolute(x), square = size * size;
  const T root = rootOfOneMore(square);
  const T value =
      logOfDoubled(size, fma(square, FACET_RECIPROCAL(root + 1), size));
  return size < Real<T>::infinity ? withSign(value, x) : x;
}
template <typename T> FACET_INLINE T acosh(T x) {
  const T more = x - 1, square = fma(more, more, 2 * more);
  const T value = logOfDoubled(x, more + rootEstimateOf(square));
  if (x < 1)
    return T(__builtin_nan(""));
  return x < Real<T>::infinity ? value : x;
}

} // namespace gpu

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_LOGARITHMS_H
