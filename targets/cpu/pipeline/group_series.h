//===- group_series.h - Groups executed one behind the other --------------===//
//
// In:  group functions, optimized.
// Out: the same as loops over the groups of a row.
//
// A call for each group costs as much as adding up 200 numbers: the runtime
// places the group, the function chooses its version, loads its arguments and
// computes what is the same for all groups. So kernels of small groups execute
// several of them (FACET_CPU_SERIES_PREFIX).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUP_SERIES_H
#define FACET_TARGETS_CPU_PIPELINE_GROUP_SERIES_H

#include "llvm/IR/PassManager.h"

#include <functional>
#include <string>

namespace facet {

/// Makes each of \p Kernels that \p M defines a function that executes several
/// groups, and says so in the image. Not those that may be divided into any
/// groups, as these are long, nor coroutines. \p RunPasses runs passes over
/// \p M.
void makeGroupSeries(
    llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
    const std::function<void(llvm::ModulePassManager)> &RunPasses);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUP_SERIES_H
