//===- parts.h - A module in parts, compiled side by side -----------------===//
//
// In: a module. Out: object files that together are what the module's own would
// be.
// Why: lowering of kernels, optimization and code generation are nearly all of
// the time and memory that an image for CPUs takes, and LLVM does one module on
// one thread.
//
// How many parts there are depends on the module alone, so that an image is the
// same whatever the machine has.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_PARTS_H
#define FACET_TARGETS_CPU_PIPELINE_PARTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

using ObjectFile = llvm::SmallVector<char, 0>;

/// Returns how many parts \p M is worth. 1 where one of its symbols uses
/// another: what is in two parts is not inlined.
unsigned countParts(const llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
                    llvm::ArrayRef<std::string> Symbols);

/// Calls \p Compile for each of \p Count parts of \p M, on up to \p Threads
/// threads, each part in a context of its own. Local symbols stay with whatever
/// uses them. The first error of the first part that has one, if any. The back
/// end may crash: that is an error, too.
llvm::Expected<std::vector<ObjectFile>> compileParts(
    std::unique_ptr<llvm::Module> M, unsigned Count, unsigned Threads,
    llvm::function_ref<llvm::Expected<ObjectFile>(llvm::Module &)> Compile);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_PARTS_H
