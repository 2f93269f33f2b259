//===- loop_conditions.h - Conditions that hold for a range of rounds -----===//
//
// In:  a loop over work-items.
// Out: which of its conditions hold for a range of its rounds, which for all or
//      none of them, and how they are preferred.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOOP_CONDITIONS_H
#define FACET_TARGETS_CPU_PIPELINE_LOOP_CONDITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CmpPredicate.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace llvm {
class BranchInst;
class DominatorTree;
class ICmpInst;
class IRBuilderBase;
class Instruction;
class Loop;
class LoopInfo;
class ScalarEvolution;
class SCEV;
class SCEVAddRecExpr;
class SelectInst;
class Value;
} // namespace llvm

namespace facet {

/// `Recurrence Predicate Bound`, where the recurrence counts up or down by one
/// and the bound is the same in all rounds.
struct RangeCondition {
  const llvm::SCEVAddRecExpr *Recurrence;
  llvm::CmpInst::Predicate Predicate;
  const llvm::SCEV *Bound;
  bool CountsUp;
  /// It does not come to the end of the numbers, signed or not as the predicate
  /// is: the condition changes once at most, if it is no inequality.
  bool CannotWrap;
};

/// Returns \p Wanted of \p A and \p B as such a condition of \p L, if one of
/// them counts its rounds and the other is the same in all of them. A comparison
/// for equality is none.
std::optional<RangeCondition>
rangeConditionOf(const llvm::Loop &L, llvm::ScalarEvolution &Evolution,
                 llvm::CmpPredicate Wanted, const llvm::SCEV *A,
                 const llvm::SCEV *B);

/// Values for which a comparison with a bound holds: from First on, before End,
/// on the circle of the numbers of their width. If those are equal, it holds for
/// all values or for none.
struct Circle {
  llvm::Value *First, *End;
};

/// Returns the values V for which `V Predicate Bound` holds. \p Predicate is of
/// a RangeCondition.
Circle valuesFor(llvm::IRBuilderBase &Builder,
                 llvm::CmpInst::Predicate Predicate, llvm::Value *Bound);

/// Returns for how many numbers from \p Start on, for which it does,
/// `Start Predicate Bound` holds, of 64 bits: for any number if that is larger
/// than there are. \p Wanted is valuesFor(Predicate, Bound).
llvm::Value *countFrom(llvm::IRBuilderBase &Builder, llvm::Value *Start,
                       bool CountsUp, llvm::CmpInst::Predicate Predicate,
                       const Circle &Wanted);

/// What \p Old is within the loop where its condition holds, and where it does
/// not.
struct Replacement {
  llvm::Value *Old, *New, *Otherwise;
};

class LoopConditions {
public:
  /// Finds the conditions of \p L, an innermost loop. Linear in its size, for
  /// each of a bounded number of branches.
  LoopConditions(llvm::Loop &L, llvm::ScalarEvolution &Evolution,
                 llvm::DominatorTree &Tree, llvm::LoopInfo &Loops);

  /// Each holds for a range of rounds.
  llvm::ArrayRef<RangeCondition> ranges() const { return Ranges; }
  /// Each holds for all rounds or for none: a value from outside of the loop,
  /// and what it is to be.
  llvm::ArrayRef<std::pair<llvm::Value *, bool>> fixed() const { return Fixed; }
  llvm::ArrayRef<Replacement> replacements() const { return Replacements; }
  /// True if there is something to gain where all conditions hold.
  bool areWorthIt() const { return WorthIt; }

private:
  void preferBranch(llvm::Instruction &Terminator);
  void preferOperand(llvm::Instruction &I);
  void preferArm(llvm::SelectInst &Select);
  /// Makes it a condition that \p Condition, or a part of it, is \p IsWanted.
  /// Returns true if so.
  bool require(llvm::Value *Condition, bool IsWanted, unsigned Depth = 0);
  /// Makes it a condition that \p Condition, which is \p IsWanted in one round
  /// only, is not, or a part of it. Returns true if so.
  bool avoidOneRound(llvm::Value *Condition, bool IsWanted, unsigned Depth = 0);
  /// For `X & Mask` that is zero, or is not: LLVM's form of X or of its lowest
  /// bits being below a power of two.
  bool requireBelowPower(const llvm::ICmpInst &Compared, bool IsWanted);
  bool requireRange(llvm::Value *Left, llvm::CmpPredicate Wanted,
                    llvm::Value *Right);
  bool requireRange(const llvm::SCEV *Left, llvm::CmpPredicate Wanted,
                    const llvm::SCEV *Right);
  unsigned weightBehind(const llvm::BranchInst &Branch, unsigned Way) const;
  llvm::Value *replaced(llvm::Value *V) const;
  /// As ScalarEvolution's, where the conditions so far hold.
  const llvm::SCEV *evolutionOf(llvm::Value *V, unsigned Depth = 0);

  llvm::Loop &L;
  llvm::ScalarEvolution &Evolution;
  llvm::DominatorTree &Tree;
  llvm::SmallVector<RangeCondition> Ranges;
  llvm::SmallVector<std::pair<llvm::Value *, bool>> Fixed;
  llvm::SmallVector<Replacement> Replacements;
  unsigned Branches = 0;
  bool WorthIt = false;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOOP_CONDITIONS_H
