//===- value_sets.h - Which values the variables of an access have --------===//
//
// In:  a block of a kernel, before there are loops over work-items.
// Out: code, outside of the kernel, for the values that ids and the iterations
//      of loops have where the block is executed, over all work-items of a
//      launch; and expressions as sums of multiples of these variables.
// Why: where an access goes then follows for the launch as a whole
//      (footprints.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_VALUE_SETS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_VALUE_SETS_H

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/checks/analyses.h"
#include "targets/cpu/pipeline/checks/bounds.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstrTypes.h"

#include <map>
#include <optional>

namespace facet {

/// The variables of facet_cpu_footprint, by their numbers there.
struct ValueSet {
  struct Range {
    llvm::Value *First = nullptr; // null: not known
    llvm::Value *Last = nullptr;
  };
  Range Of[FACET_CPU_VARIABLES];
  llvm::SmallVector<llvm::Loop *, FACET_CPU_MOST_LOOPS> Loops; // outermost first
  /// True if the block is executed for each of these values, as far as is known
  /// before the kernel runs.
  bool MayBeExact = true;
  llvm::Value *IsExact = nullptr;  // if MayBeExact
  llvm::Value *IsAbsent = nullptr; // nobody executes it
};

/// Constant + the sum of Factors * variables. Numbers of 64 bits.
struct LinearForm {
  llvm::Value *Constant = nullptr;
  std::map<unsigned, llvm::Value *> Factors;
};

class ValueSetBuilder {
public:
  /// \p Builder is in a function that has the arguments of \p Kernel, and whose
  /// queries are those of any group of the launch.
  ValueSetBuilder(llvm::Function &Kernel, Analyses &A,
                  llvm::IRBuilder<> &Builder);

  /// \p Ids: the first and last values of all ids of the launch.
  ValueSet valuesAt(llvm::BasicBlock &Block,
                    llvm::ArrayRef<ValueSet::Range> Ids);

  /// Returns nothing if it is no such sum, or has variables whose values are
  /// not known.
  std::optional<LinearForm> linearForm(const llvm::SCEV *S,
                                       const ValueSet &Values);

  /// Returns the least and greatest value.
  Bounds boundsOf(const LinearForm &Form, const ValueSet &Values);

  /// Returns the value that \p V has in all work-items of a launch; null if
  /// that is not known.
  llvm::Value *uniformValue(llvm::Value *V);

  /// Returns true if what was made is wrong, because a number did not fit.
  llvm::Value *failed() const { return Of.failed(); }
  llvm::Value *add(llvm::Value *A, llvm::Value *B) { return Of.add(A, B); }
  /// Whatever was said after an earlier failed() does not count.
  void forgetSince(llvm::Value *Earlier) { Of.forgetSince(Earlier); }
  /// Returns whether a query was asked for that is the same in full groups
  /// only.
  bool needsFullGroups() const { return NeedsFullGroups; }

private:
  using Result = std::optional<LinearForm>;

  bool isUniform(const llvm::Value *V) const;
  bool isUniform(const llvm::SCEV *S) const;
  llvm::Value *numberOf(const llvm::SCEV *S);
  Result compute(const llvm::SCEV *S, const ValueSet &Values);
  Result ofQuery(const llvm::CallInst &Query) const;
  Result ofRecurrence(const llvm::SCEVAddRecExpr &S, const ValueSet &Values);
  Result ofProduct(const llvm::SCEVNAryExpr &S, const ValueSet &Values);
  Result fitting(Result Form, const llvm::SCEV *S, const ValueSet &Values);
  LinearForm sum(const LinearForm &A, const LinearForm &B);
  LinearForm scaled(const LinearForm &A, llvm::Value *By);

  void addLoops(llvm::BasicBlock &Block, ValueSet &Values);
  void addGuards(llvm::BasicBlock &Block, ValueSet &Values);
  void restrict(llvm::Value *Condition, bool Holds, ValueSet &Values);
  bool restrictTo(llvm::ICmpInst &Compare, bool Holds, ValueSet &Values);
  enum class Relation { Negative, NotPositive, Zero, NotZero };
  bool restrictTo(const LinearForm &Form, Relation To, ValueSet &Values);
  void exclude(llvm::Value *Number, ValueSet::Range &Range, ValueSet &Values);
  llvm::Value *flooredQuotient(llvm::Value *Dividend, int64_t Divisor);

  Analyses &A;
  llvm::PostDominatorTree PostDominators;
  ControlDependence Controllers;
  llvm::IRBuilder<> &Builder;
  BoundsBuilder Of;
  bool NeedsFullGroups = false;
  unsigned Depth = 0;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_VALUE_SETS_H
