//===- device_pipeline.cpp - What follows code generation -----------------===//
//
// See device_pipeline.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/device_pipeline.h"

#include "compiler/ir/before_combining.h"
#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/constant_readers.h"
#include "compiler/ir/source_records.h"
#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/chosen_copies.h"
#include "compiler/passes/resolve_conditions.h"
#include "compiler/passes/unchecked_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;

namespace facet {
namespace {

void runPasses(Module &M, function_ref<ModulePassManager(PassBuilder &)> Make) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  // No optimization may make a call of the C library: devices have none.
  TargetLibraryInfoImpl Library(M.getTargetTriple());
  Library.disableAllFunctions();
  Functions.registerPass([&] { return TargetLibraryAnalysis(Library); });
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = false;
  Tuning.SLPVectorization = false;
  PassInstrumentationCallbacks Callbacks;
  prepareBeforeCombining(Callbacks);
  PassBuilder Builder(/*TM=*/nullptr, Tuning, /*PGOOpt=*/{}, &Callbacks);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Make(Builder).run(M, Modules);
}

} // namespace

/// The target for which the headers have decided conditions; it is on the
/// functions that they made for it.
static std::optional<StringRef> takeDecidedFor(Module &M) {
  std::optional<StringRef> Name;
  for (Function &F : M)
    if (Attribute Text = F.getFnAttribute(attribute::DecidedFor);
        Text.isValid()) {
      Name = Text.getValueAsString();
      F.removeFnAttr(attribute::DecidedFor);
    }
  return Name;
}

bool separateConditionalCode(Module &M, ConditionalCallOptions Options,
                             const std::optional<FixedTarget> &Target) {
  std::optional<StringRef> DecidedFor = takeDecidedFor(M);
  if (Target && any_of(M, isConditionalCaller))
    DecidedFor = Target->Name;
  if (DecidedFor)
    writeDecidedFor(M, {{DecidedFor->str(), M.getSourceFileName()}});
  bool Ok = true;
  Options.Report = [&Ok, Report = std::move(Options.Report)](
                       const ConditionalCallProblem &Problem) {
    Ok = false;
    if (Report)
      Report(Problem);
  };
  ModuleAnalysisManager None;
  ConditionalCallPass(std::move(Options)).run(M, None);
  return Ok;
}

static bool decidesConditions(const Module &M,
                              const std::optional<FixedTarget> &Target) {
  return Target || isDecidedByHeaders(M);
}

void decideConditions(Module &M, const std::optional<FixedTarget> &Target) {
  // What the pass before has written is well-formed.
  if (!Target) {
    if (isDecidedByHeaders(M))
      cantFail(ResolveDecidedConditions(M));
    return;
  }
  cantFail(ResolveConditions(M, Target->Facts));
  // Functions of other sources do not expect what the code that is left uses;
  // post-link need not warn of it, the devices have it.
  writeTargetAspects(M, Target->Facts.aspects);
}

/// Whether an attribute names \p A, of a function or of a class.
static bool isNamed(const Module &M, Aspect A) {
  return any_of(readTypesThatUseAspects(M),
                [A](const TypeAspects &T) { return T.Aspects.Contains(A); }) ||
         any_of(M, [A](const Function &F) {
           if (!F.hasMetadata())
             return false;
           std::optional<AspectSet> Declared = readDeclaredAspects(F);
           return readUsedAspects(F).Contains(A) ||
                  (Declared && Declared->Contains(A));
         });
}

/// \p M has for each function what it reaches without conditions
/// (reportUndecided); it gets what the decided conditions have added.
static void writeGuarded(Module &M) {
  ReferenceGraph Graph(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    AspectSet Guarded;
    for (Aspect A : Graph.aspectsOf(F).Difference(readGuardedAspects(F)))
      if (!IsInternalAspect(A))
        Guarded.Insert(A);
    writeGuardedAspects(F, Guarded);
  }
}

void propagateSourceAspects(Module &M, PropagateAspectsOptions Options,
                            const std::optional<FixedTarget> &Target) {
  recordUncheckedCalls(M);
  if (decidesConditions(M, Target)) {
    reportUndecided(M, Options);
    decideConditions(M, Target);
    writeGuarded(M);
    Options.Silent = true;
  }
  // What names fp64 needs it, whatever becomes of its code: callers must know
  // before it is inlined. SPEC 001 leaves out `double` alone.
  std::optional<Aspect> Fp64 = AspectTable::read(M).numberOf("fp64");
  bool IsNamed = Fp64 && isNamed(M, *Fp64);
  Options.ExcludedAspects.push_back("fp64");
  ModuleAnalysisManager None;
  PropagateAspectsPass(std::move(Options)).run(M, None);
  for (Function &F : M)
    removeFoldedDouble(F);
  if (!IsNamed)
    return;
  PropagateAspectsOptions Named;
  Named.Silent = true;
  Named.Sources = AspectSources::Attributes;
  PropagateAspectsPass(std::move(Named)).run(M, None);
}

/// Only kernels and SYCL_EXTERNAL functions are seen from elsewhere; the rest
/// can go once it is inlined. (Inline functions stay mergeable: two sources may
/// have the same kernel, and the link compares what it calls.)
static void internalize(Module &M) {
  for (Function &F : M)
    if (F.hasExternalLinkage() && !F.isDeclaration() && !isEntryPoint(F))
      F.setLinkage(GlobalValue::InternalLinkage);
}

void simplifyDeviceModule(Module &M) {
  internalize(M);
  describeConstantReaders(M);
  divideChosenCopies(M);
  runPasses(M, [](PassBuilder &Builder) {
    ModulePassManager Passes = Builder.buildModuleSimplificationPipeline(
        OptimizationLevel::O2, ThinOrFullLTOPhase::None);
    Passes.addPass(GlobalDCEPass());
    return Passes;
  });
}

void propagateRemainingAspects(Module &M) {
  PropagateAspectsOptions Second;
  Second.Silent = true;
  ModuleAnalysisManager None;
  PropagateAspectsPass(std::move(Second)).run(M, None);
}

} // namespace facet
