//===- gpu_alignments.h - Loops for arrays with aligned rows --------------===//
//
// In: an optimized module for NVIDIA GPUs. Out: the same, where a loop that
// reads neighbours in local memory has a second version, for arguments of the
// kernel that are multiples of so many elements that several of them are one
// access:
//
//   for (k = 0; k < 16; ++k)                  if (width % 4 == 0)
//     sum += tile[row * width + k] ...          loop with loads of 4 elements
//                                             else
//                                               the loop as it was
//
// Why: the sizes of a `local_accessor` of two dimensions are arguments of the
// kernel, those of an array in CUDA are known to the compiler. All work-items
// of a launch take the same path, so barriers may be in the loop. Loads from
// global memory are left alone: with them a product of matrices took 0.88 of
// the time, but loops over bodies and over rows 1.11 (H100).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_ALIGNMENTS_H
#define FACET_POSTLINK_RETARGET_GPU_ALIGNMENTS_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// After loops were unrolled, before code generation, which makes one access of
/// neighbours that are known to be aligned.
struct AlignedVersions : llvm::PassInfoMixin<AlignedVersions> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_ALIGNMENTS_H
