//===- table.h - The runtime's functions for checks -----------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_TABLE_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_TABLE_H

#include "config/image/cpu_abi.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

#include <cstddef>

namespace facet {

/// The field at \p Offset of facet_cpu_checks, a pointer.
inline llvm::LoadInst *loadField(llvm::IRBuilder<> &Builder,
                                 llvm::GlobalVariable &Table, uint64_t Offset) {
  llvm::Value *Field =
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Table, Offset);
  llvm::LoadInst *Loaded = Builder.CreateLoad(Builder.getPtrTy(), Field);
  Loaded->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(Builder.getContext(), {}));
  return Loaded;
}

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_TABLE_H
