//===- repeated_choices.cpp - Minima of minima, exact for NaN -------------===//
//
// See repeated_choices.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/repeated_choices.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// The relations of two values, as bits of CmpInst::Predicate: FCMP_OEQ,
/// FCMP_OGT, FCMP_OLT and FCMP_UNO are one relation each.
using Relations = unsigned;

/// One of two values, by a comparison of the two.
struct Choice {
  Value *Left;
  Value *Right;
  /// When it is Left.
  Relations TakesLeft;
  FastMathFlags Flags;

  Choice swapped() const {
    Relations TakesRight =
        FCmpInst::getSwappedPredicate(CmpInst::Predicate(TakesLeft));
    return {Right, Left, ~TakesRight & CmpInst::FCMP_TRUE, Flags};
  }
};

std::optional<Choice> asChoice(Value *V) {
  auto *Select = dyn_cast<SelectInst>(V);
  auto *Compare = Select ? dyn_cast<FCmpInst>(Select->getCondition()) : nullptr;
  if (!Compare)
    return std::nullopt;
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  Relations Taken = Compare->getPredicate();
  FastMathFlags Flags =
      Select->getFastMathFlags() & Compare->getFastMathFlags();
  if (Select->getTrueValue() == Left && Select->getFalseValue() == Right)
    return Choice{Left, Right, Taken, Flags};
  if (Select->getTrueValue() == Right && Select->getFalseValue() == Left)
    return Choice{Left, Right, ~Taken & CmpInst::FCMP_TRUE, Flags};
  return std::nullopt;
}

/// \p Outer, whose left value is the result of \p Inner, as a choice between
/// the values of Inner; nothing if its right value is neither of them.
std::optional<Choice> join(const Choice &Outer, const Choice &Inner) {
  if (Outer.Right != Inner.Right) {
    if (Outer.Right != Inner.Left)
      return std::nullopt;
    return join(Outer, Inner.swapped());
  }
  // Where Inner is its right value, so is Outer, whatever it takes.
  return Choice{Inner.Left, Inner.Right, Inner.TakesLeft & Outer.TakesLeft,
                Inner.Flags & Outer.Flags};
}

std::optional<Choice> joined(const Choice &Outer) {
  if (auto Inner = asChoice(Outer.Left))
    if (auto Result = join(Outer, *Inner))
      return Result;
  if (auto Inner = asChoice(Outer.Right))
    return join(Outer.swapped(), *Inner);
  return std::nullopt;
}

/// \p C, computed before \p Place.
Value *asValue(const Choice &C, Instruction &Place) {
  auto Predicate = CmpInst::Predicate(C.TakesLeft);
  if (Predicate == CmpInst::FCMP_FALSE)
    return C.Right;
  IRBuilder<> Builder(&Place);
  Builder.setFastMathFlags(C.Flags);
  return Builder.CreateSelect(Builder.CreateFCmp(Predicate, C.Left, C.Right),
                              C.Left, C.Right);
}

/// The simplifications that InstCombine makes before it makes a choice, in its
/// order: of values that have become known, and of what comes by the only edge
/// that is left. Afterwards two values are one where they would be for it.
class EarlySimplifier {
public:
  explicit EarlySimplifier(Function &F)
      : F(F), Tree(F), Query(F.getDataLayout(), /*TLI=*/nullptr, &Tree) {}

  bool run() {
    for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
      if (isReached(*Block)) {
        for (Instruction &I : *Block)
          simplify(I);
        takeEdges(*Block);
      }
      Seen.insert(Block);
    }
    return Changed;
  }

private:
  /// Whether control may come to \p To from \p From; so far always true of the
  /// edges that go back.
  bool isTaken(const BasicBlock *From, const BasicBlock &To) const {
    return !Seen.contains(From) || Taken.contains({From, &To});
  }

  bool isReached(const BasicBlock &Block) const {
    return Block.isEntryBlock() ||
           any_of(predecessors(&Block),
                  [&](const BasicBlock *From) { return isTaken(From, Block); });
  }

  void takeEdges(const BasicBlock &Block) {
    const Instruction *End = Block.getTerminator();
    const BasicBlock *Only = nullptr;
    if (auto *Branch = dyn_cast<BranchInst>(End);
        Branch && Branch->isConditional()) {
      if (auto *Known = dyn_cast<ConstantInt>(Branch->getCondition()))
        Only = Branch->getSuccessor(Known->isZero());
    } else if (auto *Switch = dyn_cast<SwitchInst>(End)) {
      if (auto *Known = dyn_cast<ConstantInt>(Switch->getCondition()))
        Only = Switch->findCaseValue(Known)->getCaseSuccessor();
    }
    for (const BasicBlock *To : successors(&Block))
      if (!Only || To == Only)
        Taken.insert({&Block, To});
  }

  void simplify(Instruction &I) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      for (unsigned N = 0; N != Phi->getNumIncomingValues(); ++N)
        if (!isTaken(Phi->getIncomingBlock(N), *Phi->getParent()) &&
            !isa<PoisonValue>(Phi->getIncomingValue(N))) {
          Phi->setIncomingValue(N, PoisonValue::get(Phi->getType()));
          Changed = true;
        }
    if (I.use_empty())
      return;
    if (Value *Simple = simplifyInstruction(&I, Query)) {
      I.replaceAllUsesWith(Simple);
      Changed = true;
    }
  }

  Function &F;
  DominatorTree Tree;
  SimplifyQuery Query;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  DenseSet<std::pair<const BasicBlock *, const BasicBlock *>> Taken;
  bool Changed = false;
};

bool hasSeveralChoices(Function &F) {
  return hasNItemsOrMore(
      make_filter_range(instructions(F),
                        [](Instruction &I) {
                          return I.getType()->isFPOrFPVectorTy() &&
                                 asChoice(&I);
                        }),
      2);
}

bool joinChoices(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Select = dyn_cast<SelectInst>(&I);
    if (!Select || !Select->getType()->isFPOrFPVectorTy())
      continue;
    std::optional<Choice> Outer = asChoice(Select);
    std::optional<Choice> Result = Outer ? joined(*Outer) : std::nullopt;
    if (!Result)
      continue;
    Select->replaceAllUsesWith(asValue(*Result, *Select));
    Select->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace

bool joinRepeatedChoices(Function &F) {
  bool Changed = joinChoices(F);
  if (hasSeveralChoices(F) && EarlySimplifier(F).run()) {
    joinChoices(F);
    Changed = true;
  }
  return Changed;
}

} // namespace facet
