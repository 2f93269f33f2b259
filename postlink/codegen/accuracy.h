//===- accuracy.h - What a target makes of required accuracies ------------===//
//
// In:  a module whose calls of mathematical functions say how accurate they
//      must be (compiler/ir/math_calls.h).
// Out: for Intel's compiler, the largest error of each (!fpmath); for targets
//      whose functions are Facet's, texts of warnings about those that have
//      larger errors.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_ACCURACY_H
#define FACET_POSTLINK_CODEGEN_ACCURACY_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace facet {

struct TargetDescription;

/// LLVM's back end for SPIR-V writes decorations of SPV_INTEL_fp_max_error from
/// it.
void writeLargestErrors(llvm::Module &M);

/// One for each function and accuracy, at its first call.
std::vector<std::string> findInaccurateCalls(const llvm::Module &M,
                                             const TargetDescription &Target);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_ACCURACY_H
