//===- optimizer.h - LLVM's pass pipelines over one module ----------------===//
//
// Analyses are cached between passes; whoever edits the module by hand makes a
// new Optimizer afterwards, so that none is ever stale.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_OPTIMIZER_H
#define FACET_POSTLINK_RETARGET_OPTIMIZER_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace facet {

/// What optimizations may call of the C library: nothing on devices but CPUs.
llvm::TargetLibraryInfoImpl libraryOf(const llvm::TargetMachine &Machine);

class Optimizer {
public:
  Optimizer(llvm::TargetMachine &Machine,
            const llvm::TargetLibraryInfoImpl &Library);

  /// Inlines always_inline functions, removes what is unused and takes memory
  /// traffic of the inlined bodies away.
  void inlineAndClean(llvm::Module &M);
  /// Turns accesses through generic pointers into specific ones where the
  /// address space can be seen.
  void inferAddressSpaces(llvm::Module &M, unsigned GenericSpace);
  /// Simplification without loop vectorization: for targets whose own compiler
  /// optimizes again.
  void simplify(llvm::Module &M);
  /// Lets optimize() unroll loops as RoundsInFlight (gpu_loops.h) asks for.
  void keepRoundsInFlight();
  /// Lets optimize() run the passes that \p Add adds before those that it runs
  /// itself before it vectorizes.
  void beforeVectorizing(std::function<void(llvm::FunctionPassManager &)> Add);

  /// The same for passes behind the vectorizers.
  void behindVectorizing(std::function<void(llvm::FunctionPassManager &)> Add);
  /// Everything, for targets that get machine code from here.
  void optimize(llvm::Module &M);
  /// After optimize(): loops, addresses and accesses of NVIDIA GPUs in the form
  /// that the assembler makes the best of (gpu_addresses.h, gpu_alignments.h,
  /// gpu_counter_widths.h, gpu_gathers.h, gpu_loop_ends.h, gpu_recurrences.h).
  void finishForAssembler(llvm::Module &M);
  /// What code generation needs, for code that is stepped through.
  void finishUnoptimized(llvm::Module &M);
  /// Gives each cycle of a function one block to enter it by. Of others ptxas
  /// and the driver hold a counter for the same in all work-items of a warp
  /// (CUDA 13.0), although they entered by different blocks. LLVM's code
  /// generator for AMD GPUs does so, too, but loses what a block of the cycle
  /// gives to one entry if it also branches to another (FixIrreducible of LLVM
  /// 22).
  void makeCyclesReducible(llvm::Module &M);
  void run(llvm::Module &M, llvm::ModulePassManager Passes);

private:
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassInstrumentationCallbacks Callbacks;
  llvm::PassBuilder Builder;
  std::function<void(llvm::FunctionPassManager &)> FirstPasses =
      [](llvm::FunctionPassManager &) {};
};

/// While there is one, optimizers of this process that are made leave out LLVM's
/// SLP vectorizer, in all threads.
class WithoutSlpVectorizer {
public:
  WithoutSlpVectorizer();
  ~WithoutSlpVectorizer();
  WithoutSlpVectorizer(const WithoutSlpVectorizer &) = delete;
  WithoutSlpVectorizer &operator=(const WithoutSlpVectorizer &) = delete;
};

/// Something of LLVM crashed while it compiled.
class BackEndCrash : public llvm::ErrorInfo<BackEndCrash> {
public:
  static char ID;
  void log(llvm::raw_ostream &Out) const override;
  std::error_code convertToErrorCode() const override;
};

/// Returns an error naming \p Stage if \p M is not valid.
llvm::Error verify(llvm::Module &M, llvm::StringRef Stage);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_OPTIMIZER_H
