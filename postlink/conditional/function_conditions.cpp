//===- function_conditions.cpp - On which devices a function exists -------===//
//
// See function_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/function_conditions.h"

#include "compiler/ir/conditional_calls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/plain_calls.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"

#include <map>
#include <set>
#include <utility>

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral OwnCondition = "sycl-condition";

/// A function whose condition would be longer exists everywhere.
constexpr size_t LongestCondition = 1 << 16;

Function &makeGenerationFunction(Function &Action, const Condition &When,
                                 size_t Number) {
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
  setOwnCondition(*G, When);
  return *G;
}

/// Functions that \p F mentions, whose bodies are here, each once.
SmallSetVector<Function *, 8> calleesOf(Function &F) {
  SmallSetVector<Function *, 8> Callees;
  for (Instruction &I : instructions(F))
    for (Use &Operand : I.operands())
      if (auto *Callee = dyn_cast<Function>(Operand->stripPointerCasts());
          Callee && !Callee->isDeclaration())
        Callees.insert(Callee);
  return Callees;
}

using CallGraph = DenseMap<Function *, SmallSetVector<Function *, 8>>;

/// Callers before callees, except where calls go round in circles.
std::vector<Function *> callersFirst(ArrayRef<Function *> Roots,
                                     CallGraph &Graph) {
  struct Frame {
    Function *F;
    size_t Next;
  };
  std::vector<Function *> Finished;
  std::vector<Frame> Stack;
  auto Enter = [&](Function *F) {
    auto [Entry, IsNew] = Graph.try_emplace(F);
    if (!IsNew)
      return;
    Entry->second = calleesOf(*F);
    Stack.push_back({F, 0});
  };
  for (Function *Root : Roots) {
    Enter(Root);
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      const auto &Callees = Graph.find(Top.F)->second;
      if (Top.Next == Callees.size()) {
        Finished.push_back(Top.F);
        Stack.pop_back();
      } else {
        Enter(Callees[Top.Next++]);
      }
    }
  }
  std::reverse(Finished.begin(), Finished.end());
  return Finished;
}

/// Conditions by number, so that combining some is looked up.
class ConditionPool {
public:
  using Id = unsigned;

  explicit ConditionPool(const ConditionSolver &Solver) : Solver(Solver) {
    Never = idOf(NeverCondition());
    Always = idOf({});
  }

  Id idOf(const Condition &When) {
    auto [Entry, IsNew] = Ids.try_emplace(When, All.size());
    if (IsNew)
      All.push_back(When);
    return Entry->second;
  }
  const Condition &operator[](Id I) const { return All[I]; }
  Id never() const { return Never; }

  /// One normalization for all of \p Parts: one for each more would take the
  /// square of the time.
  Id any(ArrayRef<Id> Parts) {
    std::set<Condition> Operands;
    for (Id Part : Parts) {
      if (Part == Always)
        return Always;
      if (Part != Never)
        addOperands(All[Part], Operands);
    }
    if (Operands.empty())
      return Never;
    Condition Sum;
    for (const Condition &Operand : Operands) {
      if (&Operand != &*Operands.rbegin())
        Sum.push_back(kConditionOr);
      llvm::append_range(Sum, Operand);
    }
    return normalized(std::move(Sum));
  }
  Id both(Id A, Id B) {
    if (A == B || B == Always)
      return A;
    if (A == Always)
      return B;
    auto Key = std::minmax(A, B);
    if (auto Found = Ands.find(Key); Found != Ands.end())
      return Found->second;
    Condition Product = {kConditionAnd};
    llvm::append_range(Product, All[Key.first]);
    llvm::append_range(Product, All[Key.second]);
    return Ands[Key] = normalized(std::move(Product));
  }

private:
  /// The operands of the operators "or" that \p When begins with, each once.
  static void addOperands(ArrayRef<int32_t> When,
                          std::set<Condition> &Operands) {
    while (!When.empty()) {
      if (When.front() == kConditionOr) {
        When = When.drop_front();
        continue;
      }
      size_t Missing = 1, End = 0;
      for (; Missing != 0; ++End) {
        int32_t Token = When[End];
        if (Token == kConditionAspect || Token == kConditionArchitecture) {
          ++End;
          --Missing;
        } else if (Token != kConditionNot) {
          ++Missing;
        }
      }
      Operands.emplace(When.begin(), When.begin() + End);
      When = When.drop_front(End);
    }
  }

  Id normalized(Condition When) {
    if (When.size() > LongestCondition)
      return Always;
    auto Found = Normalized.find(When);
    if (Found != Normalized.end())
      return Found->second;
    Id Result = idOf(Solver.Normalize(When));
    Normalized.emplace(std::move(When), Result);
    return Result;
  }

