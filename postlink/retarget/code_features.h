//===- code_features.h - What the code of a function may use --------------===//
//
// LLVM's attribute with the features of the processor that a function's code is
// for, and with what its passes are to prefer: "+avx512f,+prefer-no-gather".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_CODE_FEATURES_H
#define FACET_POSTLINK_RETARGET_CODE_FEATURES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// \p Feature: such as "+avx512f".
bool hasFeature(const llvm::Function &F, llvm::StringRef Feature);

/// Adds \p Features, separated by commas. What was asked of a TargetIRAnalysis
/// before is stale then, although it says the contrary.
void addFeatures(llvm::Function &F, llvm::StringRef Features);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_CODE_FEATURES_H
