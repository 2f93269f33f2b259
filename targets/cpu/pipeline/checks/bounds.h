//===- bounds.h - Between which values an expression is in a work-group ---===//
//
// In:  an expression of a kernel, before there are loops over work-items.
// Out: code, outside of the kernel, for its least and its greatest value: over
//      all work-items of a group and all iterations of the kernel's loops.
// Why: what holds for both holds for all values between them, so that it can be
//      checked once for a group.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_BOUNDS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_BOUNDS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace llvm {
class APInt;
class BasicBlock;
class CallInst;
class DominatorTree;
class LoadInst;
class Loop;
class SCEV;
class SCEVAddRecExpr;
class SCEVNAryExpr;
class SCEVUDivExpr;
class ScalarEvolution;
} // namespace llvm

namespace facet {

/// Returns whether a query has the same value in all work-items of a group.
bool isUniformQuery(llvm::Intrinsic::ID Id);

/// Signed numbers of 64 bits, both of them among the values.
struct Bounds {
  llvm::Value *Least;
  llvm::Value *Most;
};

class BoundsBuilder {
public:
  /// \p Builder is in a function that has the arguments of the kernel, and
  /// whose queries are those of the group's first work-item.
  BoundsBuilder(llvm::ScalarEvolution &Evolution,
                const llvm::DominatorTree &Dominators,
                llvm::IRBuilder<> &Builder);

  /// Returns the bounds of \p S, as often as \p Where is executed. Nothing if
  /// that is not known before the kernel.
  std::optional<Bounds> boundsOf(const llvm::SCEV *S, llvm::BasicBlock *Where);

  /// Returns the value that \p V has in all work-items of a group; null if that
  /// is not known.
  llvm::Value *uniformValue(llvm::Value *V);

  /// Says that the bounds are worth nothing if \p Condition holds.
  void fail(llvm::Value *Condition);
  /// Returns true if one of the bounds may be wrong, because a number did not
  /// fit.
  llvm::Value *failed() const { return Failed; }
  /// Whatever was said after an earlier failed() does not count.
  void forgetSince(llvm::Value *Earlier);

  /// They fail where the result does not fit.
  llvm::Value *add(llvm::Value *A, llvm::Value *B);
  llvm::Value *multiply(llvm::Value *A, llvm::Value *B);
  llvm::Value *smaller(llvm::Value *A, llvm::Value *B);
  llvm::Value *larger(llvm::Value *A, llvm::Value *B);

private:
  using Result = std::optional<Bounds>;

  Result compute(const llvm::SCEV *S, llvm::BasicBlock *Where);
  Result ofConstant(const llvm::APInt &Number);
  Result ofRange(const llvm::SCEV *S);
  Result ofValue(const llvm::SCEV *S, llvm::Value *V);
  Result ofQuery(const llvm::CallInst &Query);
  Result ofSum(const llvm::SCEVNAryExpr &S, llvm::BasicBlock *Where);
  Result ofProduct(const llvm::SCEVNAryExpr &S, llvm::BasicBlock *Where);
  Result ofQuotient(const llvm::SCEVUDivExpr &S, llvm::BasicBlock *Where);
  Result ofExtremum(const llvm::SCEVNAryExpr &S, llvm::BasicBlock *Where,
                    bool IsMaximum, bool IsUnsigned);
  Result ofRecurrence(const llvm::SCEVAddRecExpr &S, llvm::BasicBlock *Where);
  /// Returns how often a loop goes on before \p Where is executed for the last
  /// time.
  Result iterations(const llvm::Loop &L, llvm::BasicBlock *Where);
  /// Where \p S has fewer bits than numbers here.
  Result fitting(Result B, const llvm::SCEV *S, bool Wraps);
  Bounds product(const Bounds &A, const Bounds &B);
  llvm::Value *checked(llvm::Intrinsic::ID Operation, llvm::Value *A,
                       llvm::Value *B);
  llvm::Value *loadOfArgument(llvm::LoadInst &Load);
  llvm::Value *sameQuery(llvm::CallInst &Call);

  llvm::ScalarEvolution &Evolution;
  const llvm::DominatorTree &Dominators;
  llvm::IRBuilder<> &Builder;
  llvm::Value *Failed;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Uniform;
  unsigned Depth = 0;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_BOUNDS_H
