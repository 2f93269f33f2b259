//===- combinations.cpp - Values that a work-group combines ---------------===//
//
// See combinations.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/groups/combinations.h"

#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/local_arena.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace facet {
namespace {

constexpr char CombinePrefix[] = "__facet_combine.";
constexpr char CombinedPrefix[] = "__facet_combined.";

/// Of a variable in scratch memory: the widest value.
constexpr uint64_t VariableBytes = 8;

const Function *calleeOf(const Value &V) {
  auto *Call = dyn_cast<CallInst>(&V);
  return Call ? Call->getCalledFunction() : nullptr;
}

StringRef suffixOf(Type *Ty) {
  if (Ty->isFloatTy())
    return "f32";
  if (Ty->isDoubleTy())
    return "f64";
  return Ty->isIntegerTy(32) ? "u32" : "u64";
}

CallInst *createBarrier(IRBuilder<> &Builder) {
  Type *I32 = Builder.getInt32Ty();
  Module &M = *Builder.GetInsertBlock()->getModule();
  return Builder.CreateCall(
      M.getOrInsertFunction(builtin::ControlBarrier, Builder.getVoidTy(), I32,
                            I32, I32),
      {Builder.getInt32(ScopeWorkGroup), Builder.getInt32(ScopeWorkGroup),
       Builder.getInt32(0)});
}

FunctionCallee partOfCombination(Module &M, const Twine &Name,
                                 FunctionType *Ty) {
  SmallString<64> Buffer;
  FunctionCallee Part = M.getOrInsertFunction(Name.toStringRef(Buffer), Ty);
  auto *F = cast<Function>(Part.getCallee());
  F->setConvergent();
  F->setDoesNotThrow();
  return Part;
}

Intrinsic::ID minimumOf(GroupOperation Operation, bool IsFloat) {
  switch (Operation) {
  case GroupOperation::Minimum:
    return IsFloat ? Intrinsic::minimumnum : Intrinsic::smin;
  case GroupOperation::Maximum:
    return IsFloat ? Intrinsic::maximumnum : Intrinsic::smax;
  case GroupOperation::UnsignedMinimum:
    return Intrinsic::umin;
  default:
    return Intrinsic::umax;
  }
}

/// True for the work-item whose ids are all zero.
Value *isFirstItem(IRBuilder<> &Builder) {
  Value *Any = Builder.getInt64(0);
  for (unsigned D : {0, 1, 2})
    Any = Builder.CreateOr(
        Any, Builder.CreateIntrinsic(Builder.getInt64Ty(),
                                     Intrinsic::spv_thread_id_in_group,
                                     {Builder.getInt32(D)}));
  return Builder.CreateICmpEQ(Any, Builder.getInt64(0));
}

/// The number of the variable of a part.
uint64_t variableOf(const Instruction &I) {
  return cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0))->getZExtValue();
}

bool readsVariable(const Value &V) {
  const Function *Callee = calleeOf(V);
  return Callee && Callee->getName().starts_with(CombinedPrefix);
}

} // namespace

bool isGroupCombination(const Function &F) {
  return F.getName().starts_with(builtin::GroupCombinePrefix);
}

bool isPartOfCombination(const Function &F) {
  return F.getName().starts_with(CombinePrefix) ||
         F.getName().starts_with(CombinedPrefix);
}

bool isCombined(const Value &V) {
  const Function *Callee = calleeOf(V);
  return readsVariable(V) || (Callee && isGroupCombination(*Callee));
}

CombineCall CombineCall::of(Instruction &I) {
  const Function *Callee = calleeOf(I);
  if (!Callee || !Callee->getName().starts_with(CombinePrefix))
    return {};
  auto *Call = cast<CallInst>(&I);
  const auto Number = [&](unsigned Operand) {
    return cast<ConstantInt>(Call->getArgOperand(Operand))->getZExtValue();
  };
  return {Call, Number(0), static_cast<GroupOperation>(Number(1)),
          Call->getArgOperand(2)};
}

