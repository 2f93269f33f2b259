//===- spirv_instructions.cpp - Instructions that SPIR-V readers lack -----===//
//
// See spirv_instructions.h.
//
// The loop of an atomic operation is one block, and its loop condition is
// the value found: SPIR-V's compare-and-exchange returns that and no success
// flag.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/spirv_instructions.h"

#include "postlink/retarget/absolute_values.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace facet {
namespace {

void expand(AtomicRMWInst &Atomic) {
  Type *Ty = Atomic.getType();
  BasicBlock *Before = Atomic.getParent();
  BasicBlock *After = Before->splitBasicBlock(&Atomic, "atomic.end");
  auto *Loop = BasicBlock::Create(Atomic.getContext(), "atomic.loop",
                                  Before->getParent(), After);
  Before->getTerminator()->setSuccessor(0, Loop);
  IRBuilder<> Builder(Before->getTerminator());
  Builder.SetCurrentDebugLocation(Atomic.getDebugLoc());
  Type *Bits = Builder.getIntNTy(Ty->getPrimitiveSizeInBits());
  LoadInst *First = Builder.CreateAlignedLoad(Bits, Atomic.getPointerOperand(),
                                              Atomic.getAlign());
  First->setAtomic(AtomicOrdering::Monotonic, Atomic.getSyncScopeID());

  Builder.SetInsertPoint(Loop);
  PHINode *Old = Builder.CreatePHI(Bits, 2);
  Value *OldValue = Builder.CreateBitCast(Old, Ty);
  Value *NewValue = buildAtomicRMWValue(Atomic.getOperation(), Builder,
                                        OldValue, Atomic.getValOperand());
  Value *Pair = Builder.CreateAtomicCmpXchg(
      Atomic.getPointerOperand(), Old, Builder.CreateBitCast(NewValue, Bits),
      Atomic.getAlign(), Atomic.getOrdering(),
      AtomicCmpXchgInst::getStrongestFailureOrdering(Atomic.getOrdering()),
      Atomic.getSyncScopeID());
  Value *Found = Builder.CreateExtractValue(Pair, 0);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Found, Old), After, Loop);
  Old->addIncoming(First, Before);
  Old->addIncoming(Found, Loop);
  Atomic.replaceAllUsesWith(OldValue);
  Atomic.eraseFromParent();
}

/// The upper half of the product of two unsigned numbers, from products of their
/// halves.
Value *upperProduct(IRBuilder<> &Builder, Value *A, Value *B) {
  Type *Ty = A->getType();
  const unsigned Half = Ty->getScalarSizeInBits() / 2;
  Constant *Low = ConstantInt::get(
      Ty, APInt::getLowBitsSet(Ty->getScalarSizeInBits(), Half));
  Value *A0 = Builder.CreateAnd(A, Low), *A1 = Builder.CreateLShr(A, Half);
  Value *B0 = Builder.CreateAnd(B, Low), *B1 = Builder.CreateLShr(B, Half);
  Value *First = Builder.CreateAdd(
      Builder.CreateMul(A1, B0),
      Builder.CreateLShr(Builder.CreateMul(A0, B0), Half));
  Value *Second = Builder.CreateAdd(Builder.CreateMul(A0, B1),
                                    Builder.CreateAnd(First, Low));
  return Builder.CreateAdd(Builder.CreateMul(A1, B1),
                           Builder.CreateAdd(Builder.CreateLShr(First, Half),
                                             Builder.CreateLShr(Second, Half)));
}

