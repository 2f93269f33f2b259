//===- function_conditions.cpp - On which devices a function exists -------===//
//
// See function_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/function_conditions.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/module_graph.h"
#include "compiler/support/bitcode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/plain_calls.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/local_arena.h"

#include <map>
#include <utility>

using namespace llvm;

namespace facet {
namespace {

Function &makeGenerationFunction(Function &Action, size_t Number) {
  Function *G =
      Function::Create(Action.getFunctionType(), GlobalValue::ExternalLinkage,
                       Action.getAddressSpace(),
                       Action.getName() + "." + Twine(Number),
                       Action.getParent());
  G->setCallingConv(Action.getCallingConv());
  G->setConvergent();
  G->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(G->getContext(), "", G));
  Builder.CreateCall(&Action, {G->getArg(0)})
      ->setCallingConv(Action.getCallingConv());
  Builder.CreateRetVoid();
  if (Action.hasFnAttribute(attribute::UsesLocalArena))
    G = takeLocalArena(*G);
  G->addFnAttr(Attribute::NoInline);
  G->addFnAttr(StaysFunction);
  return *G;
}

} // namespace

Expected<std::vector<Function *>>
makeGenerationFunctions(Module &M, FunctionConditions &Conditions) {
  std::map<std::pair<Function *, ConditionManager::Id>, Function *> Known;
  DenseMap<Function *, size_t> Generations;
  std::vector<Function *> Made;
  std::vector<CallBase *> Calls;
  for (Function &F : M)
    llvm::append_range(Calls, conditionalCallsIn(F));
  for (CallBase *Call : Calls) {
    Expected<ConditionalCall> Parts = requireConditionalCall(*Call);
    if (!Parts)
      return Parts.takeError();
    ConditionManager::Id When = Conditions.manager().Read(Parts->When);
    auto [Entry, IsNew] = Known.try_emplace({Parts->Action, When});
    if (IsNew) {
      Entry->second = &makeGenerationFunction(*Parts->Action,
                                              ++Generations[Parts->Action]);
      Conditions.setOwn(*Entry->second, When);
      Made.push_back(Entry->second);
    }
    replaceByPlainCall(*Call, *Parts, *Entry->second);
  }
  return Made;
}

std::vector<ConditionedFunction>
FunctionConditions::exist(Module &M, ArrayRef<Function *> Roots) {
  ModuleGraph Graph(M);
  DenseMap<const GlobalValue *, ConditionManager::Id> Reached;
  DenseMap<const GlobalValue *, SmallVector<ConditionManager::Id, 8>> Given;
  for (const Function *Root : Roots)
    Given[Root].push_back(own(*Root));
  auto OwnOf = [&](const GlobalValue &Value) {
    const auto *F = dyn_cast<Function>(&Value);
    return F ? own(*F) : ConditionManager::kAlways;
  };
  auto Update = [&](const GlobalValue *Value) {
    auto [Entry, IsNew] = Reached.try_emplace(Value, ConditionManager::kNever);
    ConditionManager::Id Now = Manager.AnyOf(Given[Value]);
    return Now != std::exchange(Entry->second, Now);
  };
  std::vector<std::vector<const GlobalValue *>> CalleesFirst;
  SmallVector<const GlobalValue *, 8> Entries(Roots.begin(), Roots.end());
  Graph.forEachComponentOf(Entries, [&](ModuleGraph::Values Members) {
    CalleesFirst.emplace_back(Members.begin(), Members.end());
  });
  for (const auto &Members : reverse(CalleesFirst)) {
    // One round for each function that a chain of calls can visit before it
    // comes to one for the second time, which adds nothing.
    bool Changed = true;
    for (size_t Round = 0; Changed && Round != Members.size(); ++Round) {
      Changed = false;
      for (const GlobalValue *Value : Members) {
        if (!Update(Value))
          continue;
        Changed = true;
        for (const GlobalValue *Callee : Graph.from(*Value))
          Given[Callee].push_back(
              Manager.And(Reached.lookup(Value), OwnOf(*Callee)));
      }
    }
  }
  std::vector<ConditionedFunction> Result;
  for (Function &F : M)
    if (auto Found = Reached.find(&F);
        Found != Reached.end() && !F.isDeclaration() &&
        Found->second != ConditionManager::kAlways)
      Result.push_back({&F, Found->second});
  return Result;
}

void releaseGenerationFunctions(ArrayRef<Function *> Generations) {
  for (Function *G : Generations) {
    G->setLinkage(GlobalValue::InternalLinkage);
    G->removeFnAttr(Attribute::NoInline);
  }
}

} // namespace facet
