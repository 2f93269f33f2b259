//===- definedness_checks.cpp - Whether values are undefined --------------===//
//
// See definedness_checks.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/definedness_checks.h"

#include "compiler/ir/variable_addresses.h"
#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/memory_sanitizer_calls.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Instrumentation/MemorySanitizer.h"

using namespace llvm;

namespace facet {
namespace {

/// Of kernels and of their group functions.
constexpr char CheckedAttribute[] = "facet-checked-definedness";

/// True for what was made of operands, so that it is undefined if they are;
/// false for what was read, or put together from what was read. \p Seen: PHI
/// nodes that are being asked.
bool isComputed(const Value &V, SmallPtrSetImpl<const PHINode *> &Seen) {
  const auto IsChosen = [&](const Value &From) {
    return isa<Constant>(From) || isComputed(From, Seen);
  };
  if (auto *Cast = dyn_cast<CastInst>(&V))
    switch (Cast->getOpcode()) {
    case Instruction::Trunc: { // of a member of what was read as one number?
      auto *Part = dyn_cast<BinaryOperator>(Cast->getOperand(0));
      return !(Part && Part->isShift()) &&
             isComputed(*Cast->getOperand(0), Seen);
    }
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::BitCast:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return isComputed(*Cast->getOperand(0), Seen);
    default: // of floating-point numbers
      return true;
    }
  if (auto *Operator = dyn_cast<BinaryOperator>(&V)) // or both comparisons
    return !Operator->isBitwiseLogicOp() || V.getType()->isIntOrIntVectorTy(1);
  if (auto *Choice = dyn_cast<SelectInst>(&V))
    return IsChosen(*Choice->getTrueValue()) &&
           IsChosen(*Choice->getFalseValue());
  if (auto *Choice = dyn_cast<PHINode>(&V))
    return !Seen.insert(Choice).second ||
           all_of(Choice->incoming_values(),
                  [&](const Use &From) { return IsChosen(*From); });
  if (auto *Call = dyn_cast<IntrinsicInst>(&V))
    return V.getType()->isFloatingPointTy() && !Call->isAssumeLikeIntrinsic();
  return isa<CmpInst>(V) || isa<UnaryOperator>(V);
}

/// As an integer of 64 bits; null for what is not one value of at most as many.
Value *asNumber(IRBuilder<> &Builder, Value *V) {
  constexpr unsigned MostBits = 64;
  Type *Ty = V->getType();
  if (Ty->isPointerTy())
    return Builder.CreatePtrToInt(V, Builder.getInt64Ty());
  if (Ty->isFloatingPointTy() && Ty->getPrimitiveSizeInBits() <= MostBits)
    V = Builder.CreateBitCast(
        V, Builder.getIntNTy(Ty->getPrimitiveSizeInBits().getFixedValue()));
  else if (!Ty->isIntegerTy() || Ty->getIntegerBitWidth() > MostBits)
    return nullptr;
  return Builder.CreateZExt(V, Builder.getInt64Ty());
}

/// The value that an atomic operation reads, to be checked; null if it reads
/// none.
Value *valueBefore(IRBuilder<> &Builder, Instruction &Atomic) {
  if (auto *Update = dyn_cast<AtomicRMWInst>(&Atomic))
    return Update->getOperation() == AtomicRMWInst::Xchg
               ? nullptr
               : Builder.CreateAlignedLoad(Update->getType(),
                                           Update->getPointerOperand(),
                                           Update->getAlign());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Atomic))
    return Builder.CreateAlignedLoad(Exchange->getNewValOperand()->getType(),
                                     Exchange->getPointerOperand(),
                                     Exchange->getAlign());
  return nullptr;
}

void setWay(Function &F, Definedness Way) {
  if (Way == Definedness::Checked)
    F.addFnAttr(Attribute::SanitizeMemory);
  else if (Way == Definedness::Ignored)
    F.addFnAttr(Attribute::DisableSanitizerInstrumentation);
}

/// True if \p Pointer, and what is made of it, is only loaded from.
bool isOnlyLoaded(const Value &Pointer) {
  SmallVector<const Value *> Work = {&Pointer};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *Load = dyn_cast<LoadInst>(U);
      if (Load && Load->isSimple())
        continue;
      if (!isa<GetElementPtrInst>(U) && !isa<AddrSpaceCastInst>(U))
        return false;
      Work.push_back(U);
    }
  return true;
}

/// What a kernel is launched with is defined: MemorySanitizer has nothing to do
/// with it.
void takeArgumentsAsDefined(Function &Kernel) {
  for (Argument &A : Kernel.args())
    if (A.hasByValAttr() && isOnlyLoaded(A))
      A.addAttr(Attribute::get(Kernel.getContext(), DefinedArgument));
  for (Instruction &I : instructions(Kernel))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (auto *A = dyn_cast<Argument>(getUnderlyingObject(
              Load->getPointerOperand(), /*MaxLookup=*/0));
          A && isDefinedArgument(*A))
        Load->setNoSanitizeMetadata();
}

