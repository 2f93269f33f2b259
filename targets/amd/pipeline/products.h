//===- products.h - Products of masked factors ----------------------------===//
//
// In: an optimized module for an AMD GPU. Out: the same, where a product of 64
// bits whose factors have 24 is no part of a sum for LLVM.
// Why: LLVM 22 drops the masks of such factors, as the instructions for factors
// of 24 bits ignore the others, and then makes one instruction of product and
// sum that multiplies 32 bits (llvm/llvm-project#198729 fixes it): of
// `(a & 0xffffff) * (b & 0xffffff) + c` it left `a * b + c`.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_AMD_PIPELINE_PRODUCTS_H
#define FACET_TARGETS_AMD_PIPELINE_PRODUCTS_H

namespace llvm {
class Module;
}

namespace facet {

/// Freezes each such product of \p M if all 24 bits of a factor are used: a
/// narrower mask stays.
void keepMaskedFactors(llvm::Module &M);

} // namespace facet

#endif // FACET_TARGETS_AMD_PIPELINE_PRODUCTS_H
