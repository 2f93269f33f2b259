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
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "postlink/properties/properties.h"

using namespace llvm;

namespace facet {
namespace {

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
  Requirements Own = readRequirements(F);
  // For the entry point alone, and for nobody's callers.
  Own.Remove(Feature::Kind::kWorkGroupSize);
  Own.conditional.clear();
  return Own;
}

FunctionNeeds FunctionNeeds::withoutGuarded(const Module &M,
                                            ModuleGraph &References) {
  return FunctionNeeds(M, References, [](const Function &F) {
    Requirements Own = compiledNeeds(F);
    Own.aspects = Own.aspects.Difference(readGuardedAspects(F));
    return Own;
  }, readGuardedAspects);
}

FunctionNeeds::FunctionNeeds(
    const Module &M, ModuleGraph &References,
    function_ref<Requirements(const Function &)> Own,
    function_ref<AspectSet(const Function &)> Without)
    : M(M), References(References) {
  auto ReachedBy = [&](const GlobalValue &Value, Requirements From) {
    if (const auto *F = dyn_cast<Function>(&Value); F && Without)
      From.aspects = From.aspects.Difference(Without(*F));
    return From;
  };
  SmallVector<const GlobalValue *, 0> All(make_pointer_range(M.functions()));
  References.forEachComponentOf(All, [&](ModuleGraph::Values Members) {
    for (const GlobalValue *Value : Members) {
      const auto *F = dyn_cast<Function>(Value);
      Needs[Value] = F ? Own(*F) : Requirements();
    }
    // Once suffices unless the members are recursive.
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const GlobalValue *Value : Members)
        for (const GlobalValue *Callee : References.from(*Value))
          if (Callee != Value)
            Changed |= Needs[Value].Add(ReachedBy(*Value, Needs[Callee]));
      Changed &= Members.size() > 1;
    }
    for (const GlobalValue *Value : Members)
      Needs[Value].Canonicalize();
  });
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

std::optional<FunctionNeeds> findImports(const Module &M,
                                         ModuleGraph &References) {
  DenseMap<const Function *, Aspect> Numbers;
  for (const Function &F : M)
    if (isImportedFunction(F))
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
  for (const Feature &Size :
       Entry.Needs.Of(Feature::Kind::kWorkGroupSize))
    Required.Add(Size);
  return Required;
}

} // namespace facet
