//===- random_sweeps.h - Loops that a group executes together -------------===//
//
// Part of the generator: the statements of sweep.h.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_RANDOM_SWEEPS_H
#define POSTLINK_AOT_RANDOM_KERNELS_RANDOM_SWEEPS_H

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

class RandomExpressions;

/// A sweep with a random guard and bound. What \p Target is the address of gets
/// the sum, whose type is \p Sum: I32 or I64.
Statement randomSweep(RandomExpressions &R, Expression Target, TypeId Sum);

/// One whose rounds all work-items make, how many is not known before the launch,
/// each with a sum of its own, which is what the object \p Sum gets.
Statement plainSweep(RandomExpressions &R, uint32_t Sum);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_RANDOM_SWEEPS_H
