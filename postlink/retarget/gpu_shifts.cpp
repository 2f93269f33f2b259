//===- gpu_shifts.cpp - Shifts to the top bit -----------------------------===//
//
// See gpu_shifts.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_shifts.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {

void keepSignsOfShifts(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (match(&I,
                m_Shl(m_Value(),
                      m_SpecificInt(I.getType()->getScalarSizeInBits() - 1))))
        I.setHasNoSignedWrap(false);
}

} // namespace facet
