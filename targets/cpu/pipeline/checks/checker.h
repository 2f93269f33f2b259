//===- checker.h - Checks of the accesses of a function -------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKER_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKER_H

#include "targets/cpu/pipeline/checks/accesses.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace facet {

class AccessDescriptions;

/// Adds a check before each access of \p F but those of \p Permitted. A kernel
/// knows its work-item.
void checkFunction(llvm::Function &F, llvm::GlobalVariable &Table,
                   AccessDescriptions &Texts, bool IsKernel,
                   const AccessSet &Permitted);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_CHECKER_H
