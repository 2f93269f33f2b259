//===- references.cpp - What reaches what ---------------------------------===//
//
// See references.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/split/references.h"

#include "compiler/ir/conditional_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

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

GlobalReferences::GlobalReferences(const Module &M, Actions Conditional)
    : M(M), Conditional(Conditional) {}

const GlobalReferences::References &
GlobalReferences::direct(const GlobalValue &Value) {
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
GlobalReferences::reachableFrom(ArrayRef<const GlobalValue *> Roots) {
  SmallSetVector<const GlobalValue *, 16> Reached(Roots.begin(), Roots.end());
  for (size_t I = 0; I != Reached.size(); ++I)
    for (const GlobalValue *Next : direct(*Reached[I]))
      Reached.insert(Next);
  return std::vector<const GlobalValue *>(Reached.begin(), Reached.end());
}

std::vector<DenseSet<const GlobalValue *>>
GlobalReferences::whatReaches(ArrayRef<const Function *> Targets) {
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

} // namespace facet
