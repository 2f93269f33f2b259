//===- optimizer.cpp - LLVM's pass pipelines over one module --------------===//
//
// See optimizer.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/optimizer.h"

#include "compiler/ir/before_combining.h"
#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "postlink/retarget/gpu_addresses.h"
#include "postlink/retarget/gpu_alignments.h"
#include "postlink/retarget/gpu_counter_widths.h"
#include "postlink/retarget/gpu_gathers.h"
#include "postlink/retarget/gpu_loop_ends.h"
#include "postlink/retarget/gpu_loops.h"
#include "postlink/retarget/gpu_recurrences.h"
#include "postlink/retarget/index_widths.h"
#include "postlink/retarget/interleaved_accesses.h"
#include "postlink/retarget/value_chains.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

#include <atomic>

using namespace llvm;

namespace facet {
namespace {

/// How many there are of WithoutSlpVectorizer.
std::atomic<unsigned> SlpAvoiders = 0;

PipelineTuningOptions tuning() {
  PipelineTuningOptions Options;
  Options.LoopVectorization = true;
  Options.SLPVectorization = SlpAvoiders == 0;
  Options.LoopInterleaving = true;
  return Options;
}

struct CycleReducer : PassInfoMixin<CycleReducer> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    SmallVector<const Cycle *> Cycles(
        Analyses.getResult<CycleAnalysis>(F).toplevel_cycles());
    bool Irreducible = false;
    while (!Cycles.empty() && !Irreducible) {
      const Cycle *Next = Cycles.pop_back_val();
      Irreducible = !Next->isReducible();
      append_range(Cycles, Next->children());
    }
    if (!Irreducible)
      return PreservedAnalyses::all();
    // FixIrreducible knows branches only, and takes from the phis of an entry
    // what comes from a block that branches to the header and to that entry
    // (LLVM 22).
    FunctionPassManager Passes;
    Passes.addPass(LowerSwitchPass());
    Passes.addPass(BreakCriticalEdgesPass());
    Passes.addPass(FixIrreduciblePass());
    return Passes.run(F, Analyses);
  }
};

} // namespace

TargetLibraryInfoImpl libraryOf(const TargetMachine &Machine) {
  TargetLibraryInfoImpl Library(Machine.getTargetTriple());
  // LLVM does so for other GPUs.
  if (Machine.getTargetTriple().isSPIROrSPIRV())
    Library.disableAllFunctions();
  return Library;
}

Optimizer::Optimizer(TargetMachine &Machine,
                     const TargetLibraryInfoImpl &Library)
    : Builder(&Machine, tuning(), /*PGOOpt=*/{}, &Callbacks) {
  prepareBeforeCombining(Callbacks);
  Functions.registerPass([&Library] { return TargetLibraryAnalysis(Library); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.registerVectorizerStartEPCallback(
      [this](FunctionPassManager &Passes, OptimizationLevel) {
        FirstPasses(Passes);
        Passes.addPass(ValueChainBreaker());
        Passes.addPass(IndexWidths());
        // As the vectorizer does at first.
        Passes.addPass(LoopSimplifyPass());
        Passes.addPass(InterleavedAccesses());
      });
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
}

void Optimizer::run(Module &M, ModulePassManager Passes) {
  Passes.run(M, Modules);
}

void Optimizer::inlineAndClean(Module &M) {
  ModulePassManager Passes;
  Passes.addPass(AlwaysInlinerPass());
  Passes.addPass(GlobalDCEPass());
  FunctionPassManager Clean;
  Clean.addPass(SROAPass(SROAOptions::ModifyCFG));
  // What was decided while linking, before anything is made of both branches.
  Clean.addPass(SimplifyCFGPass());
  Clean.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Clean.addPass(InstCombinePass());
  Clean.addPass(SimplifyCFGPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Clean)));
  run(M, std::move(Passes));
}

void Optimizer::inferAddressSpaces(Module &M, unsigned GenericSpace) {
  FunctionPassManager Infer;
  Infer.addPass(InferAddressSpacesPass(GenericSpace));
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Infer)));
  run(M, std::move(Passes));
}

void Optimizer::simplify(Module &M) {
  ModulePassManager Passes = Builder.buildModuleSimplificationPipeline(
      OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  Passes.addPass(GlobalDCEPass());
  run(M, std::move(Passes));
}

void Optimizer::keepRoundsInFlight() {
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(RoundsInFlight());
      });
}

void Optimizer::beforeVectorizing(
    std::function<void(FunctionPassManager &)> Add) {
  FirstPasses = std::move(Add);
}

void Optimizer::behindVectorizing(
    std::function<void(FunctionPassManager &)> Add) {
  Builder.registerVectorizerEndEPCallback(
      [Add = std::move(Add)](FunctionPassManager &Passes, OptimizationLevel) {
        Add(Passes);
      });
}

void Optimizer::optimize(Module &M) {
  run(M, Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3));
}

void Optimizer::finishForAssembler(Module &M) {
  FunctionPassManager Finish;
  Finish.addPass(LoopEnds());
  Finish.addPass(AddressDifferences());
  Finish.addPass(AlignedVersions());
  Finish.addPass(CounterWidths());
  Finish.addPass(Recurrences());
  Finish.addPass(GatherOrder());
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Finish)));
  run(M, std::move(Passes));
}

void Optimizer::finishUnoptimized(Module &M) {
  run(M, Builder.buildO0DefaultPipeline(OptimizationLevel::O0));
}

void Optimizer::makeCyclesReducible(Module &M) {
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(CycleReducer()));
  run(M, std::move(Passes));
}

WithoutSlpVectorizer::WithoutSlpVectorizer() { ++SlpAvoiders; }

WithoutSlpVectorizer::~WithoutSlpVectorizer() { --SlpAvoiders; }

char BackEndCrash::ID = 0;

void BackEndCrash::log(raw_ostream &Out) const {
  Out << textOf<Message::err_backend_crashed>();
}

std::error_code BackEndCrash::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error verify(Module &M, StringRef Stage) {
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!verifyModule(M, &Stream))
    return Error::success();
  return makeError(
      textOf<Message::err_step_broke_ir>(Stage, StringRef(Message).rtrim()));
}

} // namespace facet
