//===- launches.h - The groups of random kernels --------------------------===//
//
// Out: launches of a program, and what its kernel says of them: the sizes of
// groups and sub-groups, and the number of dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_LAUNCHES_H
#define POSTLINK_AOT_RANDOM_KERNELS_LAUNCHES_H

namespace facet::random_kernels {

struct Program;
class RandomExpressions;

/// Adds launches to \p P. \p InStrips: their groups have strips of work-items, and
/// others.
void chooseLaunches(Program &P, RandomExpressions &R, bool InStrips);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_LAUNCHES_H