Type *CombineCall::type() const { return X->getType(); }

Constant *CombineCall::identity() const {
  Type *Ty = type();
  const unsigned Bits = Ty->getScalarSizeInBits();
  switch (Operation) {
  case GroupOperation::Add:
    return Ty->isFloatingPointTy() ? ConstantFP::getNegativeZero(Ty)
                                   : Constant::getNullValue(Ty);
  case GroupOperation::Multiply:
    return Ty->isFloatingPointTy() ? ConstantFP::get(Ty, 1.0)
                                   : ConstantInt::get(Ty, 1);
  case GroupOperation::And:
  case GroupOperation::UnsignedMinimum:
    return Constant::getAllOnesValue(Ty);
  case GroupOperation::Or:
  case GroupOperation::Xor:
  case GroupOperation::UnsignedMaximum:
    return Constant::getNullValue(Ty);
  case GroupOperation::Minimum:
    // A minimum of numbers takes the other operand of a NaN.
    return Ty->isFloatingPointTy() ? ConstantFP::getNaN(Ty)
                                   : static_cast<Constant *>(ConstantInt::get(
                                         Ty, APInt::getSignedMaxValue(Bits)));
  case GroupOperation::Maximum:
    return Ty->isFloatingPointTy() ? ConstantFP::getNaN(Ty)
                                   : static_cast<Constant *>(ConstantInt::get(
                                         Ty, APInt::getSignedMinValue(Bits)));
  }
  llvm_unreachable("not a group operation");
}

Value *CombineCall::combine(IRBuilder<> &Builder, Value *Sum) const {
  const bool IsFloat = type()->isFloatingPointTy();
  IRBuilderBase::FastMathFlagGuard Guard(Builder);
  FastMathFlags Flags;
  const auto Binary = [&](unsigned OfIntegers, unsigned OfFloats) {
    Flags.setAllowReassoc();
    Builder.setFastMathFlags(Flags);
    return Builder.CreateBinOp(
        static_cast<Instruction::BinaryOps>(IsFloat ? OfFloats : OfIntegers),
        Sum, X);
  };
  switch (Operation) {
  case GroupOperation::Add:
    return Binary(Instruction::Add, Instruction::FAdd);
  case GroupOperation::Multiply:
    return Binary(Instruction::Mul, Instruction::FMul);
  case GroupOperation::And:
    return Binary(Instruction::And, 0);
  case GroupOperation::Or:
    return Binary(Instruction::Or, 0);
  case GroupOperation::Xor:
    return Binary(Instruction::Xor, 0);
  default:
    // SYCL's minimum does not tell zeros apart.
    Flags.setNoSignedZeros();
    if (IsFloat)
      Builder.setFastMathFlags(Flags);
    return Builder.CreateBinaryIntrinsic(minimumOf(Operation, IsFloat), Sum, X);
  }
}

void splitGroupCombinations(Function &F) {
  Module &M = *F.getParent();
  uint32_t Variables = 0;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const Function *Callee = calleeOf(I);
    if (!Callee || !isGroupCombination(*Callee))
      continue;
    auto *Call = cast<CallInst>(&I);
    IRBuilder<> Builder(Call);
    Type *Ty = Call->getType(), *I32 = Builder.getInt32Ty();
    Value *Variable = Builder.getInt32(Variables++);
    Builder.CreateCall(
        partOfCombination(
            M, CombinePrefix + suffixOf(Ty),
            FunctionType::get(Builder.getVoidTy(), {I32, I32, Ty}, false)),
        {Variable, Call->getArgOperand(0), Call->getArgOperand(1)});
    createBarrier(Builder);
    Value *Result = Builder.CreateCall(
        partOfCombination(M, CombinedPrefix + suffixOf(Ty),
                          FunctionType::get(Ty, {I32}, false)),
        {Variable});
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
}

