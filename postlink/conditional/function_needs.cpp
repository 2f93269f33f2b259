//===- function_needs.cpp - What functions need, over all sources ---------===//
//
// See function_needs.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/function_needs.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/locations.h"
#include "compiler/ir/names.h"
#include "compiler/ir/source_uses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "postlink/properties/properties.h"
#include "postlink/support/tool.h"

using namespace llvm;

namespace facet {
namespace {

/// True if \p Into changed.
bool merge(Requirements &Into, const Requirements &From) {
  bool Changed = false;
  if (!From.aspects.IsSubsetOf(Into.aspects)) {
    Into.aspects = Into.aspects.Union(From.aspects);
    Changed = true;
  }
  for (uint32_t Size : From.sub_group_sizes)
    if (!is_contained(Into.sub_group_sizes, Size)) {
      Into.sub_group_sizes.push_back(Size);
      Changed = true;
    }
  return Changed;
}

/// Callees before callers, except where calls go round in circles.
std::vector<const GlobalValue *> calleesFirst(const Module &M,
                                              GlobalReferences &References) {
  struct Frame {
    const GlobalValue *Value;
    size_t Next;
  };
  std::vector<const GlobalValue *> Finished;
  std::vector<Frame> Stack;
  DenseSet<const GlobalValue *> Seen;
  auto Enter = [&](const GlobalValue *Value) {
    if (Seen.insert(Value).second)
      Stack.push_back({Value, 0});
  };
  for (const Function &F : M) {
    Enter(&F);
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      ArrayRef<const GlobalValue *> Callees = References.from(*Top.Value);
      if (Top.Next == Callees.size()) {
        Finished.push_back(Top.Value);
        Stack.pop_back();
      } else {
        Enter(Callees[Top.Next++]);
      }
    }
  }
  return Finished;
}

SourcePlace placeOf(const DebugLoc &Location) {
  if (!Location)
    return {};
  return {fileOf(*Location), Location.getLine(), Location.getCol()};
}

/// Where \p F calls \p Callee.
SourcePlace placeOfCall(const GlobalValue &F, const GlobalValue &Callee) {
  if (const auto *Caller = dyn_cast<Function>(&F))
    for (const Instruction &I : instructions(*Caller))
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->getCalledOperand() == &Callee)
        return placeOf(Call->getDebugLoc());
  return {};
}

} // namespace

Requirements FunctionNeeds::compiledNeeds(const Function &F) {
  Requirements Own;
  Own.aspects = aspectsOf(F);
  if (std::optional<uint32_t> Size = subGroupSizeOf(F))
    Own.sub_group_sizes.push_back(*Size);
  return Own;
}

FunctionNeeds FunctionNeeds::withoutGuarded(const Module &M,
                                            GlobalReferences &References) {
  return FunctionNeeds(M, References, [](const Function &F) {
    Requirements Own = compiledNeeds(F);
    Own.aspects = Own.aspects.Difference(readGuardedAspects(F));
    return Own;
  }, readGuardedAspects);
}

FunctionNeeds::FunctionNeeds(
    const Module &M, GlobalReferences &References,
    function_ref<Requirements(const Function &)> Own,
    function_ref<AspectSet(const Function &)> Without)
    : M(M), References(References) {
  std::vector<const GlobalValue *> Order = calleesFirst(M, References);
  for (const GlobalValue *Value : Order) {
    const auto *F = dyn_cast<Function>(Value);
    Needs[Value] = F ? Own(*F) : Requirements();
  }
  auto Gets = [&](const GlobalValue &Value, Requirements From) {
    if (const auto *F = dyn_cast<Function>(&Value); F && Without)
      From.aspects = From.aspects.Difference(Without(*F));
    return From;
  };
  // Once suffices unless there are recursions.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const GlobalValue *Value : Order)
      for (const GlobalValue *Callee : References.from(*Value))
        if (Callee != Value)
          Changed |= merge(Needs[Value], Gets(*Value, Needs[Callee]));
  }
}

const Requirements &FunctionNeeds::of(const Function &F) const {
  return Needs.find(&F)->second;
}

Error FunctionNeeds::checkRequired(const AspectTable &Names) const {
  for (const Function &F : M) {
    std::optional<AspectSet> Allowed = readRequiredAspects(F);
    if (!Allowed)
      continue;
    for (Aspect Used : of(F).aspects.Difference(*Allowed))
      if (!IsInternalAspect(Used))
        return undeclared({}, F, Used, Names);
  }
  return Error::success();
}

Error FunctionNeeds::undeclared(std::vector<CallChainStep> Before,
                                const Function &F, Aspect Missing,
                                const AspectTable &Names) const {
  AspectUse Found;
  Found.IsRequirement = true;
  Found.Chain = std::move(Before);
  std::string_view Known = AspectName(Missing);
  Found.AspectName = Known.empty() ? Names.nameOf(Missing) : std::string(Known);
  // Down to the function that nothing below explains.
  SmallPtrSet<const GlobalValue *, 8> Seen;
  SourcePlace CalledFrom;
  for (const GlobalValue *Value = &F; Value;) {
    Seen.insert(Value);
    if (isa<Function>(Value))
      Found.Chain.push_back({nameForUser(Value->getName()), CalledFrom});
    const GlobalValue *Next = nullptr;
    for (const GlobalValue *Callee : References.from(*Value))
      if (!Seen.contains(Callee) &&
          Needs.find(Callee)->second.aspects.Contains(Missing)) {
        Next = Callee;
        CalledFrom = placeOfCall(*Value, *Callee);
        break;
      }
    Value = Next;
  }
  Found.Function = Found.Chain.front().Function;
  return makeError(undeclaredAspectMessage(Found) + "\n" +
                   callChainText(Found, /*IsLocated=*/F.getSubprogram()));
}

std::string textOfNeeds(const Requirements &Needs) {
  std::string Text;
  for (Aspect Number : Needs.aspects)
    Text += std::to_string(Number) + " ";
  std::vector<uint32_t> Sizes = Needs.sub_group_sizes;
  llvm::sort(Sizes);
  for (uint32_t Size : Sizes)
    Text += "/ " + std::to_string(Size) + " ";
  return Text;
}

std::optional<FunctionNeeds> findImports(const Module &M,
                                         GlobalReferences &References) {
  DenseMap<const Function *, Aspect> Numbers;
  for (const Function &F : M)
    if (F.isDeclaration() && !isBuiltIn(F) && !isConditionalCaller(F))
      Numbers.try_emplace(&F, static_cast<Aspect>(Numbers.size()));
  if (Numbers.empty())
    return std::nullopt;
  return std::optional<FunctionNeeds>(
      std::in_place, M, References, [&](const Function &F) {
        Requirements Own;
        if (auto Found = Numbers.find(&F); Found != Numbers.end())
          Own.aspects.Insert(Found->second);
        return Own;
      });
}

Requirements requiredOf(const EntryPoint &Entry, const FunctionNeeds &Needs) {
  Requirements Required = Needs.of(*Entry.Function);
  if (Entry.Needs.WorkGroup)
    Required.work_group_sizes.push_back(*Entry.Needs.WorkGroup);
  Required.Canonicalize();
  return Required;
}

} // namespace facet
