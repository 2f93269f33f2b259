//===- repeated_choices.cpp - Minima of minima, exact for NaN -------------===//
//
// See repeated_choices.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/repeated_choices.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"

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

} // namespace

bool joinRepeatedChoices(Function &F) {
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

void joinRepeatedChoicesBeforeCombining(
    PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeNonSkippedPassCallback([](StringRef Pass, Any IR) {
    if (Pass == "InstCombinePass")
      if (auto *F = any_cast<const Function *>(&IR))
        joinRepeatedChoices(const_cast<Function &>(**F));
  });
}

} // namespace facet
