//===- gpu_addresses.h - Addresses made of other addresses ----------------===//
//
// In: an optimized module for NVIDIA GPUs. Out: the same, where an address that
// differs from an earlier one by what is the same for all work-items of a
// launch is computed from that one:
//
//   p = a + (z * h + y) * w + x             p
//   q = a + ((z - 1) * h + y) * w + x       p - h * w
//
// Why: accesses by accessors of three dimensions have such addresses, and a
// product of 64 bits is four instructions. LLVM's StraightLineStrengthReduce
// finds none of these: the products are of sums.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_ADDRESSES_H
#define FACET_POSTLINK_RETARGET_GPU_ADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct AddressDifferences : llvm::PassInfoMixin<AddressDifferences> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_ADDRESSES_H
