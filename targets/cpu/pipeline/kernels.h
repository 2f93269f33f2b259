//===- kernels.h - Kernels that run one work-group on a CPU ---------------===//
//
// In: kernels `void K(byval Functor, ...)` that do the work of one work-item,
// with every helper that asks for ids or meets a barrier inlined.
// Out: `void K(const void *args, const facet_cpu_group *group)` that does the
// work of one group (config/image/cpu_abi.h).
//
//   regions      where all work-items agree on the path, a loop nest for each
//                stretch between barriers (cpu_regions.h, cpu_fission.h).
//   no barrier   a loop nest over the group around the body. Its accesses are
//                marked parallel: SYCL promises that work-items without a
//                barrier between them do not race, so the innermost loop
//                vectorizes.
//   barriers     the body becomes a coroutine that suspends at each barrier;
//                K starts one per work-item and resumes all of them in turn
//                until all are done (cpu_barriers.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_KERNELS_H
#define FACET_TARGETS_CPU_PIPELINE_KERNELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include "targets/cpu/pipeline/groups/queries.h"

#include <functional>
#include <optional>
#include <string>

namespace llvm {
class DiagnosticInfo;
class Function;
class Module;
} // namespace llvm

namespace facet {

class Optimizer;

/// Marks every function from which a work-item query or a barrier is reached
/// for inlining; \p Kernels themselves are left.
void requestInliningOfWorkItemCode(llvm::Module &M,
                                   llvm::ArrayRef<std::string> Kernels);

/// Returns what \p Kernel says of its groups. \p SubGroupSize is that of kernels
/// that require none.
CpuKernelShape shapeOf(const llvm::Function &Kernel, uint32_t SubGroupSize);

/// Rewrites the kernels. \p ShapeOf says what is known of each.
llvm::Error lowerCpuKernels(
    llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
    const std::function<CpuKernelShape(const llvm::Function &)> &ShapeOf,
    const std::function<void(llvm::ModulePassManager)> &RunPasses);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_KERNELS_H
