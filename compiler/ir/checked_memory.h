//===- checked_memory.h - Device code whose accesses are checked ----------===//
//
// In:  device code of a source that is compiled with -fsycl-check=memory.
// Out: its functions have an attribute. For CPUs, their accesses are checked
//      (targets/cpu/pipeline/memory_checks.h); other targets ignore it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_CHECKED_MEMORY_H
#define FACET_COMPILER_IR_CHECKED_MEMORY_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace facet {

inline constexpr char CheckedMemoryAttribute[] = "sycl-check-memory";

inline bool hasCheckedMemory(const llvm::Function &F) {
  return F.hasFnAttribute(CheckedMemoryAttribute);
}

inline bool hasCheckedMemory(const llvm::Module &M) {
  return llvm::any_of(
      M, [](const llvm::Function &F) { return hasCheckedMemory(F); });
}

/// Marks the functions that \p M defines.
inline void requestCheckedMemory(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(CheckedMemoryAttribute);
}

/// Undoes requestCheckedMemory.
inline void dropCheckedMemory(llvm::Module &M) {
  for (llvm::Function &F : M)
    F.removeFnAttr(CheckedMemoryAttribute);
}

} // namespace facet

#endif // FACET_COMPILER_IR_CHECKED_MEMORY_H
