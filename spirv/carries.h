// Spells additions with carry and subtractions with borrow in plain arithmetic.
//
// In:  a checked module.
// Out: the same module; OpIAddCarry and OpISubBorrow of integers and vectors of
//      integers are sums or differences, comparisons and selections.
// Why: llvm-spirv 15, which makes SPIR bitcode for drivers that take no SPIR-V,
//      does not know them. LLVM makes them of comparisons like `x + y < x`.
//
// SPIR-V 1.6, section 3.42.13 "Arithmetic Instructions".

#ifndef FACET_SPIRV_CARRIES_H_
#define FACET_SPIRV_CARRIES_H_

#include "spirv/module.h"

namespace facet::spirv {

Module RewriteCarries(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_CARRIES_H_
