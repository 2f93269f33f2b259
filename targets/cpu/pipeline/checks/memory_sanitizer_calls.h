//===- memory_sanitizer_calls.h - What MemorySanitizer calls --------------===//
//
// In:  functions that LLVM's MemorySanitizer has rewritten for kernels of
//      operating systems.
// Out: instead of calls of such a kernel's functions, accesses of the runtime's
//      maps and calls of the runtime (config/image/cpu_abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_SANITIZER_CALLS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_SANITIZER_CALLS_H

#include "config/image/cpu_abi.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Argument;
class CallInst;
class Function;
class Instruction;
} // namespace llvm

namespace facet {

class AccessDescriptions;
class RuntimeCalls;

/// An argument in memory that a kernel only loads from.
inline constexpr char DefinedArgument[] = "facet-defined-argument";
bool isDefinedArgument(const llvm::Argument &A);

/// MemorySanitizer passes the definedness of the arguments in stores before the
/// call: they and the call move to where that of the first one is not zero.
/// Before the next.
void callIfUndefined(llvm::CallInst &Call);

/// \p IsKernel: nobody passes the definedness of its arguments, which are
/// defined. \p Original: the instructions that MemorySanitizer has found.
void lowerMemorySanitizerCalls(
    llvm::Function &F, bool IsKernel, const RuntimeCalls &Runtime,
    AccessDescriptions &Texts,
    const llvm::DenseSet<const llvm::Instruction *> &Original);

/// Memory begins to live.
void makeUndefined(const RuntimeCalls &Runtime, llvm::IRBuilder<> &Builder,
                   llvm::Value *Memory, llvm::Value *Bytes,
                   facet_cpu_origin Origin);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_MEMORY_SANITIZER_CALLS_H
