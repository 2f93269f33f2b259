//===- memory_checks.h - Whether accesses are inside of objects -----------===//
//
// In:  a function of a checked kernel (checked_kernels.h).
// Out: before each access that may be wrong, a comparison with the shadow of
//      its address (config/image/cpu_abi.h), or with the bounds of its
//      variable. If that does not permit the access, a call of the runtime,
//      which returns the address to access instead.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H

#include "targets/cpu/pipeline/checks/accesses.h"

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

/// Checks all accesses of \p F but those of \p Permitted.
void checkMemory(llvm::Function &F, const RuntimeCalls &Runtime,
                 AccessDescriptions &Texts, const AccessSet &Permitted);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_CHECKS_H
