//===- gpu_constants.cpp - Numbers of double on NVIDIA GPUs ---------------===//
//
// See gpu_constants.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_constants.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace facet {
namespace {

/// Constant memory has 64 KiB, of which processors hold a few close by.
constexpr size_t MostNumbers = 1024;

/// Whether one instruction with operands of all kinds is made of \p I.
bool isArithmetic(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->getIntrinsicID() == Intrinsic::fma ||
           Call->getIntrinsicID() == Intrinsic::fmuladd;
  return I.getOpcode() == Instruction::FAdd ||
         I.getOpcode() == Instruction::FSub ||
         I.getOpcode() == Instruction::FMul;
}

/// Whether \p V is a number of double whose lower half is not zero.
bool isLong(const Value *V) {
  auto *Number = dyn_cast<ConstantFP>(V);
  return Number && Number->getType()->isDoubleTy() &&
         Number->getValueAPF().bitcastToAPInt().countr_zero() < 32;
}

/// The operands to load: one of each instruction, which reads no more than one
/// from memory.
SmallVector<Use *> longOperandsInLoops(Function &F) {
  SmallVector<Use *> Operands;
  const DominatorTree Tree(F);
  const LoopInfo Loops(Tree);
  for (BasicBlock &Block : F)
    if (Loops.getLoopFor(&Block))
      for (Instruction &I : Block)
        if (isArithmetic(I)) {
          auto *Operand =
              find_if(I.operands(), [](const Use &U) { return isLong(U); });
          if (Operand != I.op_end())
            Operands.push_back(Operand);
        }
  return Operands;
}

} // namespace

void loadConstantsOfLoops(Module &M) {
  MapVector<Constant *, SmallVector<Use *>> Uses;
  for (Function &F : M)
    if (!F.isDeclaration())
      for (Use *Operand : longOperandsInLoops(F)) {
        auto *Number = cast<Constant>(Operand->get());
        if (Uses.size() < MostNumbers || Uses.contains(Number))
          Uses[Number].push_back(Operand);
      }
  if (Uses.empty())
    return;
  SmallVector<Constant *> Numbers;
  for (auto &[Number, _] : Uses)
    Numbers.push_back(Number);
  Type *Double = Type::getDoubleTy(M.getContext());
  auto *Array = ArrayType::get(Double, Numbers.size());
  auto *Memory = new GlobalVariable(
      M, Array, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(Array, Numbers), "facet.numbers", nullptr,
      GlobalValue::NotThreadLocal, NVPTXAS::ADDRESS_SPACE_CONST);
  for (auto [Index, Entry] : enumerate(Uses))
    for (Use *Operand : Entry.second) {
      IRBuilder<> Builder(cast<Instruction>(Operand->getUser()));
      Value *Place =
          Builder.CreateConstInBoundsGEP2_64(Array, Memory, 0, Index);
      // Volatile: the code generator would move loads out of the loop, for
      // whose results there are too few registers.
      Operand->set(Builder.CreateLoad(Double, Place, /*isVolatile=*/true));
    }
}

} // namespace facet
