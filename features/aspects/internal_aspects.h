// Internal aspects: what splits device images and is nothing of a device.
//
// In:  nothing. Out: their numbers, which are negative.
// Why: passes write them among the aspects that functions use; they are
//      propagated like all others, and requirements leave them out.
//
// SPEC 001, "SYCL internal aspects for device image splitting".

#ifndef FACET_FEATURES_ASPECTS_INTERNAL_ASPECTS_H_
#define FACET_FEATURES_ASPECTS_INTERNAL_ASPECTS_H_

#include "features/aspects/aspect_set.h"

namespace facet {

// A mathematical function of the accuracy that -ffp-accuracy= says; numbered as
// in DPC++.
inline constexpr Aspect kFpAccuracyHigh = -1;
inline constexpr Aspect kFpAccuracyMedium = -2;
inline constexpr Aspect kFpAccuracyLow = -3;
inline constexpr Aspect kFpAccuracySycl = -4;
inline constexpr Aspect kFpAccuracyCuda = -5;

}  // namespace facet

#endif  // FACET_FEATURES_ASPECTS_INTERNAL_ASPECTS_H_
