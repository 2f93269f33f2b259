//===- combinations.h - Values that a work-group combines -----------------===//
//
// `__sycl_group_combine_<type>(operation, x)` is what the values that all
// work-items of a work-group give it come to (headers/sycl/detail/
// group_exchange.hpp). In: a kernel with such calls. Out: two forms.
//
//   split        Each work-item adds its value to a variable of the group, then
//                there is a barrier, and behind it the group reads the variable:
//
//                    call void @__facet_combine.T(i32 variable, i32 op, T x)
//                    barrier
//                    %sum = call T @__facet_combined.T(i32 variable)
//
//                Regions (fission.h) execute the work-items in order, so the sum
//                is one that the loop over them builds up.
//   in memory    The same in the scratch memory of group algorithms, with two
//                more barriers: where each work-item is a coroutine, and where
//                checks follow what is undefined.
//
// SYCL leaves open in which order values are combined (4.17.4.5), so additions
// and multiplications of floating-point numbers may be reassociated.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUPS_COMBINATIONS_H
#define FACET_TARGETS_CPU_PIPELINE_GROUPS_COMBINATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace llvm {
class AllocaInst;
class BasicBlock;
class CallInst;
class Constant;
class Function;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace facet {

/// What is done to two values, as the headers number it
/// (detail::group_operation). Floating-point numbers know Add, Multiply,
/// Minimum and Maximum.
enum class GroupOperation : uint32_t {
  Add,
  Multiply,
  And,
  Or,
  Xor,
  Minimum,
  Maximum,
  UnsignedMinimum,
  UnsignedMaximum
};

/// Returns true for the built-in of the headers.
bool isGroupCombination(const llvm::Function &F);

/// Returns true for what a call of it is split into. Neither is anything that
/// passes may move over the barrier between.
bool isPartOfCombination(const llvm::Function &F);

/// Returns true for the result, on which all work-items of the group agree.
bool isCombined(const llvm::Value &V);

/// A call by which each work-item adds its value to a variable.
struct CombineCall {
  /// Returns what \p I is; without Call if it is something else.
  static CombineCall of(llvm::Instruction &I);

  llvm::CallInst *Call = nullptr;
  uint64_t Variable = 0;
  GroupOperation Operation = GroupOperation::Add;
  llvm::Value *X = nullptr;

  llvm::Type *type() const;
  /// Returns what changes no value that is combined with it.
  llvm::Constant *identity() const;
  /// Returns \p Sum and X combined.
  llvm::Value *combine(llvm::IRBuilder<> &Builder, llvm::Value *Sum) const;
};

/// Splits the calls in \p F.
void splitGroupCombinations(llvm::Function &F);

/// Blocks that loops over the work-items execute, and one that is executed
/// before them.
struct CombiningLoops {
  llvm::BasicBlock *Once;
  llvm::ArrayRef<llvm::BasicBlock *> Blocks;
};

/// Makes variables of the split calls in \p Regions, which barriers are
/// between: the loops that add to a variable begin with nothing in it, and are
/// over when it is read. Returns the variables.
llvm::SmallVector<llvm::AllocaInst *>
placeCombinations(llvm::BasicBlock &Entry,
                  llvm::ArrayRef<CombiningLoops> Regions);

/// Brings the split calls in \p F into memory. Returns the barriers that are
/// new.
llvm::SmallVector<llvm::CallInst *>
bringCombinationsIntoMemory(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUPS_COMBINATIONS_H
