//===- gpu_loops.h - What LLVM leaves out for loops of NVIDIA GPUs --------===//
//
// In: a module for NVIDIA GPUs, inlined, before it is optimized. Out: the same,
// with loops in the form that the instructions and memories of such a GPU ask
// for. LLVM has all of these transformations; its description of the target
// neither says that bits are counted by an instruction nor that private arrays
// with an index that is not constant are memory outside of the processor.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_LOOPS_H
#define FACET_POSTLINK_RETARGET_GPU_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
class TargetLibraryInfoImpl;
class TargetMachine;
} // namespace llvm

namespace facet {

/// Lets loops that clear one bit in each round, `x &= x - 1`, end after as many
/// rounds as llvm.ctpop says, whatever is before them and else in them. What is
/// no longer needed of the loop, or all of it, goes when it is optimized.
void countBitsByInstructions(llvm::Module &M);

/// Asks for loops over private arrays to be unrolled whole: only then may the
/// elements become registers. What the program says of a loop counts more.
void requestUnrolling(llvm::Module &M, llvm::TargetMachine &Machine,
                      const llvm::TargetLibraryInfoImpl &Library);

/// Asks for loops to be unrolled a few times so that what takes long in several
/// rounds is in flight together: loads of a small loop, and chains of `double`
/// (`exp` took 0.75 of the time, H100). For code that is simplified: how many
/// rounds there are must not change in the loop. What the program says of a loop
/// counts more.
struct RoundsInFlight : llvm::PassInfoMixin<RoundsInFlight> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};
/// What LLVM has unrolled, it does not unroll again, and by default says so to
/// the assembler, too. Takes that back for loops of RoundsInFlight: `ptxas` and
/// the driver know how many registers are left (a sparse product of matrices took
/// 0.96 of the time). For optimized code.
void leaveLoopsToAssembler(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_LOOPS_H
