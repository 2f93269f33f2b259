//===- propagate_aspects.cpp - Pass: who needs which aspect ---------------===//
//
// See propagate_aspects.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/propagate_aspects.h"

#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/reference_graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace facet {
namespace {

SourcePlace locationOf(const Instruction *I) {
  if (!I || !I->getDebugLoc() || I->getDebugLoc().getLine() == 0)
    return {};
  const DILocation &Location = *I->getDebugLoc();
  return {Location.getFilename().str(), Location.getLine(),
          Location.getColumn()};
}

/// The same function to its author: a kernel has the attributes of its
/// functor's call operator, which it calls; a constructor is two functions. One
/// report is enough, and the one nearer to the use is what the user wrote.
bool isReportedForCallee(const Function &F, const ReferenceChain &Chain,
                         const AspectSet &Declared) {
  for (const ReferenceChain::Step &Step : drop_begin(Chain.Steps))
    if (std::optional<AspectSet> Callee = readDeclaredAspects(*Step.Callee))
      return !Step.Callee->isDeclaration() && *Callee == Declared &&
             (isKernel(F) ||
              nameForUser(F.getName()) == nameForUser(Step.Callee->getName()));
  return false;
}

AspectUse describe(const Function &F, Aspect A, const ReferenceChain &Chain,
                   const AspectTable &Names) {
  AspectUse Found;
  Found.Function = nameForUser(F.getName());
  Found.Symbol = F.getName().str();
  Found.AspectName = Names.nameOf(A);
  Found.UserSymbol = Chain.Steps.back().Callee->getName().str();
  Found.Use = locationOf(Chain.Use);
  Found.Omitted = Chain.Omitted;
  for (const ReferenceChain::Step &Step : Chain.Steps)
    Found.Chain.push_back(
        {nameForUser(Step.Callee->getName()), locationOf(Step.Where)});
  return Found;
}

void report(Module &M, ReferenceGraph &Graph,
            const PropagateAspectsOptions &Options) {
  AspectTable Names = AspectTable::read(M);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    std::optional<AspectSet> Declared = readDeclaredAspects(F);
    if (!Declared)
      continue;
    for (Aspect A : Graph.aspectsOf(F).Difference(*Declared)) {
      if (IsInternalAspect(A))
        continue;
      ReferenceChain Chain = Graph.chain(F, A);
      if (isReportedForCallee(F, Chain, *Declared))
        continue;
      AspectUse Found = describe(F, A, Chain, Names);
      if (Options.Report)
        Options.Report(Found);
      else
        M.getContext().diagnose(DiagnosticInfoGeneric(
            Twine(undeclaredAspectText(Found)), DS_Warning));
    }
  }
}

AspectSet excludedAspects(const Module &M,
                          const PropagateAspectsOptions &Options) {
  AspectSet Excluded;
  AspectTable Names = AspectTable::read(M);
  for (const std::string &Name : Options.ExcludedAspects)
    if (std::optional<Aspect> A = Names.numberOf(Name))
      Excluded.Insert(*A);
  return Excluded;
}

} // namespace

AspectUse explainAspect(const Function &F, Aspect A, ReferenceGraph &Graph) {
  return describe(F, A, Graph.chain(F, A), AspectTable::read(*F.getParent()));
}

PreservedAnalyses PropagateAspectsPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  ReferenceGraph Graph(M);
  if (!Options.Silent)
    report(M, Graph, Options);

  AspectSet Excluded = excludedAspects(M, Options);
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    if (const AspectSet &Reached = Graph.aspectsOf(F); !Reached.empty()) {
      AspectSet Had = readUsedAspects(F);
      AspectSet Now = Reached.Difference(Excluded).Union(Had);
      if (Now != Had)
        writeUsedAspects(F, Now);
    }
    if (isEntryPoint(F) && !readFixedTargets(F))
      writeFixedTargets(F, Options.FixedTargets);
  }
  return PreservedAnalyses::all();
}

} // namespace facet
