//===- products.cpp - Products of masked factors --------------------------===//
//
// See products.h.
//
//===----------------------------------------------------------------------===//

#include "targets/amd/pipeline/products.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// The bits of a factor of the instructions v_mul_u32_u24 and v_mul_hi_u32_u24.
constexpr unsigned FactorBits = 24;

unsigned bitsOf(const Value *Factor, const DataLayout &Layout) {
  return computeKnownBits(Factor, Layout).countMaxActiveBits();
}

} // namespace

void keepMaskedFactors(Module &M) {
  const DataLayout &Layout = M.getDataLayout();
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (I.getOpcode() != Instruction::Mul ||
          !I.getType()->getScalarType()->isIntegerTy(64) ||
          std::max(bitsOf(I.getOperand(0), Layout),
                   bitsOf(I.getOperand(1), Layout)) != FactorBits)
        continue;
      auto *Frozen = new FreezeInst(&I, "", std::next(I.getIterator()));
      I.replaceUsesWithIf(Frozen,
                          [&](Use &U) { return U.getUser() != Frozen; });
    }
}

} // namespace facet
