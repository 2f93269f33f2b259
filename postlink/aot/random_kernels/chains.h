//===- chains.h - Random chains of instructions ---------------------------===//
//
// In:  a number. Out: the program of that number, always the same: a kernel
//      that computes each of its results by a chain of operations, without
//      memory, branches or barriers, from inputs that are often at the edges of
//      their types. Some chains are in loops that can be unrolled.
// Why: code generators and assemblers combine neighboring instructions; few
//      kernels of randomProgram() have two given ones in a row, and few of
//      their inputs are where combined ones would differ.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_CHAINS_H
#define POSTLINK_AOT_RANDOM_KERNELS_CHAINS_H

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

Program randomChains(uint64_t Seed);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_CHAINS_H