SmallVector<AllocaInst *> placeCombinations(BasicBlock &Entry,
                                            ArrayRef<CombiningLoops> Regions) {
  SmallVector<AllocaInst *> Variables;
  DenseMap<uint64_t, AllocaInst *> Known;
  const auto VariableOf = [&](const Instruction &Part, Type *Ty) {
    AllocaInst *&Result = Known[variableOf(Part)];
    if (!Result) {
      Result = IRBuilder<>(&Entry, Entry.begin())
                   .CreateAlloca(Ty, nullptr, "combined");
      Variables.push_back(Result);
    }
    return Result;
  };
  // A region may read the last sum before its work-items add to the next one.
  SmallVector<std::pair<CombineCall, BasicBlock *>> Combining;
  for (const CombiningLoops &Region : Regions)
    for (BasicBlock *Block : Region.Blocks)
      for (Instruction &I : make_early_inc_range(*Block)) {
        if (CombineCall Each = CombineCall::of(I); Each.Call)
          Combining.push_back({Each, Region.Once});
        if (!readsVariable(I))
          continue;
        I.replaceAllUsesWith(
            IRBuilder<>(Region.Once->getTerminator())
                .CreateLoad(I.getType(), VariableOf(I, I.getType())));
        I.eraseFromParent();
      }
  for (auto [Each, OnceBlock] : Combining) {
    Value *Sum = VariableOf(*Each.Call, Each.type());
    IRBuilder<>(OnceBlock->getTerminator()).CreateStore(Each.identity(), Sum);
    IRBuilder<> Builder(Each.Call);
    Value *Before = Builder.CreateLoad(Each.type(), Sum);
    Builder.CreateStore(Each.combine(Builder, Before), Sum);
    Each.Call->eraseFromParent();
  }
  return Variables;
}

SmallVector<CallInst *> bringCombinationsIntoMemory(Function &F) {
  SmallVector<Instruction *> Parts;
  uint64_t Variables = 0;
  for (Instruction &I : instructions(F)) {
    const Function *Callee = calleeOf(I);
    if (!Callee || !isPartOfCombination(*Callee))
      continue;
    Parts.push_back(&I);
    Variables = std::max(Variables, variableOf(I) + 1);
  }
  Module &M = *F.getParent();
  SmallVector<CallInst *> Barriers;
  // Behind what the kernel has there: local variables live as long as it.
  Expected<uint64_t> Used = groupScratchBytes(F);
  if (!Used) { // who asks for all of it reports that
    consumeError(Used.takeError());
    return Barriers;
  }
  const uint64_t First = alignTo(*Used, VariableBytes);
  for (Instruction *Part : Parts) {
    IRBuilder<> Builder(Part);
    CallInst *Scratch = Builder.CreateCall(
        M.getOrInsertFunction(builtin::GroupScratch, Builder.getPtrTy(),
                              Builder.getInt64Ty()),
        {Builder.getInt64(First + Variables * VariableBytes)});
    Scratch->setDoesNotAccessMemory();
    Value *Variable = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), Scratch,
        First + variableOf(*Part) * VariableBytes);
    const CombineCall Combine = CombineCall::of(*Part);
    if (!Combine.Call) {
      Part->replaceAllUsesWith(Builder.CreateLoad(Part->getType(), Variable));
      // The next value may be that of the same variable.
      Barriers.push_back(createBarrier(Builder));
      Part->eraseFromParent();
      continue;
    }
    Value *IsFirst = isFirstItem(Builder);
    Builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(IsFirst, Part, /*Unreachable=*/false));
    Builder.CreateStore(Combine.X, Variable);
    Builder.SetInsertPoint(Part);
    Barriers.push_back(createBarrier(Builder));
    Builder.SetInsertPoint(SplitBlockAndInsertIfThen(
        Builder.CreateNot(IsFirst), Part, /*Unreachable=*/false));
    Builder.CreateStore(
        Combine.combine(Builder, Builder.CreateLoad(Combine.type(), Variable)),
        Variable);
    Part->eraseFromParent();
  }
  return Barriers;
}

} // namespace facet