/// Whether the product overflows: its upper half is not all zeros, or all copies
/// of the sign.
Value *productOverflows(IRBuilder<> &Builder, Value *A, Value *B,
                        Value *Product, bool IsSigned) {
  Type *Ty = A->getType();
  const unsigned Width = Ty->getScalarSizeInBits();
  if (Width <= 32) {
    Type *Wide = Ty->getWithNewBitWidth(64);
    auto Extended = [&](Value *V) {
      return IsSigned ? Builder.CreateSExt(V, Wide)
                      : Builder.CreateZExt(V, Wide);
    };
    return Builder.CreateICmpNE(
        Builder.CreateMul(Extended(A), Extended(B)), Extended(Product));
  }
  Value *Upper = upperProduct(Builder, A, B);
  if (!IsSigned)
    return Builder.CreateIsNotNull(Upper);
  Value *SignOfA = Builder.CreateAShr(A, Width - 1);
  Value *SignOfB = Builder.CreateAShr(B, Width - 1);
  Upper = Builder.CreateSub(Upper, Builder.CreateAnd(SignOfA, B));
  Upper = Builder.CreateSub(Upper, Builder.CreateAnd(SignOfB, A));
  return Builder.CreateICmpNE(Upper, Builder.CreateAShr(Product, Width - 1));
}

/// The result and whether it overflowed, without the pair.
void expand(WithOverflowInst &Pair) {
  IRBuilder<> Builder(&Pair);
  Value *A = Pair.getLHS(), *B = Pair.getRHS();
  Value *Result = Builder.CreateBinOp(Pair.getBinaryOp(), A, B);
  Value *Overflow = nullptr;
  switch (Pair.getIntrinsicID()) {
  case Intrinsic::sadd_with_overflow:
    // The sum's sign differs from that of both.
    Overflow = Builder.CreateIsNeg(Builder.CreateAnd(
        Builder.CreateXor(A, Result), Builder.CreateXor(B, Result)));
    break;
  case Intrinsic::ssub_with_overflow:
    Overflow = Builder.CreateIsNeg(Builder.CreateAnd(
        Builder.CreateXor(A, B), Builder.CreateXor(A, Result)));
    break;
  case Intrinsic::uadd_with_overflow:
    Overflow = Builder.CreateICmpULT(Result, A);
    break;
  case Intrinsic::usub_with_overflow:
    Overflow = Builder.CreateICmpULT(A, B);
    break;
  default:
    Overflow = productOverflows(Builder, A, B, Result, Pair.isSigned());
  }
  for (User *U : make_early_inc_range(Pair.users())) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    if (!Part)
      continue;
    Part->replaceAllUsesWith(Part->getIndices().front() == 0 ? Result
                                                             : Overflow);
    Part->eraseFromParent();
  }
  if (!Pair.use_empty()) {
    Value *Both = PoisonValue::get(Pair.getType());
    Both = Builder.CreateInsertValue(Both, Result, 0);
    Pair.replaceAllUsesWith(Builder.CreateInsertValue(Both, Overflow, 1));
  }
  Pair.eraseFromParent();
}

/// Swaps the halves of the number, of its halves, and so on down to single
/// bits.
void expandBitReverse(IntrinsicInst &Reverse) {
  IRBuilder<> Builder(&Reverse);
  Type *Ty = Reverse.getType();
  const unsigned Width = Ty->getScalarSizeInBits();
  const unsigned Wide = std::max(PowerOf2Ceil(Width), uint64_t(8));
  Type *WideTy = Ty->getWithNewBitWidth(Wide);
  Value *Bits = Builder.CreateZExt(Reverse.getArgOperand(0), WideTy);
  for (unsigned Shift = Wide / 2; Shift != 0; Shift /= 2) {
    Constant *Low = ConstantInt::get(
        WideTy, APInt::getSplat(Wide, APInt::getLowBitsSet(2 * Shift, Shift)));
    Bits = Builder.CreateOr(
        Builder.CreateAnd(Builder.CreateLShr(Bits, Shift), Low),
        Builder.CreateShl(Builder.CreateAnd(Bits, Low), Shift));
  }
  Bits = Builder.CreateTrunc(Builder.CreateLShr(Bits, Wide - Width), Ty);
  Reverse.replaceAllUsesWith(Bits);
  Reverse.eraseFromParent();
}

/// Products of more than 64 bits, or of odd widths beyond 32, stay; they are
/// refused later (integer_widths.h).
bool isReplaceable(const WithOverflowInst &Pair) {
  const unsigned Width = Pair.getLHS()->getType()->getScalarSizeInBits();
  return Pair.getBinaryOp() != Instruction::Mul || Width <= 32 || Width == 64;
}

