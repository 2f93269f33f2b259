//===- definedness_checks.h - Whether values are undefined ----------------===//
//
// In:  functions of checked kernels (checked_kernels.h).
// Out: they keep track of which bits of their values and of their memory are
//      undefined, and tell the runtime where such a value decides a branch, is
//      an address, or gets to where others read it.
// Why: LLVM's MemorySanitizer knows what each instruction makes of undefined
//      bits. Its ABI for kernels of operating systems leaves it to others where
//      the bits are kept: here in the runtime's memory
//      (config/image/cpu_abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_DEFINEDNESS_CHECKS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_DEFINEDNESS_CHECKS_H

#include "targets/cpu/pipeline/checks/accesses.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

/// Before each of the \p Shared accesses that stores a number or a pointer, or
/// updates one, a call of the runtime with the value.
/// Returns the calls.
llvm::SmallVector<llvm::CallInst *> observeValues(llvm::ArrayRef<Access> Shared,
                                                  const RuntimeCalls &Runtime,
                                                  AccessDescriptions &Texts);

/// What is done with a function.
enum class Definedness {
  Ignored, // it does not know of it
  Assumed, // what it writes is defined
  Checked
};

/// Checks all functions that \p M defines. \p Observed: what observeValues has
/// added; they are made for values that are undefined alone. \p IsKernel:
/// nobody passes the definedness of its arguments. \p RunPasses runs passes on
/// \p M.
void checkDefinedness(
    llvm::Module &M, llvm::GlobalVariable &Table, AccessDescriptions &Texts,
    llvm::ArrayRef<llvm::CallInst *> Observed,
    llvm::function_ref<Definedness(const llvm::Function &)> WayOf,
    llvm::function_ref<bool(const llvm::Function &)> IsKernel,
    llvm::function_ref<void(llvm::ModulePassManager)> RunPasses);

/// In the group function of a kernel: \p Memory of the group begins to live.
/// Nothing if the kernel is not checked for undefined values.
void makeLocalMemoryUndefined(llvm::IRBuilder<> &Builder, llvm::Value &Memory,
                              uint64_t Bytes);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_DEFINEDNESS_CHECKS_H