  const ConditionSolver &Solver;
  std::map<Condition, Id> Ids, Normalized;
  std::vector<Condition> All;
  std::map<std::pair<Id, Id>, Id> Ands;
  Id Never, Always;
};

using Component = std::vector<Function *>;

/// The strongly connected components of what \p Graph has, callers before
/// callees. \p Order is that of callersFirst.
std::vector<Component> componentsOf(ArrayRef<Function *> Order,
                                    const CallGraph &Graph) {
  DenseMap<Function *, SmallVector<Function *, 8>> Callers;
  for (Function *F : Order)
    for (Function *Callee : Graph.find(F)->second)
      Callers[Callee].push_back(F);
  std::vector<Component> Components;
  SmallPtrSet<Function *, 16> Seen;
  // Kosaraju: whatever reaches the first that is left is in its component.
  for (Function *First : Order) {
    if (!Seen.insert(First).second)
      continue;
    Component &Members = Components.emplace_back(1, First);
    for (size_t I = 0; I != Members.size(); ++I)
      for (Function *Caller : Callers.lookup(Members[I]))
        if (Seen.insert(Caller).second)
          Members.push_back(Caller);
  }
  return Components;
}

} // namespace

void setOwnCondition(Function &F, const Condition &When) {
  std::string Text;
  for (int32_t Number : When)
    Text += (Text.empty() ? "" : " ") + std::to_string(Number);
  F.addFnAttr(OwnCondition, Text);
}

Condition ownCondition(const Function &F) {
  Condition When;
  StringRef Text = F.getFnAttribute(OwnCondition).getValueAsString();
  while (!Text.empty()) {
    int32_t Number = 0;
    if (Text.consumeInteger(10, Number))
      break;
    When.push_back(Number);
    Text = Text.ltrim();
  }
  return When;
}

Expected<std::vector<Function *>> makeGenerationFunctions(Module &M) {
  std::map<std::pair<Function *, Condition>, Function *> Known;
  DenseMap<Function *, size_t> Generations;
  std::vector<Function *> Made;
  std::vector<CallBase *> Calls;
  for (Function &F : M)
    llvm::append_range(Calls, conditionalCallsIn(F));
  for (CallBase *Call : Calls) {
    std::string Problem;
    std::optional<ConditionalCall> Parts = readConditionalCall(*Call, &Problem);
    if (!Parts)
      return makeError("malformed conditional call (" + Problem +
                       ") in function '" +
                       functionNameForUser(Call->getFunction()->getName()) +
                       "'");
    auto [Entry, IsNew] = Known.try_emplace({Parts->Action, Parts->When});
    if (IsNew) {
      Entry->second = &makeGenerationFunction(*Parts->Action, Parts->When,
                                              ++Generations[Parts->Action]);
      Made.push_back(Entry->second);
    }
    replaceByPlainCall(*Call, *Parts, *Entry->second);
  }
  return Made;
}

std::vector<ConditionedFunction>
conditionsOfFunctions(Module &M, ArrayRef<Function *> Roots,
                      const ConditionSolver &Solver) {
  CallGraph Graph;
  std::vector<Function *> Order = callersFirst(Roots, Graph);
  ConditionPool Pool(Solver);
  DenseMap<Function *, ConditionPool::Id> Own, Reached;
  DenseMap<Function *, SmallVector<ConditionPool::Id, 8>> Given;
  for (Function *F : Order) {
    Own[F] = Pool.idOf(ownCondition(*F));
    Reached[F] = Pool.never();
  }
  for (Function *Root : Roots)
    Given[Root].push_back(Own[Root]);
  auto Update = [&](Function *F) {
    ConditionPool::Id Now = Pool.any(Given[F]);
    return Now != std::exchange(Reached[F], Now);
  };
  for (const Component &Members : componentsOf(Order, Graph)) {
    // One round for each function that a chain of calls can visit before it
    // comes to one for the second time, which adds nothing.
    bool Changed = true;
    for (size_t Round = 0; Changed && Round != Members.size(); ++Round) {
      Changed = false;
      for (Function *F : Members) {
        if (!Update(F))
          continue;
        Changed = true;
        for (Function *Callee : Graph.find(F)->second)
          Given[Callee].push_back(Pool.both(Reached[F], Own[Callee]));
      }
    }
  }
  std::vector<ConditionedFunction> Result;
  for (Function &F : M)
    if (auto Found = Reached.find(&F);
        Found != Reached.end() && !Pool[Found->second].empty())
      Result.push_back({&F, Pool[Found->second]});
  return Result;
}

void releaseGenerationFunctions(ArrayRef<Function *> Generations) {
  for (Function *G : Generations) {
    G->setLinkage(GlobalValue::InternalLinkage);
    G->removeFnAttr(Attribute::NoInline);
  }
}

} // namespace facet
