//===- footprints.h - Where all accesses of a launch go -------------------===//
//
// In:  a copy of a kernel, before there are loops over work-items.
// Out: a function that describes for a launch where its accesses go
//      (facet_cpu_footprint). The runtime decides with that whether work-items
//      may race, or read what nobody has written, and what the launch has
//      accessed for those that come later.
// Why: what is decided once costs nothing for each access.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_FOOTPRINTS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_FOOTPRINTS_H

#include "config/checks/checks.h"
#include "targets/cpu/pipeline/checks/accesses.h"

namespace llvm {
class Constant;
class Function;
} // namespace llvm

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

struct LaunchFootprints {
  /// With the arguments of the kernel and a pointer to the footprints.
  llvm::Function *Describe = nullptr;
  llvm::SmallVector<facet_cpu_pair> Pairs, Definitions;
  uint64_t Count = 0;
  bool LooksForRaces = false;
  /// It is not known where all accesses of local memory go: they are to be
  /// observed one by one.
  bool ObservesLocal = false;
  /// Those of which the runtime cannot know whether they are made, and what it
  /// knows them by: markAccesses.
  llvm::SmallVector<std::pair<Access, llvm::Constant *>> Marked;
  /// Loads that need no check of what they read.
  AccessSet Defined;
};

/// Describe is null if not enough is known of the kernel.
LaunchFootprints describeFootprints(llvm::Function &Kernel,
                                    const Checks &Wanted,
                                    AccessDescriptions &Texts);

/// Each of \p Marked is recorded in its cells, when it is made.
void markAccesses(
    llvm::ArrayRef<std::pair<Access, llvm::Constant *>> Marked,
    const RuntimeCalls &Runtime);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_FOOTPRINTS_H