/// SPIR-V copies as many bytes as a constant says; a fill is the copy of an
/// array of constants.
bool isCopyOfConstants(const MemIntrinsic &Memory) {
  const auto *Set = dyn_cast<MemSetInst>(&Memory);
  return isa<ConstantInt>(Memory.getLength()) &&
         (!Set || isa<ConstantInt>(Set->getValue()));
}

/// SPIR-V states one alignment for both places of a copy, and the backend takes
/// that of the target. The array of constants that fills memory has none.
void stateCommonAlignment(MemIntrinsic &Memory) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Memory)) {
    Align Common = std::min(Copy->getDestAlign().valueOrOne(),
                            Copy->getSourceAlign().valueOrOne());
    Copy->setDestAlignment(Common);
    Copy->setSourceAlignment(Common);
  } else {
    Memory.setDestAlignment(Align(1));
  }
}

/// Constants with zeros for what is undefined in them.
class DefinedConstants {
public:
  Constant *of(Constant *Given) {
    if (isa<UndefValue>(Given))
      return Constant::getNullValue(Given->getType());
    if (!isa<ConstantStruct, ConstantArray>(Given))
      return Given;
    auto [Known, IsNew] = Made.try_emplace(Given, Given);
    if (!IsNew)
      return Known->second;
    SmallVector<Constant *> Parts;
    bool Changed = false;
    for (const Use &Part : Given->operands()) {
      Parts.push_back(of(cast<Constant>(Part)));
      Changed |= Parts.back() != Part;
    }
    if (!Changed)
      return Given;
    auto *Structure = dyn_cast<StructType>(Given->getType());
    return Made[Given] =
               Structure ? ConstantStruct::get(Structure, Parts)
                         : ConstantArray::get(cast<ArrayType>(Given->getType()),
                                              Parts);
  }

private:
  DenseMap<Constant *, Constant *> Made;
};

/// The element of an aggregate, without an instruction where it is known.
Value *elementOf(Value *Aggregate, unsigned Element, Instruction *Before) {
  IRBuilder<InstSimplifyFolder> Builder(
      Before->getParent(), Before->getIterator(),
      InstSimplifyFolder(Before->getDataLayout()));
  return Builder.CreateExtractValue(Aggregate, Element);
}

Instruction *splitElement(PHINode &Phi, unsigned Element, Type *Ty) {
  auto *Part = PHINode::Create(Ty, Phi.getNumIncomingValues(), Phi.getName(),
                               Phi.getIterator());
  // A switch has several edges to a block, and phis one value for all of them.
  DenseMap<BasicBlock *, Value *> Values;
  for (auto [From, Incoming] : zip(Phi.blocks(), Phi.incoming_values())) {
    Value *&V = Values[From];
    if (!V)
      V = elementOf(Incoming, Element, From->getTerminator());
    Part->addIncoming(V, From);
  }
  return Part;
}

Instruction *splitElement(SelectInst &Select, unsigned Element, Type *) {
  auto *Part = SelectInst::Create(
      Select.getCondition(), elementOf(Select.getTrueValue(), Element, &Select),
      elementOf(Select.getFalseValue(), Element, &Select), Select.getName());
  Part->insertBefore(Select.getIterator());
  return Part;
}

/// Puts a phi or select for each element in place of I, and adds those of
/// aggregates to Work.
template <typename InstructionTy>
void split(InstructionTy &I, SmallVectorImpl<Instruction *> &Work) {
  Type *Ty = I.getType();
  const unsigned Count =
      Ty->isStructTy() ? Ty->getStructNumElements() : Ty->getArrayNumElements();
  BasicBlock::iterator After =
      isa<PHINode>(I) ? I.getParent()->getFirstInsertionPt() : I.getIterator();
  Value *Whole = PoisonValue::get(Ty);
  for (unsigned Element = 0; Element != Count; ++Element) {
    Instruction *Part =
        splitElement(I, Element, ExtractValueInst::getIndexedType(Ty, Element));
    if (Part->getType()->isAggregateType())
      Work.push_back(Part);
    Whole = InsertValueInst::Create(Whole, Part, Element, "", After);
  }
  I.replaceAllUsesWith(Whole);
  I.eraseFromParent();
}

