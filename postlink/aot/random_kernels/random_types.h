//===- random_types.h - The types of random kernels -----------------------===//
//
// Part of the generator: vectors, arrays and structures, and what local memory
// consists of.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_RANDOM_TYPES_H
#define POSTLINK_AOT_RANDOM_KERNELS_RANDOM_TYPES_H

#include "postlink/aot/random_kernels/program.h"

#include <vector>

namespace facet::random_kernels {

class RandomExpressions;

/// Gives \p P types: some vectors, which are \p Values, and arrays and
/// structures, which are \p Aggregates.
void chooseTypes(Program &P, RandomExpressions &R, std::vector<TypeId> &Values,
                 std::vector<TypeId> &Aggregates);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_RANDOM_TYPES_H
