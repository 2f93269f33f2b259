//===- memory_sanitizer_calls.cpp - What MemorySanitizer calls ------------===//
//
// See memory_sanitizer_calls.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/memory_sanitizer_calls.h"

#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

/// Where in the state of calls \p Pointer points; nothing if it does not.
std::optional<uint64_t> placeInState(const Value &Pointer,
                                     const DataLayout &Layout) {
  if (!Pointer.getType()->isPointerTy())
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer.getType()), 0);
  auto *State = dyn_cast<CallInst>(Pointer.stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true));
  const Function *Callee = State ? State->getCalledFunction() : nullptr;
  if (!Callee || Callee->getName() != "__msan_get_context_state")
    return std::nullopt;
  return Offset.getZExtValue();
}

std::optional<uint64_t> placeInState(const StoreInst &Store) {
  return placeInState(*Store.getPointerOperand(), Store.getDataLayout());
}

class Lowering {
public:
  Lowering(const RuntimeCalls &Runtime, AccessDescriptions &Texts,
           const DenseSet<const Instruction *> &Original)
      : Runtime(Runtime), Texts(Texts), Original(Original) {}

  void lower(Function &F, bool IsKernel) {
    if (IsKernel)
      lowerStateOfKernel(F);
    SmallVector<CallInst *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getCalledFunction())
        Calls.push_back(Call);
    for (CallInst *Call : Calls)
      lowerCall(*Call, Call->getCalledFunction()->getName());
    if (IsKernel)
      fold(F);
  }

