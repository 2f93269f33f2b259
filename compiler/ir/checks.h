//===- checks.h - Device code that is checked -----------------------------===//
//
// In:  device code of a source that is compiled with -fsycl-check=.
// Out: its functions have an attribute, the option's value. For CPUs, they
//      report errors when they run (targets/cpu/pipeline/checks); other targets
//      ignore it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_CHECKS_H
#define FACET_COMPILER_IR_CHECKS_H

#include "config/checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace facet {

inline constexpr char ChecksAttribute[] = "sycl-checks";

inline bool hasChecks(const llvm::Function &F) {
  return F.hasFnAttribute(ChecksAttribute);
}

inline bool hasChecks(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) { return hasChecks(F); });
}

inline Checks checksOf(const llvm::Function &F) {
  return ChecksNamed(std::string_view(
      F.getFnAttribute(ChecksAttribute).getValueAsString()));
}

/// Marks the functions that \p M defines.
inline void requestChecks(llvm::Module &M, const Checks &Wanted) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(ChecksAttribute, Wanted.ToString());
}

/// Undoes requestChecks.
inline void dropChecks(llvm::Module &M) {
  for (llvm::Function &F : M)
    F.removeFnAttr(ChecksAttribute);
}

} // namespace facet

#endif // FACET_COMPILER_IR_CHECKS_H
