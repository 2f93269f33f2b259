//===- segment_terms.h - What a loop computes between two limits ----------===//
//
// In:  an innermost loop. Out: which of its values are fixed, or go up or down
// by a constant from round to round, in each of the segments that certain
// limits divide its rounds into, and these limits.
//
// `i / n` is fixed and `i % n` goes up by one between two multiples of n, as do
// `i >> k` and `i ^ m` between those of powers of two. Such instructions are
// the terms. What is known of a value holds for all rounds of a segment and
// for any values, those that wrap around included: a segment also ends where a
// value that the loop extends wraps around.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_SEGMENT_TERMS_H
#define FACET_TARGETS_CPU_PIPELINE_SEGMENT_TERMS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class Loop;
class LoopInfo;
class PHINode;
class ScalarEvolution;
} // namespace llvm

namespace facet {

/// How a value changes within a segment.
struct Course {
  enum Kind { Unknown, Fixed, Stepping } What = Unknown;
  /// From round to round, if it is Stepping; never zero.
  llvm::APInt Step = llvm::APInt();
  /// The value does not wrap around within a segment.
  bool NeverWrapsUnsigned = false, NeverWrapsSigned = false;

  bool isFixed() const { return What == Fixed; }
  bool isStepping() const { return What == Stepping; }
};

/// A segment ends before \p Of, by whose course it is computed, would leave the
/// values between two limits.
struct SegmentLimit {
  enum Kind {
    UnsignedRange, ///< The values without sign.
    SignedRange,
    Quotient, ///< Those with the same quotient by \p By.
    SignedQuotient,
    Shift, ///< Those that are equal without the \p By lowest bits.
    Zeros, ///< The same for as many bits as \p By ends with zeros, ...
    Ones,  ///< ... or with ones.
  } What;
  llvm::Value *Of;
  llvm::Value *By = nullptr;

  bool operator==(const SegmentLimit &) const = default;
};

/// What has to be found out before the loop: that nothing is divided by zero,
/// no shift goes too far, and that segments are long enough.
struct SegmentRequirement {
  enum Kind {
    NotZero,
    AtLeast, ///< With sign.
    ShiftAtLeast,
    ZerosAtLeast,
    OnesAtLeast,
  } What;
  llvm::Value *Of;
  uint64_t Number = 0;

  bool operator==(const SegmentRequirement &) const = default;
};

class SegmentTerms {
public:
  /// \p L has one exit, at its latch.
  SegmentTerms(llvm::Loop &L, llvm::LoopInfo &Loops,
               llvm::ScalarEvolution &Evolution);

  /// True if the loop may have terms: what costs little to find out.
  static bool mayHave(const llvm::Loop &L);

  /// The shortest segments that are worth their code.
  uint64_t minimumRounds() const { return MinimumRounds; }

  /// True if segments would be of use.
  bool areUseful() const { return Useful; }

  Course courseOf(const llvm::Value *V) const;

  /// The values of the loop with a course, each behind its operands.
  llvm::ArrayRef<llvm::Instruction *> values() const { return Values; }

  /// The Stepping values that LLVM would not find to be recurrences of a loop
  /// over a segment.
  const llvm::SmallSetVector<llvm::Instruction *, 8> &terms() const {
    return Terms;
  }

  llvm::ArrayRef<SegmentLimit> limits() const { return Limits; }
  llvm::ArrayRef<SegmentRequirement> requirements() const {
    return Requirements;
  }

  /// True if an extension of \p V is computed from those of its operands: what
  /// overflows there is poison here.
  bool extendsByOperands(const llvm::Value *V, bool IsSigned) const;

private:
  void findAddresses();
  unsigned shortestBits(uint64_t Step) const;
  Course classify(llvm::Instruction &I);
  Course classifyPhi(llvm::PHINode &Phi) const;
  Course classifySum(const llvm::BinaryOperator &I) const;
  Course classifyProduct(const llvm::BinaryOperator &I) const;
  Course classifyQuotient(llvm::BinaryOperator &I);
  Course classifyShift(llvm::BinaryOperator &I);
  Course classifyMask(llvm::BinaryOperator &I);
  Course classifyCast(llvm::CastInst &I);
  Course classifyComparison(llvm::CmpInst &I);
  Course ifFixed(const llvm::Instruction &I) const;
  Course term(llvm::Instruction &I, Course C);
  llvm::APInt extend(llvm::Value *V, bool IsSigned, unsigned Width);
  void keepFromWrapping(llvm::Value *V, bool IsSigned);
  void limit(SegmentLimit Limit);
  void require(SegmentRequirement Requirement);

  llvm::Loop &L;
  llvm::ScalarEvolution &Evolution;
  const uint64_t MinimumRounds;
  llvm::SmallPtrSet<const llvm::Value *, 16> InAddresses;
  llvm::DenseMap<const llvm::Value *, Course> Courses;
  llvm::SmallVector<llvm::Instruction *> Values;
  llvm::SmallSetVector<llvm::Instruction *, 8> Terms;
  llvm::SmallVector<SegmentLimit> Limits;
  llvm::SmallVector<SegmentRequirement> Requirements;
  bool Useful = false;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_SEGMENT_TERMS_H