/// What the runtime tells kernels is defined, and barriers have no values:
/// MemorySanitizer would take them for functions that say what of their results
/// is undefined.
void takeQueriesAsDefined(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee &&
        is_contained({StringRef(builtin::LocalArena),
                      StringRef(LocalVariableBuiltin),
                      StringRef(builtin::AccessStamp),
                      StringRef(builtin::ExchangeSlot),
                      StringRef(builtin::WaitSlot),
                      StringRef(builtin::WaitForOthers),
                      StringRef(builtin::ControlBarrier),
                      StringRef(builtin::MemoryBarrier)},
                     Callee->getName()))
      Call->setNoSanitizeMetadata();
  }
}

void addMemorySanitizer(function_ref<void(ModulePassManager)> RunPasses) {
  MemorySanitizerOptions Options(/*TrackOrigins=*/1, /*Recover=*/true,
                                 /*Kernel=*/true);
  Options.TrackOrigins = 1; // not 2, as kernels of operating systems have it
  ModulePassManager Passes;
  Passes.addPass(MemorySanitizerPass(Options));
  RunPasses(std::move(Passes));
}

} // namespace

SmallVector<CallInst *> observeValues(ArrayRef<Access> Shared,
                                      const RuntimeCalls &Runtime,
                                      AccessDescriptions &Texts) {
  SmallVector<CallInst *> Calls;
  for (const Access &A : Shared) {
    IRBuilder<> Builder(A.I);
    Access Use = A;
    Value *V;
    if (auto *Store = dyn_cast<StoreInst>(A.I)) {
      V = Store->getValueOperand();
      if (isa<Constant>(V))
        continue;
      SmallPtrSet<const PHINode *, 4> Seen;
      Use.Flags = isComputed(*V, Seen) ? 0 : FACET_CPU_IS_COPY;
    } else {
      V = valueBefore(Builder, *A.I);
      Use.Kind = FACET_CPU_UPDATE;
      Use.Flags = 0;
    }
    Value *Number = V ? asNumber(Builder, V) : nullptr;
    if (!Number)
      continue;
    const uint64_t Bits = A.I->getDataLayout().getTypeSizeInBits(V->getType());
    Calls.push_back(
        Runtime.call(Builder, offsetof(facet_cpu_checks, stored),
                     {Number, Texts.describe(Use), Builder.getInt64(Bits)},
                     Builder.getVoidTy()));
  }
  return Calls;
}

void checkDefinedness(Module &M, GlobalVariable &Table,
                      AccessDescriptions &Texts, ArrayRef<CallInst *> Observed,
                      function_ref<Definedness(const Function &)> WayOf,
                      function_ref<bool(const Function &)> IsKernel,
                      function_ref<void(ModulePassManager)> RunPasses) {
  DenseSet<const Instruction *> Original;
  SmallVector<Function *> Functions;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    setWay(F, WayOf(F));
    if (IsKernel(F) && F.hasFnAttribute(Attribute::SanitizeMemory)) {
      F.addFnAttr(CheckedAttribute);
      takeArgumentsAsDefined(F);
      // Through memory, which knows what is undefined.
      lowerSubGroupShuffles(F);
      splitGroupCombinations(F);
      bringCombinationsIntoMemory(F);
    }
    takeQueriesAsDefined(F);
    Functions.push_back(&F);
    for (const Instruction &I : instructions(F))
      Original.insert(&I);
  }
  addMemorySanitizer(RunPasses);
  for (CallInst *Call : Observed)
    callIfUndefined(*Call);
  for (Function *F : Functions) {
    const RuntimeCalls Runtime(Table, /*KnowsWorkItem=*/IsKernel(*F));
    lowerMemorySanitizerCalls(*F, IsKernel(*F), Runtime, Texts, Original);
    F->removeFnAttr(Attribute::SanitizeMemory);
    F->removeFnAttr(Attribute::DisableSanitizerInstrumentation);
  }
  for (Function &F : make_early_inc_range(M))
    if (F.getName().starts_with("__msan_") && F.use_empty())
      F.eraseFromParent();
}

void makeLocalMemoryUndefined(IRBuilder<> &Builder, Value &Memory,
                              uint64_t Bytes) {
  Function &Group = *Builder.GetInsertBlock()->getParent();
  if (Group.hasFnAttribute(CheckedAttribute))
    makeUndefined(
        RuntimeCalls(*Group.getParent()->getNamedGlobal(FACET_CPU_CHECKS),
                     /*KnowsWorkItem=*/false),
        Builder, &Memory, Builder.getInt64(Bytes), FACET_CPU_OF_LOCAL_MEMORY);
}

} // namespace facet
