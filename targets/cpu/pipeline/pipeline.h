//===- pipeline.h - The CPU back end ------------------------------------ -===//
//
// In:  a job for x86-64.
// Out: a shared object.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_PIPELINE_H
#define FACET_TARGETS_CPU_PIPELINE_PIPELINE_H

#include "postlink/codegen/job.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace facet {

/// Returns the functions of libraries that CPUs have, those for vectors among
/// them.
llvm::TargetLibraryInfoImpl mathLibraryOf(const llvm::TargetMachine &Machine);

llvm::Expected<CompiledCode> compileX86(AotJob &Job);

/// Returns the object file that compileX86 links. \p Effort is that of code
/// generation; optimization before it is the same. One object file of the whole
/// module, for what does not link. compileX86 compiles large modules in parts
/// (parts.h).
llvm::Expected<llvm::SmallVector<char, 0>>
compileX86Object(AotJob &Job, llvm::CodeGenOptLevel Effort);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_PIPELINE_H
