//===- propagate_aspects.cpp - Pass: who needs which aspect ---------------===//
//
// See propagate_aspects.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/propagate_aspects.h"

#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/aspect_uses.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

#include <deque>
#include <map>

using namespace llvm;

namespace facet {
namespace {

/// Why a function needs an aspect: by itself (no callee), or through a callee.
struct Cause {
  const Function *Callee = nullptr;
  const Instruction *Where = nullptr;
};

class Propagation {
public:
  explicit Propagation(Module &M) {
    TypeAspectMap Types(M);
    for (Function &F : M) {
      if (F.isIntrinsic())
        continue;
      FunctionUses Uses = collectUses(F, Types);
      for (auto [Callee, Where] : Uses.Callees)
        Callers[Callee].push_back({&F, Where});
      // What device_has lists is needed too, and is no use to report.
      if (std::optional<AspectSet> Declared = readDeclaredAspects(F))
        for (Aspect A : *Declared)
          Uses.Aspects.insert({A, nullptr});
      for (auto [A, Where] : Uses.Aspects)
        Users[A].push_back({&F, Where});
    }
    for (const auto &[A, Direct] : Users)
      spread(A, Direct);
  }

  /// Null if \p F does not need \p A.
  const Cause *causeOf(const Function *F, Aspect A) const {
    auto Found = Causes.find(A);
    if (Found == Causes.end())
      return nullptr;
    auto It = Found->second.find(F);
    return It == Found->second.end() ? nullptr : &It->second;
  }

  AspectSet aspectsOf(const Function *F) const {
    AspectSet Result;
    for (const auto &[A, Functions] : Causes)
      if (Functions.contains(F))
        Result.Insert(A);
    return Result;
  }

private:
  struct Edge {
    const Function *From;
    const Instruction *Where;
  };

  void spread(Aspect A, ArrayRef<Edge> Direct) {
    DenseMap<const Function *, Cause> &Reached = Causes[A];
    std::deque<const Function *> Queue;
    for (const Edge &E : Direct)
      if (Reached.try_emplace(E.From, Cause{nullptr, E.Where}).second)
        Queue.push_back(E.From);
    while (!Queue.empty()) {
      const Function *Callee = Queue.front();
      Queue.pop_front();
      for (const Edge &E : Callers.lookup(Callee))
        if (Reached.try_emplace(E.From, Cause{Callee, E.Where}).second)
          Queue.push_back(E.From);
    }
  }

  DenseMap<const Function *, SmallVector<Edge, 2>> Callers;
  std::map<Aspect, SmallVector<Edge, 4>> Users;
  std::map<Aspect, DenseMap<const Function *, Cause>> Causes;
};

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

SourcePlace locationOf(const Instruction *I) {
  if (!I || !I->getDebugLoc() || I->getDebugLoc().getLine() == 0)
    return {};
  const DILocation &Location = *I->getDebugLoc();
  return {Location.getFilename().str(), Location.getLine(),
          Location.getColumn()};
}

UndeclaredAspect describe(const Function &F, Aspect A, const Propagation &P,
                          const AspectTable &Names) {
  UndeclaredAspect Finding;
  Finding.Function = nameForUser(F.getName());
  Finding.AspectName = Names.nameOf(A);
  Finding.Chain.push_back({Finding.Function, {}});
  const Function *Current = &F;
  const Cause *Why = P.causeOf(Current, A);
  while (Why->Callee) {
    Current = Why->Callee;
    Finding.Chain.push_back(
        {nameForUser(Current->getName()), locationOf(Why->Where)});
    Why = P.causeOf(Current, A);
  }
  Finding.UserSymbol = Current->getName().str();
  Finding.Use = locationOf(Why->Where);
  return Finding;
}

/// A kernel has the attributes of its functor's call operator, which it calls:
/// one report for the two is enough, and the operator is what the user wrote.
bool isReportedForCallee(const Function &F, const Cause &Why,
                         const AspectSet &Declared) {
  return isKernel(F) && Why.Callee &&
         readDeclaredAspects(*Why.Callee) == Declared;
}

void report(Module &M, const Propagation &P,
            const PropagateAspectsOptions &Options) {
  AspectTable Names = AspectTable::read(M);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    std::optional<AspectSet> Declared = readDeclaredAspects(F);
    if (!Declared)
      continue;
    for (Aspect A : P.aspectsOf(&F).Difference(*Declared)) {
      if (IsInternalAspect(A) ||
          isReportedForCallee(F, *P.causeOf(&F, A), *Declared))
        continue;
      UndeclaredAspect Finding = describe(F, A, P, Names);
      if (Options.Report)
        Options.Report(Finding);
      else
        M.getContext().diagnose(DiagnosticInfoGeneric(
            Twine(undeclaredAspectText(Finding)), DS_Warning));
    }
  }
}

} // namespace

PreservedAnalyses PropagateAspectsPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  Propagation P(M);
  if (!Options.Silent)
    report(M, P, Options);

  AspectSet Excluded;
  AspectTable Names = AspectTable::read(M);
  for (const std::string &Name : Options.ExcludedAspects)
    if (std::optional<Aspect> A = Names.numberOf(Name))
      Excluded.Insert(*A);
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    AspectSet Had = readUsedAspects(F);
    AspectSet Now = P.aspectsOf(&F).Difference(Excluded).Union(Had);
    if (Now != Had)
      writeUsedAspects(F, Now);
    if (isEntryPoint(F) && !readFixedTargets(F))
      writeFixedTargets(F, Options.FixedTargets);
  }
  return PreservedAnalyses::all();
}

} // namespace facet
