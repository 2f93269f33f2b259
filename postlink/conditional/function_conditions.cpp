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
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/plain_calls.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"

#include <map>

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral OwnCondition = "sycl-condition";

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

/// Conditions by number, so that combining two is looked up.
class ConditionPool {
public:
  using Id = unsigned;

  explicit ConditionPool(const ConditionSolver &Solver) : Solver(Solver) {
    Never = idOf(NeverCondition());
  }

  Id idOf(const Condition &When) {
    auto [Entry, IsNew] = Ids.try_emplace(When, All.size());
    if (IsNew)
      All.push_back(When);
    return Entry->second;
  }
  const Condition &operator[](Id I) const { return All[I]; }
  Id never() const { return Never; }

  Id either(Id A, Id B) {
    if (A == B || B == Never)
      return A;
    if (A == Never)
      return B;
    return combine(Ors, A, B, [&] { return Solver.Or(All[A], All[B]); });
  }
  Id both(Id A, Id B) {
    if (A == B || All[B].empty())
      return A;
    if (All[A].empty())
      return B;
    return combine(Ands, A, B, [&] { return Solver.And(All[A], All[B]); });
  }

private:
  using Table = std::map<std::pair<Id, Id>, Id>;
  template <class Make> Id combine(Table &Known, Id A, Id B, Make Combined) {
    auto Key = std::minmax(A, B);
    if (auto Found = Known.find(Key); Found != Known.end())
      return Found->second;
    return Known[Key] = idOf(Combined());
  }

  const ConditionSolver &Solver;
  std::map<Condition, Id> Ids;
  std::vector<Condition> All;
  Table Ors, Ands;
  Id Never;
};

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
  for (Function *F : Order) {
    Own[F] = Pool.idOf(ownCondition(*F));
    Reached[F] = Pool.never();
  }
  for (Function *Root : Roots)
    Reached[Root] = Own[Root];
  // Once suffices unless there are recursions.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function *F : Order)
      for (Function *Callee : Graph.find(F)->second) {
        ConditionPool::Id Now = Pool.either(
            Reached[Callee], Pool.both(Reached[F], Own[Callee]));
        Changed |= Now != std::exchange(Reached[Callee], Now);
      }
  }
  std::vector<ConditionedFunction> Result;
  for (Function &F : M)
    if (auto Found = Reached.find(&F);
        Found != Reached.end() && !Pool[Found->second].empty())
      Result.push_back({&F, Pool[Found->second]});
  return Result;
}

void releaseGenerationFunctions(Module &M) {
  for (Function &F : M)
    if (F.hasFnAttribute(OwnCondition) && !F.isDeclaration() &&
        F.getCallingConv() != CallingConv::SPIR_KERNEL) {
      F.setLinkage(GlobalValue::InternalLinkage);
      F.removeFnAttr(Attribute::NoInline);
    }
}

} // namespace facet
