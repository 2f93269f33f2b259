//===- narrow_loads.cpp - Loads of bytes that a condition leaves out ------===//
//
// See narrow_loads.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/narrow_loads.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace facet {
namespace {

/// Of all x86-64 processors the smallest.
constexpr uint64_t PageBytes = 4096;

/// Elements of the vectors that there are calls for.
constexpr unsigned Lengths[] = {8, 16, 32};

/// What the names of the calls start with.
constexpr StringLiteral Prefix = "facet.narrow.load.";

/// Of elements of \p Bits, one by one or in vectors of \p Length.
std::string nameOf(unsigned Bits, unsigned Length = 0) {
  std::string Element = "i" + utostr(Bits);
  return (Prefix + (Length ? "v" + utostr(Length) : "") + Element).str();
}

//===-- Before the vectorizer ---------------------------------------------===//

class Finder {
public:
  Finder(Function &F, FunctionAnalysisManager &Analyses)
      : Loops(Analyses.getResult<LoopAnalysis>(F)),
        Evolution(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
        Assumptions(Analyses.getResult<AssumptionAnalysis>(F)),
        Target(Analyses.getResult<TargetIRAnalysis>(F)) {}

  struct Found {
    LoadInst *Load;
    /// The address as a number that is linear in all rounds. The program's own
    /// may be so in those alone that load something: `i | 8` is `i + 8` behind
    /// a condition.
    const SCEV *Address;
  };

  SmallVector<Found> run() {
    SmallVector<Found> Result;
    for (Loop *L : Loops.getLoopsInPreorder()) {
      const BasicBlock *Latch = L->getLoopLatch();
      if (!L->isInnermost() || !Latch || !L->isLoopSimplifyForm())
        continue;
      for (BasicBlock *Block : L->blocks())
        for (Instruction &I : *Block)
          if (auto *Load = dyn_cast<LoadInst>(&I);
              Load && !Dominators.dominates(Block, Latch))
            if (const SCEV *Address = linearAddress(*Load, *L))
              Result.push_back({Load, Address});
    }
    return Result;
  }

private:
  /// Null if \p Load is not one that this is for.
  const SCEV *linearAddress(LoadInst &Load, Loop &L) {
    Type *Ty = Load.getType();
    const unsigned Bits = Ty->getScalarSizeInBits();
    if (!Load.isSimple() || Ty->isVectorTy() || (Bits != 8 && Bits != 16) ||
        Load.getPointerAddressSpace() != 0)
      return nullptr;
    const SCEV *Pointer = Evolution.getSCEV(Load.getPointerOperand());
    const auto *Rounds = dyn_cast<SCEVAddRecExpr>(Pointer);
    const auto *Step =
        Rounds && Rounds->getLoop() == &L
            ? dyn_cast<SCEVConstant>(Rounds->getStepRecurrence(Evolution))
            : nullptr;
    if (!Step || Step->getAPInt() != Bits / 8 ||
        Target.isLegalMaskedLoad(FixedVectorType::get(Ty, Lengths[0]),
                                 Load.getAlign(), /*AddressSpace=*/0) ||
        isDereferenceableAndAlignedInLoop(&Load, &L, Evolution, Dominators,
                                          &Assumptions))
      return nullptr;
    const SCEV *Address =
        Evolution.getPtrToIntExpr(Pointer, Type::getInt64Ty(Load.getContext()));
    return isa<SCEVAddRecExpr>(Address) &&
                   SCEVExpander(Evolution, "narrow").isSafeToExpand(Address)
               ? Address
               : nullptr;
  }

  LoopInfo &Loops;
  ScalarEvolution &Evolution;
  DominatorTree &Dominators;
  AssumptionCache &Assumptions;
  const TargetTransformInfo &Target;
};

/// The call that \p Load becomes, from the address \p Number. Of an address
/// that is no pointer LLVM assumes that nothing is stored there, as it does
/// where a loop is parallel.
void makeCall(LoadInst &Load, Value *Number) {
  Module &M = *Load.getModule();
  const unsigned Bits = Load.getType()->getScalarSizeInBits();
  IRBuilder<> Builder(&Load);
  Type *Ty = Builder.getIntNTy(Bits), *Address = Builder.getInt64Ty();
  const AttributeList Attributes = AttributeList().addFnAttributes(
      M.getContext(), AttrBuilder(M.getContext())
                          .addAttribute(Attribute::NoUnwind)
                          .addAttribute(Attribute::WillReturn)
                          .addMemoryAttr(MemoryEffects::readOnly()));
  SmallVector<std::string> Versions;
  for (unsigned Length : Lengths) {
    const std::string Name = nameOf(Bits, Length);
    auto *Mask = FixedVectorType::get(Builder.getInt1Ty(), Length);
    M.getOrInsertFunction(Name, Attributes, FixedVectorType::get(Ty, Length),
                          Address, Mask);
    // LLVM's ABI, with a mask, Length elements, an address that is linear.
    Versions.push_back("_ZGV_LLVM_M" + utostr(Length) + "l" +
                       (Bits == 8 ? "" : utostr(Bits / 8)) + "_" +
                       nameOf(Bits) + "(" + Name + ")");
  }
  CallInst *Call = Builder.CreateCall(
      M.getOrInsertFunction(nameOf(Bits), Attributes, Ty, Address), Number);
  Call->setAttributes(Attributes);
  VFABI::setVectorVariantNames(Call, Versions);
  Call->copyMetadata(Load, {LLVMContext::MD_access_group, LLVMContext::MD_dbg});
  Load.replaceAllUsesWith(Builder.CreateBitCast(Call, Load.getType()));
  Load.eraseFromParent();
}

//===-- Behind it ---------------------------------------------------------===//

/// Loads the elements that \p Call wants.
void expand(CallInst &Call) {
  IRBuilder<> Builder(&Call);
  Type *Ty = Call.getType();
  Value *Number = Call.getArgOperand(0);
  Value *Address = Builder.CreateIntToPtr(Number, Builder.getPtrTy());
  const Align Alignment(Ty->getScalarSizeInBits() / 8);
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (!Vector) {
    Call.replaceAllUsesWith(Builder.CreateAlignedLoad(Ty, Address, Alignment));
    Call.eraseFromParent();
    return;
  }
  // One element that is poison must not be one of the branch.
  Value *Mask = Builder.CreateFreeze(Call.getArgOperand(1));
  Value *Any = Builder.CreateIsNotNull(
      Builder.CreateBitCast(Mask, Builder.getIntNTy(Vector->getNumElements())));
  const uint64_t Bytes =
      Call.getDataLayout().getTypeStoreSize(Ty).getFixedValue();
  BasicBlock *Start = Call.getParent();
  Instruction *Check =
      SplitBlockAndInsertIfThen(Any, Call.getIterator(), false);
  Builder.SetInsertPoint(Check);
  Value *IsInPage = Builder.CreateICmpULE(
      Builder.CreateAnd(Number, Builder.getInt64(PageBytes - 1)),
      Builder.getInt64(PageBytes - Bytes));
  Instruction *Whole = nullptr, *Parts = nullptr;
  SplitBlockAndInsertIfThenElse(
      IsInPage, Check->getIterator(), &Whole, &Parts,
      MDBuilder(Call.getContext()).createLikelyBranchWeights());
  Builder.SetInsertPoint(Whole);
  Value *All = Builder.CreateAlignedLoad(Ty, Address, Alignment);
  Builder.SetInsertPoint(Parts);
  Value *Some = Builder.CreateMaskedLoad(Ty, Address, Alignment, Mask);
  Builder.SetInsertPoint(Check);
  PHINode *Loaded = Builder.CreatePHI(Ty, 2);
  Loaded->addIncoming(All, Whole->getParent());
  Loaded->addIncoming(Some, Parts->getParent());
  Builder.SetInsertPoint(&Call);
  PHINode *Result = Builder.CreatePHI(Ty, 2);
  Result->addIncoming(PoisonValue::get(Ty), Start);
  Result->addIncoming(Loaded, Check->getParent());
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

} // namespace

PreservedAnalyses NarrowLoads::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  if (F.hasFnAttribute(Attribute::SanitizeAddress))
    return PreservedAnalyses::all();
  const SmallVector<Finder::Found> Loads = Finder(F, Analyses).run();
  SCEVExpander Expander(Analyses.getResult<ScalarEvolutionAnalysis>(F),
                        "narrow");
  for (const Finder::Found &Each : Loads)
    makeCall(*Each.Load,
             Expander.expandCodeFor(Each.Address, Each.Address->getType(),
                                    Each.Load->getIterator()));
  if (Loads.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

PreservedAnalyses NarrowLoadsEnd::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with(Prefix))
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    expand(*Call);
  return Calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
