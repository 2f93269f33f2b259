//===- debugging.h - CPU kernels that are stepped through -----------------===//
//
// In: kernels as for lowerCpuKernels, of sources whose variables are kept
// (compiler/ir/kept_variables.h) or with debug information.
// Out: kernels that a debugger names by their function, and that have variables
// of the work-item's ids where variables are kept.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_DEBUGGING_H
#define FACET_TARGETS_CPU_PIPELINE_DEBUGGING_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// Prepares those of \p Kernels that have debug information. Returns true if \p M
/// is to be stepped through: optimizations would take its lines and variables.
bool prepareForDebugger(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

/// Takes from functions that were split from kernels the names of symbols.
void nameCoroutines(llvm::Module &M);

/// Gives what functions of \p M begin with and has no line, loads of arguments
/// that were moved there, the line of what follows: a debugger that stops where
/// a kernel begins would show none.
void locateStarts(llvm::Module &M);

/// Gives code of \p Kernels, which is lowered, symbols that profilers show:
/// "kernel NAME" beside the symbols by which the runtime finds them. The blank
/// keeps them apart from functions that images call by name.
void nameForProfilers(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_DEBUGGING_H
