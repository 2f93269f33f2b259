//===- runtime_calls.h - Calls of the runtime's functions for checks ------===//
//
// In:  an offset in the image's table of checks.
// Out: loads and calls of what is there.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_RUNTIME_CALLS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_RUNTIME_CALLS_H

#include "config/image/cpu_abi.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace facet {

class RuntimeCalls {
public:
  /// \p Table: the image's facet_cpu_checks. Code that does not know its
  /// work-item says so.
  RuntimeCalls(llvm::GlobalVariable &Table, bool KnowsWorkItem)
      : Table(Table), KnowsWorkItem(KnowsWorkItem) {}

  /// Returns the field at \p Offset of the table, a pointer.
  llvm::LoadInst *field(llvm::IRBuilder<> &Builder, uint64_t Offset) const;

  /// Calls the function at \p Offset; the ids of the work-item follow \p
  /// Arguments.
  llvm::CallInst *call(llvm::IRBuilder<> &Builder, uint64_t Offset,
                       llvm::SmallVector<llvm::Value *> Arguments,
                       llvm::Type *Result) const;

  /// Calls the function at \p Offset, which is not told of a work-item.
  llvm::CallInst *callWithoutIds(llvm::IRBuilder<> &Builder, uint64_t Offset,
                                 llvm::ArrayRef<llvm::Value *> Arguments,
                                 llvm::Type *Result) const;

private:
  llvm::Value *localId(llvm::IRBuilder<> &Builder, unsigned Dimension) const;

  llvm::GlobalVariable &Table;
  bool KnowsWorkItem;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_RUNTIME_CALLS_H
