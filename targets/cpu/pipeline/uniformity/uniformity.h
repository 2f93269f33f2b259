//===- uniformity.h - What the work-items of a group agree on -------------===//
//
// LLVM's uniformity analysis needs to be told which values differ by
// themselves; all else follows from operands and control flow. In: a function
// and an answer to that question. Out: the analysis, and the cycles it used.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_UNIFORMITY_H
#define FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_UNIFORMITY_H

#include "llvm/ADT/Uniformity.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

#include <functional>

namespace llvm {
class CallBase;
} // namespace llvm

namespace facet {

/// Whether a value differs by itself between threads of execution.
using UniformityOracle =
    std::function<llvm::InstructionUniformity(const llvm::Value *)>;

class CpuUniformity {
public:
  CpuUniformity(llvm::Function &F, UniformityOracle Oracle);
  llvm::UniformityInfo &uniformity();
  llvm::CycleInfo &cycles();

private:
  llvm::Function &F;
  llvm::FunctionAnalysisManager Analyses;
};

/// Why a group decides together, by a call that is true for all its work-items or
/// for none of them (agreements.h).
enum class Agreement {
  Version,  ///< to choose a version of some code
  Converged, ///< SYCL says that its work-items agree (convergence.h)
  Departed   ///< all of them have returned (departures.h)
};

/// Returns the name of the function called.
const char *builtinOf(Agreement Why);
bool isAgreement(const llvm::Value &V);
bool isAgreement(const llvm::Value &V, Agreement Why);

/// Returns what differs between the work-items of a group in the body of kernel
/// \p F: ids, what was loaded, private memory; not arguments, group ids and
/// sizes.
UniformityOracle uniformityInKernel(llvm::Function &F);

/// Returns the same for branches whose work-items would agree if memory did not
/// change between their loads.
UniformityOracle uniformityIfMemoryIsStable(llvm::Function &F);

/// Returns what a call that is no query of the work-item makes of uniform
/// operands.
llvm::InstructionUniformity uniformityOfCall(const llvm::CallBase &Call);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_UNIFORMITY_H
