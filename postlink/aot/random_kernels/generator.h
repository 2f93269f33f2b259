//===- generator.h - Random programs --------------------------------------===//
//
// In:  a number. Out: the program of that number, always the same.
// Why: programs that people could have written, with barriers only where all
//      work-items of the group are, and without races.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_GENERATOR_H
#define POSTLINK_AOT_RANDOM_KERNELS_GENERATOR_H

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

Program randomProgram(uint64_t Seed);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_GENERATOR_H
