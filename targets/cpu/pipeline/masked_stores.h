//===- masked_stores.h - Stores of one element of a vector ----------------===//
//
// In: a module before LLVM generates code for x86-64. Out: the same, where a
// store with a mask that is known to have one element is one of this element.
// Why: with AVX-512 LLVM 22 makes such a store itself, and where the vector is
// a truncated one, it stores the element as wide as it was before: of a store
// of the first of four bytes, four bytes (llvm/llvm-project#179489).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_MASKED_STORES_H
#define FACET_TARGETS_CPU_PIPELINE_MASKED_STORES_H

namespace llvm {
class Function;
}

namespace facet {

/// Replaces the stores of \p F whose constant mask has one element. True if
/// \p F has changed; its control flow never does. Linear in the size of F.
bool storeSingleElements(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_MASKED_STORES_H
