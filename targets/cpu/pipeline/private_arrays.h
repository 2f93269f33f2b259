//===- private_arrays.h - Private arrays as values ------------------------===//
//
// In:  a kernel that has been inlined. Out: requests to unroll the loops that
// index its private arrays, where the arrays are values after that.
//
// A tile of which each work-item computes four rows and columns keeps 16 sums
// in an array that two small loops index. While it is memory, the loop around
// them is neither cut (loop_cutting.h) nor vectorized: what its accesses mean
// to neighbours is unknown. LLVM's own choice to unroll looks at the innermost
// loop alone, and does not know of the array.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_PRIVATE_ARRAYS_H
#define FACET_TARGETS_CPU_PIPELINE_PRIVATE_ARRAYS_H

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Asks for unrolling of loops of \p F so that private arrays, all of whose
/// accesses have constant places then, become values. Returns true if there are
/// any; LoopFullUnrollPass and SROAPass do it. What the program says of a loop
/// counts more.
bool requestUnrollingOverArrays(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_PRIVATE_ARRAYS_H