/// Of what was put together, reads the elements alone.
void simplifyElements(Module &M) {
  SmallVector<Instruction *> Aggregates;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<InsertValueInst, ExtractValueInst>(I))
        Aggregates.push_back(&I);
  for (Instruction *I : Aggregates)
    if (isa<ExtractValueInst>(I))
      if (Value *Element = simplifyInstruction(I, M.getDataLayout()))
        I->replaceAllUsesWith(Element);
  SmallVector<WeakTrackingVH> Dead(Aggregates.begin(), Aggregates.end());
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

/// Whether a variable for a pointer holds other things too, as that of a
/// bit_cast, or is used where nobody knows what it holds.
bool isReinterpreted(const AllocaInst &Variable) {
  Type *Ty = Variable.getAllocatedType();
  return Ty->isPtrOrPtrVectorTy() &&
         any_of(Variable.users(), [&](const User *U) {
           if (isa<LifetimeIntrinsic>(U))
             return false;
           return !isa<LoadInst, StoreInst>(U) || getLoadStoreType(U) != Ty ||
                  getLoadStorePointerOperand(U) != &Variable;
         });
}

} // namespace

void defineConstants(Module &M) {
  DefinedConstants Defined;
  for (GlobalVariable &Variable : M.globals())
    // A variable without a value of its own stays one.
    if (Variable.hasInitializer() &&
        !isa<UndefValue>(Variable.getInitializer()))
      Variable.setInitializer(Defined.of(Variable.getInitializer()));
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      for (Use &Operand : I.operands())
        if (isa<ConstantStruct, ConstantArray>(Operand))
          Operand = Defined.of(cast<Constant>(Operand));
}

void replaceRareInstructions(Module &M) {
  expandAbsoluteValues(M, [](unsigned) { return true; });
  SmallVector<AtomicRMWInst *> Atomics;
  SmallVector<WithOverflowInst *> Pairs;
  SmallVector<IntrinsicInst *> Reverses, Prefetches;
  SmallVector<MemIntrinsic *> Sizes;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<IntrinsicInst>(&I);
          Call && Call->getIntrinsicID() == Intrinsic::bitreverse)
        Reverses.push_back(Call);
      else if (Call && Call->getIntrinsicID() == Intrinsic::prefetch)
        Prefetches.push_back(Call);
      if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
          Atomic && Atomic->isFloatingPointOperation())
        Atomics.push_back(Atomic);
      if (auto *Pair = dyn_cast<WithOverflowInst>(&I); Pair && isReplaceable(*Pair))
        Pairs.push_back(Pair);
      auto *Memory = dyn_cast<MemIntrinsic>(&I);
      if (!Memory)
        continue;
      if (!isa<MemCpyInst>(Memory) && !isCopyOfConstants(*Memory))
        Sizes.push_back(Memory);
      else
        stateCommonAlignment(*Memory);
    }
  for (AtomicRMWInst *Atomic : Atomics)
    expand(*Atomic);
  for (WithOverflowInst *Pair : Pairs)
    expand(*Pair);
  for (IntrinsicInst *Reverse : Reverses)
    expandBitReverse(*Reverse);
  for (IntrinsicInst *Prefetch : Prefetches)
    Prefetch->eraseFromParent();
  for (MemIntrinsic *Memory : Sizes) {
    if (auto *Set = dyn_cast<MemSetInst>(Memory))
      expandMemSetAsLoop(Set);
    else if (!expandMemMoveAsLoop(cast<MemMoveInst>(Memory),
                                  TargetTransformInfo(M.getDataLayout())))
      continue;
    Memory->eraseFromParent();
  }
}

