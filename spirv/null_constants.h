// Spells scalar null constants as zeros.
//
// In:  a checked module.
// Out: the same module, OpConstantNull of integer or floating-point type turned
//      into OpConstant with zero words.
// Why: llvm-spirv 15, which makes SPIR bitcode for drivers that take no SPIR-V,
//      fails on scalar OpConstantNull where it expects a constant integer.
//
// SPIR-V 1.6, section 3.42.7 "Constant-Creation Instructions".

#ifndef FACET_SPIRV_NULL_CONSTANTS_H_
#define FACET_SPIRV_NULL_CONSTANTS_H_

#include "spirv/module.h"

namespace facet::spirv {

Module RewriteScalarNulls(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_NULL_CONSTANTS_H_
