//===- absolute_values.cpp - Absolute values of the smallest number -------===//
//
// See absolute_values.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/absolute_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {

void expandAbsoluteValues(Module &M, function_ref<bool(unsigned Bits)> Of) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      Value *Number = nullptr;
      if (!Of(I.getType()->getScalarSizeInBits()) ||
          !match(&I, m_Intrinsic<Intrinsic::abs>(m_Value(Number), m_Zero())))
        continue;
      IRBuilder<> Builder(&I);
      I.replaceAllUsesWith(Builder.CreateSelect(
          Builder.CreateIsNeg(Number), Builder.CreateNeg(Number), Number));
      I.eraseFromParent();
    }
}

} // namespace facet