void separateCases(Module &M) {
  for (Function &F : M)
    for (BasicBlock &Block : make_early_inc_range(F)) {
      auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator());
      if (!Switch)
        continue;
      MapVector<BasicBlock *, SmallVector<unsigned>> Edges;
      for (unsigned I = 0; I != Switch->getNumSuccessors(); ++I)
        Edges[Switch->getSuccessor(I)].push_back(I);
      for (auto &[To, Cases] : Edges) {
        if (Cases.size() == 1 || To->phis().empty())
          continue;
        BasicBlock *Between = BasicBlock::Create(
            F.getContext(), To->getName() + ".cases", &F, To);
        BranchInst::Create(To, Between);
        for (unsigned Case : Cases)
          Switch->setSuccessor(Case, Between);
        for (PHINode &Phi : To->phis()) {
          Value *Incoming = Phi.getIncomingValueForBlock(&Block);
          while (Phi.getBasicBlockIndex(&Block) >= 0)
            Phi.removeIncomingValue(&Block, /*DeletePHIIfEmpty=*/false);
          Phi.addIncoming(Incoming, Between);
        }
      }
    }
}

void splitAggregates(Module &M) {
  SmallVector<Instruction *> Work;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<PHINode, SelectInst>(I) && I.getType()->isAggregateType())
        Work.push_back(&I);
  if (Work.empty())
    return;
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    if (auto *Phi = dyn_cast<PHINode>(I))
      split(*Phi, Work);
    else
      split(cast<SelectInst>(*I), Work);
  }
  simplifyElements(M);
}

void keepVariableTypes(Module &M) {
  SmallVector<AllocaInst *> Variables;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Variable = dyn_cast<AllocaInst>(&I);
          Variable && (Variable->getAllocatedType()->isAggregateType() ||
                       isReinterpreted(*Variable)))
        Variables.push_back(Variable);
  for (AllocaInst *Variable : Variables) {
    IRBuilder<> Builder(Variable->getParent(), ++Variable->getIterator());
    if (Type *Ty = Variable->getAllocatedType(); !Ty->isAggregateType())
      Variable->setAllocatedType(ArrayType::get(
          Builder.getInt8Ty(), M.getDataLayout().getTypeAllocSize(Ty)));
    auto *First = cast<Instruction>(GetElementPtrInst::CreateInBounds(
        Builder.getInt8Ty(), Variable, {Builder.getInt64(0)},
        Variable->getName() + ".first"));
    Builder.Insert(First);
    Variable->replaceUsesWithIf(First, [&](const Use &U) {
      // Of a lifetime only the variable itself may be said.
      return U.getUser() != First && !isa<LifetimeIntrinsic>(U.getUser());
    });
  }
}

/// Whether \p U is an address that an instruction accesses memory at, or computes
/// others from.
static bool isAddress(const Use &U) {
  const User *I = U.getUser();
  if (const auto *Address = dyn_cast<GetElementPtrInst>(I))
    return Address->getPointerOperand() == U.get();
  return isa<Instruction>(I) && getLoadStorePointerOperand(I) == U.get() &&
         !cast<Instruction>(I)->isAtomic();
}

void accessVariablesByPointers(Module &M) {
  for (GlobalVariable &Variable : M.globals()) {
    auto *Array = dyn_cast<ArrayType>(Variable.getValueType());
    if (Variable.isConstant() || !Array || Array->getNumElements() == 0)
      continue;
    convertUsersOfConstantsToInstructions({&Variable});
    // In the order of their uses, not of their addresses.
    MapVector<Function *, SmallVector<Use *>> Uses;
    for (Use &U : Variable.uses())
      if (isAddress(U))
        Uses[cast<Instruction>(U.getUser())->getFunction()].push_back(&U);
    for (auto &[F, Own] : Uses) {
      if (Own.size() < 2)
        continue;
      IRBuilder<> Builder(&*F->getEntryBlock().getFirstInsertionPt());
      Value *Zero = Builder.getInt64(0);
      Instruction *First = GetElementPtrInst::CreateInBounds(
          Array, &Variable, {Zero, Zero}, Variable.getName() + ".first");
      Builder.Insert(First);
      for (Use *U : Own)
        U->set(First);
    }
  }
}

} // namespace facet
