//===- propagate_aspects.cpp - Pass: who needs which aspect ---------------===//
//
// See propagate_aspects.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/propagate_aspects.h"

#include "compiler/ir/locations.h"
#include "compiler/ir/names.h"
#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/reference_graph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace facet {
namespace {

SourcePlace locationOf(const Instruction *I) {
  if (!I || !I->getDebugLoc() || I->getDebugLoc().getLine() == 0)
    return {};
  const DILocation &Location = *I->getDebugLoc();
  return {fileOf(Location), Location.getLine(), Location.getColumn()};
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
  Found.AspectNumber = A;
  Found.IsRequirement = readRequiredAspects(F).has_value();
  Found.UserSymbol = Chain.Steps.back().Callee->getName().str();
  Found.Use = locationOf(Chain.Use);
  Found.Omitted = Chain.Omitted;
  for (const ReferenceChain::Step &Step : Chain.Steps)
    Found.Chain.push_back(
        {nameForUser(Step.Callee->getName()), locationOf(Step.Where),
         Step.When.empty() ? "" : ConditionText(Step.When)});
  return Found;
}

/// What \p F may not reach, each with the uses that count.
class UndeclaredAspects {
public:
  struct Finding {
    /// As the graph has it, and as the user knows it.
    Aspect Reached, Missing;
  };

  /// \p Fp64: what the source uses where its `double` was folded away.
  UndeclaredAspects(const Function &F, const AspectSet &Declared,
                    ReferenceGraph &Graph, std::optional<Aspect> Fp64)
      : Conditions(Graph.conditions()), Declared(Declared), Fp64(Fp64) {
    // A literal that initializes a float is no reason to refuse a program.
    IsRequirement = readRequiredAspects(F).has_value();
    for (Aspect A : Graph.aspectsOf(F))
      add(A, ConditionManager::kAlways);
    if (!Graph.conditionalAspectsOf(F).empty())
      Devices = Conditions.AllOf(Declared);
    for (const auto &[A, When] : Graph.conditionalAspectsOf(F))
      add(A, When);
    // The use that the IR shows is the one to tell of.
    llvm::sort(Found, [](const Finding &A, const Finding &B) {
      return std::pair(A.Missing, -int64_t(A.Reached)) <
             std::pair(B.Missing, -int64_t(B.Reached));
    });
    Found.erase(llvm::unique(Found,
                             [](const Finding &A, const Finding &B) {
                               return A.Missing == B.Missing;
                             }),
                Found.end());
  }

  ArrayRef<Finding> findings() const { return Found; }
  /// Some device has what is declared, gets there, and lacks the aspect.
  bool isMissing(ConditionManager::Id When, Aspect A) {
    ConditionManager::Id There = Conditions.And(Devices, When);
    return There != ConditionManager::kNever && !Conditions.ImpliesAspect(There, A);
  }

private:
  void add(Aspect Reached, ConditionManager::Id When) {
    Aspect Missing = Reached;
    if (Reached == FoldedDoubleAspect && Fp64 && !IsRequirement)
      Missing = *Fp64;
    if (IsInternalAspect(Missing) || Declared.Contains(Missing))
      return;
    if (When == ConditionManager::kAlways || isMissing(When, Missing))
      Found.push_back({Reached, Missing});
  }

  ConditionManager &Conditions;
  const AspectSet &Declared;
  std::optional<Aspect> Fp64;
  bool IsRequirement = false;
  ConditionManager::Id Devices = ConditionManager::kAlways;
  SmallVector<Finding, 4> Found;
};

/// The functions that say which aspects they need, in the module's order.
std::vector<const Function *> declaringFunctions(const Module &M) {
  unsigned Kind = M.getContext().getMDKindID(metadata::DeclaredAspects);
  std::vector<const Function *> Result;
  for (const Function &F : M)
    if (F.hasMetadata() && F.hasMetadata(Kind))
      Result.push_back(&F);
  return Result;
}

void report(Module &M, ArrayRef<const Function *> Declaring,
            ReferenceGraph &Graph, const PropagateAspectsOptions &Options) {
  AspectTable Names = AspectTable::read(M);
  for (const Function *Pointer : Declaring) {
    const Function &F = *Pointer;
    if (F.isDeclaration())
      continue;
    std::optional<AspectSet> Declared = readDeclaredAspects(F);
    UndeclaredAspects Undeclared(F, *Declared, Graph, Names.numberOf("fp64"));
    for (auto [Reached, Missing] : Undeclared.findings()) {
      ReferenceChain Chain =
          Graph.chain(F, Reached, [&, A = Missing](ConditionManager::Id When) {
            return Undeclared.isMissing(When, A);
          });
      if (isReportedForCallee(F, Chain, *Declared))
        continue;
      AspectUse Found = describe(F, Missing, Chain, Names);
      if (Options.Report)
        Options.Report(Found);
      else
        M.getContext().diagnose(DiagnosticInfoGeneric(
            Twine(undeclaredAspectText(Found)),
            Found.IsRequirement ? DS_Error : DS_Warning));
    }
  }
}

/// What each fixed target lacks for what is saved. One and the same function,
/// aspect and target may come from several symbols (constructors).
void reportFixedTargets(Module &M, ReferenceGraph &Graph,
                        ArrayRef<FixedTarget> Targets) {
  StringSet<> Seen;
  for (const Function &F : M)
    for (const FixedTargetProblem &Problem : checkFixedTargets(F, Targets)) {
      if (!Seen.insert(Problem.Text).second)
        continue;
      std::string Text = Problem.Text;
      if (std::optional<AspectUse> Use =
              Problem.Needs ? explainAspect(F, *Problem.Needs,
                                            Problem.Target->Facts, Graph)
                            : std::nullopt)
        Text = locatedText(*Use, Text);
      M.getContext().diagnose(DiagnosticInfoGeneric(Twine(Text), DS_Warning));
    }
}

AspectSet excludedAspects(const Module &M,
                          const PropagateAspectsOptions &Options) {
  AspectSet Excluded{FoldedDoubleAspect};
  AspectTable Names = AspectTable::read(M);
  for (const std::string &Name : Options.ExcludedAspects)
    if (std::optional<Aspect> A = Names.numberOf(Name))
      Excluded.Insert(*A);
  return Excluded;
}

} // namespace

