//===- local_stores.h - Stores with masks to local memory -----------------===//
//
// In:  functions that execute work-groups, vectorized, before code is generated
//      for a processor without AVX-512.
// Out: the same, where a store with a mask to the group's local memory is a
//      store of the whole vector, with what memory has where the mask is false.
// Why: with AVX2 such a store is some forty operations on some processors, and
//      on none can a load take from it what it has stored: work-items that
//      exchange numbers wait for each step.
//
// No other thread accesses a group's local memory, and there are
// FACET_CPU_LOCAL_MEMORY_MARGIN bytes around it. A vector of which nothing is
// stored may lie anywhere: it is neither loaded nor stored.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOCAL_STORES_H
#define FACET_TARGETS_CPU_PIPELINE_LOCAL_STORES_H

namespace llvm {
class Function;
}

namespace facet {

/// Replaces the stores of \p F with masks to dynamic local memory, of at most
/// as many bytes as the margin has. True if \p F has changed. Linear in the
/// size of F. Not for kernels that are checked: their local memory has other
/// surroundings.
bool storeWholeVectors(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOCAL_STORES_H
