//===- order_checks.h - Whether accesses of work-items are ordered --------===//
//
// In:  a checked kernel (checked_kernels.h).
// Out: it tells the runtime of each access of memory that other work-items may
//      access, too, and of what orders them: barriers that it arrives at, its
//      end, and fences. The runtime finds races, and barriers that only a part
//      of a group reaches.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_ORDER_CHECKS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_ORDER_CHECKS_H

#include "targets/cpu/pipeline/checks/accesses.h"

#include <cstdint>

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

class OrderChecks {
public:
  OrderChecks(const RuntimeCalls &Runtime, AccessDescriptions &Texts)
      : Runtime(Runtime), Texts(Texts) {}

  /// \p Shared: from sharedAccessesOf, before anything else was checked.
  void observe(llvm::ArrayRef<Access> Shared) const;
  void observeFences(llvm::Function &Kernel) const;
  /// \p MustAgree: all of a group reach a barrier, or none of them.
  void observeBarriers(llvm::Function &Kernel, uint32_t SubGroupSize,
                       bool MustAgree) const;

private:
  void arrive(llvm::CallInst &Barrier, uint64_t Scope, uint32_t SubGroupSize,
              bool MustAgree) const;

  const RuntimeCalls &Runtime;
  AccessDescriptions &Texts;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ORDER_CHECKS_H
