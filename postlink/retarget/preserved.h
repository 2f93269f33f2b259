//===- preserved.h - What passes leave valid ------------------------------===//
//
// In:  whether a pass has changed a function.
// Out: the analyses that are still right.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_PRESERVED_H
#define FACET_POSTLINK_RETARGET_PRESERVED_H

#include "llvm/IR/Analysis.h"

namespace facet {

/// Returns what is preserved by a pass that changes no branches, and anything
/// else only if \p Changed.
inline llvm::PreservedAnalyses preservedWithBranches(bool Changed) {
  if (!Changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses Kept;
  Kept.preserveSet<llvm::CFGAnalyses>();
  return Kept;
}

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_PRESERVED_H