private:
  void lowerCall(CallInst &Call, StringRef Name) {
    // The end of what MemorySanitizer has put before a function's code.
    if (Call.getIntrinsicID() == Intrinsic::donothing)
      Call.eraseFromParent();
    if (!Name.consume_front("__msan_"))
      return;
    if (Name.starts_with("metadata_ptr_for_") && Call.use_empty())
      return Call.eraseFromParent(), void();
    IRBuilder<> Builder(&Call);
    if (Name.starts_with("metadata_ptr_for_"))
      lowerPlaces(Builder, Call);
    else if (Name == "get_context_state")
      Call.replaceAllUsesWith(callState(Builder));
    else if (Name == "warning")
      report(Builder, Call);
    else if (Name == "poison_alloca")
      makeUndefined(Runtime, Builder, Call.getArgOperand(0),
                    Call.getArgOperand(1), FACET_CPU_OF_PRIVATE_MEMORY);
    else if (Name == "unpoison_alloca" || Name == "instrument_asm_store")
      makeDefined(Builder, Call.getArgOperand(0), Call.getArgOperand(1));
    else if (Name == "chain_origin")
      Call.replaceAllUsesWith(Call.getArgOperand(0));
    else if (Name != "set_origin")
      lowerRange(Builder, Call, Name);
    Call.eraseFromParent();
  }

  /// Where the definedness of an address is, and its origin. Relative to where
  /// that of the object begins, which loops then compute once.
  void lowerPlaces(IRBuilder<> &Builder, CallInst &Call) {
    Value *Address = Call.getArgOperand(0);
    Value *Object = getUnderlyingObject(Address, /*MaxLookup=*/0);
    IRBuilder<> First(&Call);
    if (auto *I = dyn_cast<Instruction>(Object)) {
      if (std::optional<BasicBlock::iterator> After =
              I->getInsertionPointAfterDef())
        First.SetInsertPoint(*After);
      else
        Object = Address;
    } else {
      BasicBlock &Entry = Call.getFunction()->getEntryBlock();
      First.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
    }
    Value *Begin = First.CreatePtrToInt(Object, First.getInt64Ty());
    Value *Mask = First.CreatePtrToInt(
        Runtime.field(First, offsetof(facet_cpu_checks, definedness_mask)),
        First.getInt64Ty());
    Value *Offset = First.CreateAnd(Begin, Mask);
    const auto Place = [&](uint64_t Map) -> Value * {
      Value *OfObject = First.CreatePtrAdd(Runtime.field(First, Map), Offset);
      if (Object == Address)
        return OfObject;
      Value *Number = Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
      return Builder.CreatePtrAdd(OfObject, Builder.CreateSub(Number, Begin));
    };
    Value *Bits = Place(offsetof(facet_cpu_checks, definedness));
    Value *Origin = Place(offsetof(facet_cpu_checks, origins));
    if (!isOfWholeGranules(Call))
      Origin = Builder.CreateIntrinsic(
          Intrinsic::ptrmask, {Origin->getType(), Builder.getInt64Ty()},
          {Origin,
           Builder.getInt64(~uint64_t{FACET_CPU_ORIGIN_GRANULE - 1})});
    for (User *U : make_early_inc_range(Call.users())) {
      auto *Part = cast<ExtractValueInst>(U);
      Part->replaceAllUsesWith(Part->getIndices().front() == 0 ? Bits : Origin);
      Part->eraseFromParent();
    }
  }

  /// Whether the address is where an origin is: by what is known of the
  /// access's alignment.
  static bool isOfWholeGranules(const CallInst &Places) {
    const auto IsWhole = [](const User *Access) {
      return getLoadStoreAlignment(Access).value() >= FACET_CPU_ORIGIN_GRANULE;
    };
    for (const User *Part : Places.users())
      if (cast<ExtractValueInst>(Part)->getIndices().front() == 0)
        return !Part->user_empty() && all_of(Part->users(), [&](const User *U) {
          return (isa<LoadInst>(U) || isa<StoreInst>(U)) && IsWhole(U);
        });
    return false;
  }

  CallInst *callState(IRBuilder<> &Builder) const {
    return Runtime.callWithoutIds(
        Builder, offsetof(facet_cpu_checks, call_state), {},
        Builder.getPtrTy());
  }

  /// Nobody passes what of a kernel's arguments is undefined: nothing is. The
  /// state is asked for where something is called, which is rare.
  void lowerStateOfKernel(Function &F) const {
    SmallVector<Instruction *> Uses, Old;
    for (Instruction &I : instructions(F)) {
      if (placeInState(I, F.getDataLayout()))
        Old.push_back(&I); // the state, and parts of it
      else if (any_of(I.operands(), [&](const Value *V) {
                 return placeInState(*V, F.getDataLayout()).has_value();
               }))
        Uses.push_back(&I);
    }
    DenseMap<BasicBlock *, CallInst *> States;
    for (Instruction *I : Uses)
      if (!lowerArgument(*I))
        moveToState(*I, States);
    for (Instruction *I : reverse(Old))
      I->eraseFromParent();
  }

  /// False if \p I reads nothing of the kernel's arguments.
  static bool lowerArgument(Instruction &I) {
    if (auto *Copy = dyn_cast<MemCpyInst>(&I)) {
      if (isOfDefinedArgument(*Copy)) {
        Value *To = Copy->getDest();
        I.eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(To);
        return true;
      }
      IRBuilder<> Builder(&I);
      Builder.CreateMemSet(Copy->getDest(), Builder.getInt8(0),
                           Copy->getLength(), Copy->getDestAlign());
      I.eraseFromParent();
      return true;
    }
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load)
      return false;
    const uint64_t Place =
        *placeInState(*Load->getPointerOperand(), I.getDataLayout());
    if (Place >= offsetof(facet_cpu_call_state, result) &&
        Place < offsetof(facet_cpu_call_state, origins_of_parameters))
      return false;
    if (Place >= offsetof(facet_cpu_call_state, origin_of_result))
      return false;
    I.replaceAllUsesWith(Constant::getNullValue(I.getType()));
    I.eraseFromParent();
    return true;
  }

  /// Nobody asks for the definedness of such memory.
  static bool isOfDefinedArgument(const MemCpyInst &Copy) {
    auto *Part = dyn_cast<ExtractValueInst>(Copy.getDest());
    auto *Places =
        Part ? dyn_cast<CallInst>(Part->getAggregateOperand()) : nullptr;
    auto *A = Places && Places->arg_size() != 0
                  ? dyn_cast<Argument>(Places->getArgOperand(0))
                  : nullptr;
    return A && isDefinedArgument(*A);
  }

  void moveToState(Instruction &I,
                   DenseMap<BasicBlock *, CallInst *> &States) const {
    for (Use &U : I.operands()) {
      const auto Place = placeInState(*U, I.getDataLayout());
      if (!Place)
        continue;
      CallInst *&State = States[I.getParent()];
      if (!State) {
        IRBuilder<> First(&*I.getParent()->getFirstInsertionPt());
        State = callState(First);
      }
      U.set(IRBuilder<>(&I).CreateConstGEP1_64(Type::getInt8Ty(I.getContext()),
                                               State, *Place));
    }
  }

  /// What is done with the undefined value: the instruction before which
  /// MemorySanitizer asks for it.
  const Instruction &userOf(const CallInst &Warning) const {
    const BasicBlock *Block = Warning.getParent()->getSingleSuccessor();
    while (Block) {
      for (const Instruction &I : *Block)
        if (Original.contains(&I) && !isa<PHINode>(I))
          return I;
      // Beside another report.
      const auto *End = dyn_cast<BranchInst>(Block->getTerminator());
      Block = End ? End->getSuccessor(End->getNumSuccessors() - 1) : nullptr;
    }
    return Warning;
  }

  void report(IRBuilder<> &Builder, CallInst &Warning) {
    const Instruction &User = userOf(Warning);
    Access Use = {&Warning, 0, FACET_CPU_OPERAND, 0, Align()};
    if (User.isTerminator() || isa<SelectInst>(User))
      Use.Kind = FACET_CPU_BRANCH;
    else if (isa<LoadInst>(User) || isa<StoreInst>(User) || User.isAtomic() ||
             isa<MemIntrinsic>(User))
      Use.Kind = FACET_CPU_ADDRESS;
    Runtime.call(
        Builder, offsetof(facet_cpu_checks, undefined),
        {Texts.describe(Use),
         Builder.CreateZExt(Warning.getArgOperand(0), Builder.getInt64Ty())},
        Builder.getVoidTy());
  }

  void makeDefined(IRBuilder<> &Builder, Value *Memory, Value *Bytes) const {
    Runtime.callWithoutIds(Builder, offsetof(facet_cpu_checks, make_defined),
                           {Memory, Bytes}, Builder.getVoidTy());
  }

  void lowerRange(IRBuilder<> &Builder, CallInst &Call, StringRef Name) {
    Value *To = Call.getArgOperand(0), *From = Call.getArgOperand(1),
          *Bytes = Call.getArgOperand(2);
    Call.replaceAllUsesWith(To);
    if (Name == "memset") {
      makeDefined(Builder, To, Bytes);
      Builder.CreateMemSet(To, Builder.CreateTrunc(From, Builder.getInt8Ty()),
                           Bytes, MaybeAlign());
      return;
    }
    Runtime.callWithoutIds(Builder,
                           offsetof(facet_cpu_checks, copy_definedness),
                           {To, From, Bytes}, Builder.getVoidTy());
    if (Name == "memcpy")
      Builder.CreateMemCpy(To, MaybeAlign(), From, MaybeAlign(), Bytes);
    else
      Builder.CreateMemMove(To, MaybeAlign(), From, MaybeAlign(), Bytes);
  }

  /// What follows from arguments being defined: false reports.
  static void fold(Function &F) {
    const SimplifyQuery Query(F.getDataLayout());
    for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
      for (Instruction &I : make_early_inc_range(*Block))
        if (Value *Simpler = simplifyInstruction(&I, Query)) {
          I.replaceAllUsesWith(Simpler);
          if (isInstructionTriviallyDead(&I))
            I.eraseFromParent();
        }
    }
    for (BasicBlock &Block : F)
      ConstantFoldTerminator(&Block);
    EliminateUnreachableBlocks(F);
  }

  const RuntimeCalls &Runtime;
  AccessDescriptions &Texts;
  const DenseSet<const Instruction *> &Original;
};

} // namespace