std::optional<AspectUse>
explainAspect(const Function &F, Aspect A,
              const std::optional<ConditionFacts> &Device,
              ReferenceGraph &Graph) {
  auto Counts = [&](ConditionManager::Id When) {
    return !Device || EvaluateCondition(Graph.conditions().Write(When), *Device);
  };
  bool Reaches =
      Graph.aspectsOf(F).Contains(A) ||
      any_of(Graph.conditionalAspectsOf(F), [&](const auto &Conditional) {
        return Conditional.first == A && Counts(Conditional.second);
      });
  if (!Reaches)
    return std::nullopt;
  return describe(F, A, Graph.chain(F, A, Counts),
                  AspectTable::read(*F.getParent()));
}

namespace {

/// Saves what functions reach. What is excluded stays as it was, unless a
/// function declares it.
class Saver {
public:
  Saver(const Module &M, ArrayRef<const Function *> Declaring,
        ReferenceGraph &Graph, AspectSet Excluded)
      : Graph(Graph), Excluded(std::move(Excluded)),
        UsedKind(M.getContext().getMDKindID(metadata::UsedAspects)),
        ConditionalKind(
            M.getContext().getMDKindID(metadata::ConditionallyUsedAspects)) {
    if (any_of(Declaring, [&](const Function *F) {
          return !readDeclaredAspects(*F)->Intersection(this->Excluded).empty();
        }))
      Graph.propagateDeclared(Declaring, this->Excluded);
  }

  void save(Function &F) {
    Reached All = Graph.allAspectsOf(F), Declared = Graph.declaredAspectsOf(F);
    bool HasMetadata = F.hasMetadata();
    if (!All.Always.empty()) {
      MDNode *Had = HasMetadata ? F.getMetadata(UsedKind) : nullptr;
      MDNode *Now = nodeOf(F.getContext(), Had, All.Always, Declared.Always);
      if (Had != Now)
        F.setMetadata(UsedKind, Now);
    }
    if (!All.Sometimes.empty() || !Declared.Sometimes.empty() ||
        (HasMetadata && F.hasMetadata(ConditionalKind)))
      saveConditional(F, All, Declared);
  }

private:
  using Reached = ReferenceGraph::AspectsOfFunction;
  /// What the function had, reaches, and of that is declared.
  using Reason = std::tuple<MDNode *, const AspectSet *, const AspectSet *>;

  /// The node for a function that had \p Had, which may be null.
  MDNode *nodeOf(LLVMContext &Context, MDNode *Had, const AspectSet &Always,
                 const AspectSet &Declared) {
    auto [Found, IsNew] = Nodes.try_emplace({Had, &Always, &Declared});
    if (IsNew) {
      AspectSet Now = Always.Difference(Excluded).Union(Declared);
      if (Had)
        Now = Now.Union(readAspects(*Had));
      Found->second = Now.empty() ? nullptr : aspectsNode(Context, Now);
    }
    return Found->second;
  }

  void saveConditional(Function &F, const Reached &All,
                       const Reached &Declared) {
    std::map<Condition, AspectSet> Now;
    for (const auto &[A, When] : All.Sometimes)
      if (!Excluded.Contains(A))
        Now[Graph.conditions().Write(When)].Insert(A);
    for (const auto &[A, When] : Declared.Sometimes)
      Now[Graph.conditions().Write(When)].Insert(A);
    for (const ConditionalAspects &Pair : readConditionallyUsedAspects(F))
      for (Aspect A : Pair.aspects.Intersection(Excluded))
        Now[Pair.when].Insert(A);
    std::vector<ConditionalAspects> Pairs;
    for (const auto &[When, Aspects] : Now)
      Pairs.push_back({When, Aspects});
    writeConditionallyUsedAspects(F, std::move(Pairs));
  }

  ReferenceGraph &Graph;
  AspectSet Excluded;
  unsigned UsedKind, ConditionalKind;
  /// Many functions reach the same, by the graph's objects.
  DenseMap<Reason, MDNode *> Nodes;
};

} // namespace

void reportUndecided(Module &M, const PropagateAspectsOptions &Options) {
  ReferenceGraph Graph(M, Options.Sources);
  if (!Options.Silent)
    report(M, declaringFunctions(M), Graph, Options);
  // What is not guarded; the rest is known once conditions are decided.
  for (Function &F : M)
    if (!F.isDeclaration())
      writeGuardedAspects(F, Graph.aspectsOf(F));
}

PreservedAnalyses PropagateAspectsPass::run(Module &M,
                                            ModuleAnalysisManager &) {
  ReferenceGraph Graph(M, Options.Sources);
  std::vector<const Function *> Declaring = declaringFunctions(M);
  if (!Options.Silent)
    report(M, Declaring, Graph, Options);

  Saver Save(M, Declaring, Graph, excludedAspects(M, Options));
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    Save.save(F);
    if (isEntryPoint(F) && !readFixedTargets(F))
      writeFixedTargets(F, Options.FixedTargets);
  }
  if (!Options.Silent && !Options.CheckedTargets.empty())
    reportFixedTargets(M, Graph, Options.CheckedTargets);
  return PreservedAnalyses::all();
}

} // namespace facet
