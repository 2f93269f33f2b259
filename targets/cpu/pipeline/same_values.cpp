//===- same_values.cpp - Phis of one value that was computed twice --------===//
//
// See same_values.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/same_values.h"

#include "targets/cpu/pipeline/regions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// Of computations that are compared.
constexpr unsigned MaximumDepth = 4;

/// True if the two give the same wherever they are executed.
bool areSame(const Value *A, const Value *B, unsigned Depth = 0) {
  if (A == B)
    return true;
  auto *First = dyn_cast<Instruction>(A), *Second = dyn_cast<Instruction>(B);
  if (!First || !Second || Depth == MaximumDepth ||
      !First->isSameOperationAs(Second) || !canBeRecomputed(*First) ||
      isa<CallBase, LoadInst>(First))
    return false;
  return all_of(zip(First->operands(), Second->operands()), [&](auto Both) {
    return areSame(std::get<0>(Both), std::get<1>(Both), Depth + 1);
  });
}

/// What each of \p Values is, at \p Where behind all of them: an operand that
/// all share dominates that place.
Value *computeAt(Instruction &Where, ArrayRef<Value *> Values) {
  if (all_equal(Values))
    return Values.front();
  Instruction *Copy = cast<Instruction>(Values.front())->clone();
  Copy->dropUnknownNonDebugMetadata();
  for (Value *Other : drop_begin(Values))
    Copy->andIRFlags(Other);
  for (unsigned I = 0; I != Copy->getNumOperands(); ++I)
    Copy->setOperand(I, computeAt(Where, map_to_vector(Values, [&](Value *V) {
                                    return cast<Instruction>(V)->getOperand(I);
                                  })));
  Copy->insertBefore(Where.getIterator());
  return Copy;
}

} // namespace

void joinSameValues(Function &Body) {
  for (BasicBlock &Block : Body)
    for (PHINode &Phi : make_early_inc_range(Block.phis())) {
      SmallVector<Value *> Values(Phi.incoming_values());
      if (Values.size() < 2 || !all_of(Values, [&](Value *V) {
            return isa<Instruction>(V) && areSame(Values.front(), V);
          }))
        continue;
      Phi.replaceAllUsesWith(computeAt(*Block.getFirstInsertionPt(), Values));
      Phi.eraseFromParent();
    }
}

} // namespace facet