bool isDefinedArgument(const Argument &A) {
  return A.getParent()->getAttributes().hasParamAttr(A.getArgNo(),
                                                     DefinedArgument);
}

/// MemorySanitizer passes the definedness of the arguments in stores before the
/// call: they and the call move to where that of the first one is not zero.
void callIfUndefined(CallInst &Call) {
  SmallVector<Instruction *> Passed;
  Value *Bits = nullptr;
  for (Instruction *I = Call.getPrevNode(); I; I = I->getPrevNode()) {
    auto *Store = dyn_cast<StoreInst>(I);
    const auto Place = Store ? placeInState(*Store) : std::nullopt;
    if (!Place && !isa<GetElementPtrInst>(I))
      break;
    if (Place)
      Passed.push_back(I);
    if (Place == 0)
      Bits = Store->getValueOperand();
  }
  if (!Bits)
    return;
  IRBuilder<> Builder(&Call);
  Instruction *Then = SplitBlockAndInsertIfThen(
      Builder.CreateIsNotNull(Bits), Call.getIterator(), /*Unreachable=*/false,
      MDBuilder(Call.getContext()).createUnlikelyBranchWeights());
  for (Instruction *I : reverse(Passed))
    I->moveBefore(Then->getIterator());
  Call.moveBefore(Then->getIterator());
  // What is made for the call alone: ids, the address of the function.
  for (Use &U : Call.operands())
    if (auto *I = dyn_cast<Instruction>(U);
        I && I->hasOneUse() && !I->mayHaveSideEffects() && !isa<PHINode>(I))
      I->moveBefore(*Then->getParent(), Then->getParent()->begin());
}

void makeUndefined(const RuntimeCalls &Runtime, IRBuilder<> &Builder,
                   Value *Memory, Value *Bytes, facet_cpu_origin Origin) {
  Runtime.callWithoutIds(Builder, offsetof(facet_cpu_checks, make_undefined),
                         {Memory, Bytes, Builder.getInt64(Origin)},
                         Builder.getVoidTy());
}

void lowerMemorySanitizerCalls(Function &F, bool IsKernel,
                               const RuntimeCalls &Runtime,
                               AccessDescriptions &Texts,
                               const DenseSet<const Instruction *> &Original) {
  Lowering(Runtime, Texts, Original).lower(F, IsKernel);
}

} // namespace facet
