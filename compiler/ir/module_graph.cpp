//===- module_graph.cpp - What refers to what in a module -----------------===//
//
// See module_graph.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/module_graph.h"

#include "compiler/ir/conditional_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// Collects the globals a set of operands mentions, through constants.
class Collector {
public:
  void visit(const Value *V) {
    // Constants nest deep in tables of tables: no recursion.
    push(V);
    while (!Pending.empty()) {
      const Constant *C = Pending.pop_back_val();
      for (const Use &Operand : C->operands())
        push(Operand.get());
    }
  }
  ArrayRef<const GlobalValue *> globals() const { return Found.getArrayRef(); }

private:
  void push(const Value *V) {
    if (const auto *Global = dyn_cast<GlobalValue>(V)) {
      Found.insert(Global);
      return;
    }
    // Constants have no cycles but share parts.
    if (const auto *C = dyn_cast<Constant>(V);
        C && C->getNumOperands() && Visited.insert(C).second)
      Pending.push_back(C);
  }

  SmallSetVector<const GlobalValue *, 16> Found;
  SmallPtrSet<const Constant *, 16> Visited;
  SmallVector<const Constant *, 16> Pending;
};

} // namespace

const ModuleGraph::References &
ModuleGraph::direct(const GlobalValue &Value) {
  auto [Entry, IsNew] = Direct.try_emplace(&Value);
  if (!IsNew)
    return Entry->second;
  Collector Mentions;
  // An initializer, aliasee, resolver, or a function's personality.
  for (const Use &Operand : Value.operands())
    Mentions.visit(Operand.get());
  if (const auto *F = dyn_cast<Function>(&Value))
    for (const Instruction &I : instructions(*F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      bool SkipAction = Conditional == Actions::Skip && Call &&
                        isConditionalCall(*Call);
      for (const Use &Operand : I.operands())
        if (!(SkipAction && Operand.getOperandNo() == 0))
          Mentions.visit(Operand.get());
    }
  Entry->second.assign(Mentions.globals().begin(), Mentions.globals().end());
  return Entry->second;
}

std::vector<const GlobalValue *>
ModuleGraph::reachableFrom(Values Roots) {
  SmallSetVector<const GlobalValue *, 16> Reached(Roots.begin(), Roots.end());
  for (size_t I = 0; I != Reached.size(); ++I)
    for (const GlobalValue *Next : direct(*Reached[I]))
      Reached.insert(Next);
  return std::vector<const GlobalValue *>(Reached.begin(), Reached.end());
}

std::vector<DenseSet<const GlobalValue *>>
ModuleGraph::whatReaches(ArrayRef<const Function *> Targets) {
  std::vector<DenseSet<const GlobalValue *>> Result(Targets.size());
  if (Targets.empty())
    return Result;
  DenseMap<const GlobalValue *, SmallVector<const GlobalValue *, 4>> Users;
  for (const GlobalValue &Value : M.global_values())
    for (const GlobalValue *Mentioned : direct(Value))
      Users[Mentioned].push_back(&Value);
  for (auto [Target, Seen] : zip_equal(Targets, Result)) {
    Seen.insert(Target);
    SmallVector<const GlobalValue *, 16> Pending = {Target};
    while (!Pending.empty())
      for (const GlobalValue *User : Users.lookup(Pending.pop_back_val()))
        if (Seen.insert(User).second)
          Pending.push_back(User);
  }
  return Result;
}

void forEachComponent(uint32_t Size, function_ref<uint32_t(uint32_t)> EdgeCount,
                      function_ref<uint32_t(uint32_t, uint32_t)> Target,
                      function_ref<void(ArrayRef<uint32_t>)> Visit) {
  struct Frame {
    uint32_t Node, NextEdge;
  };
  constexpr uint32_t None = ~uint32_t(0);
  std::vector<uint32_t> Order(Size, None); // when entered
  std::vector<uint32_t> Lowest(Size);
  std::vector<bool> Open(Size); // in Component
  std::vector<uint32_t> Component;
  std::vector<Frame> Stack;
  uint32_t Clock = 0;
  auto Enter = [&](uint32_t Node) {
    Order[Node] = Lowest[Node] = Clock++;
    Open[Node] = true;
    Component.push_back(Node);
    Stack.push_back({Node, 0});
  };
  auto Leave = [&](uint32_t Node) {
    if (Lowest[Node] != Order[Node])
      return;
    auto First =
        std::find(Component.rbegin(), Component.rend(), Node).base() - 1;
    Visit(ArrayRef(&*First, Component.end() - First));
    for (auto It = First; It != Component.end(); ++It)
      Open[*It] = false;
    Component.erase(First, Component.end());
  };
  for (uint32_t Root = 0; Root < Size; ++Root) {
    if (Order[Root] != None)
      continue;
    Enter(Root);
    while (!Stack.empty()) {
      auto &[Current, NextEdge] = Stack.back();
      if (NextEdge != EdgeCount(Current)) {
        uint32_t Next = Target(Current, NextEdge++);
        if (Order[Next] == None)
          Enter(Next);
        else if (Open[Next])
          Lowest[Current] = std::min(Lowest[Current], Order[Next]);
        continue;
      }
      uint32_t Done = Current;
      Stack.pop_back();
      Leave(Done);
      if (!Stack.empty())
        Lowest[Stack.back().Node] =
            std::min(Lowest[Stack.back().Node], Lowest[Done]);
    }
  }
}

void ModuleGraph::forEachComponentOf(Values Roots,
                                     function_ref<void(Values)> Visit) {
  std::vector<const GlobalValue *> Nodes = reachableFrom(Roots);
  DenseMap<const GlobalValue *, uint32_t> Indices;
  for (uint32_t I = 0; I < Nodes.size(); ++I)
    Indices[Nodes[I]] = I;
  SmallVector<const GlobalValue *, 8> Members;
  forEachComponent(
      Nodes.size(), [&](uint32_t Node) { return from(*Nodes[Node]).size(); },
      [&](uint32_t Node, uint32_t Edge) {
        return Indices.lookup(from(*Nodes[Node])[Edge]);
      },
      [&](ArrayRef<uint32_t> Component) {
        Members.clear();
        for (uint32_t Node : Component)
          Members.push_back(Nodes[Node]);
        Visit(Members);
      });
}

} // namespace facet
