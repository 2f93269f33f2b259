//===- group_checks.h - Checks that are made once for a work-group --------===//
//
// In:  a copy of a kernel, before there are loops over work-items.
// Out: which of its accesses a function permits that is called before, once for
// a
//      group: it compares the addresses between which they are (bounds.h).
// Why: what has no checks is as fast as without the option.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_GROUP_CHECKS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_GROUP_CHECKS_H

#include "targets/cpu/pipeline/checks/accesses.h"

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace facet {

struct GroupChecks {
  /// With the arguments of the kernel: whether all of Permitted, and the
  /// indices whose checks were taken out, are right. Null if there are none.
  llvm::Function *Permits = nullptr;
  AccessSet Permitted;
};

/// Takes those checks of accessors' indices out of \p Kernel that Permits
/// makes.
GroupChecks makeGroupChecks(llvm::Function &Kernel,
                            llvm::GlobalVariable &Table);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_GROUP_CHECKS_H
