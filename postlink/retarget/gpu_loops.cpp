//===- gpu_loops.cpp - What LLVM leaves out for loops of NVIDIA GPUs ------===//
//
// See gpu_loops.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// More instructions than an unrolled loop may have.
constexpr unsigned MaximumUnrolled = 12000;
/// More rounds than arrays of registers have elements.
constexpr unsigned MaximumRounds = 64;
/// Instructions of rounds that are in flight together: those whose loads are,
/// and those whose long chains of `double` are.
constexpr unsigned InstructionsInFlight = 160;
constexpr unsigned InstructionsOfDoubles = 384;
constexpr unsigned MaximumInFlight = 4;
/// As many registers hold their addresses, and as many what they loaded.
constexpr unsigned LoadsInFlight = 16;
/// With fewer instructions of `double` a round waits for other things.
constexpr unsigned DoublesInFlight = 8;

unsigned instructionsIn(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *Block : L.blocks())
    Count += Block->sizeWithoutDebug();
  return Count;
}

/// True if \p Address is in a private array, at an index that \p L counts.
bool isIndexOfPrivateArray(Value *Address, const Loop &L, ScalarEvolution &SE) {
  auto *Array =
      dyn_cast<AllocaInst>(getUnderlyingObject(Address, /*MaxLookup=*/12));
  if (!Array || L.contains(Array) || !Array->isStaticAlloca())
    return false;
  return !SE.isLoopInvariant(SE.getSCEV(Address), &L);
}

bool indexesPrivateArray(const Loop &L, ScalarEvolution &SE) {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto *Address = getLoadStorePointerOperand(&I))
        if (isIndexOfPrivateArray(const_cast<Value *>(Address), L, SE))
          return true;
  return false;
}

/// What each round of a loop does that takes long.
struct RoundWork {
  /// What other rounds do not load.
  unsigned Loads = 0;
  /// Arithmetic of `double`.
  unsigned Doubles = 0;
};

/// Nullopt if the loop may make work-items meet. Calls are of paths that are
/// rarely taken: the others are inlined.
std::optional<RoundWork> workOfRounds(const Loop &L, ScalarEvolution &SE) {
  RoundWork Work;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Call->isConvergent())
          return std::nullopt;
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Work.Loads +=
            Load->isSimple() &&
            !SE.isLoopInvariant(SE.getSCEV(Load->getPointerOperand()), &L);
      Work.Doubles += isa<FPMathOperator>(I) && !isa<PHINode, SelectInst>(I) &&
                      I.getType()->isDoubleTy();
    }
  return Work;
}

/// How many rounds of \p L are to be in flight together; 1: any number.
unsigned roundsInFlight(const Loop &L, ScalarEvolution &SE) {
  if (!L.isInnermost() ||
      isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
    return 1;
  std::optional<RoundWork> Work = workOfRounds(L, SE);
  if (!Work)
    return 1;
  unsigned Most = 0;
  if (Work->Loads && L.getNumBlocks() == 1)
    Most = InstructionsInFlight;
  if (Work->Doubles >= DoublesInFlight && L.getExitingBlock())
    Most = InstructionsOfDoubles;
  return std::min({MaximumInFlight, Most / instructionsIn(L),
                   LoadsInFlight / std::max(Work->Loads, 1u)});
}

/// A loop that we had unrolled, which the assembler may unroll further.
constexpr StringLiteral MayBeUnrolled = "facet.loop.may_be_unrolled";
constexpr StringLiteral NotUnrolled = "llvm.loop.unroll.disable";

/// The name of a property of a loop, or "".
StringRef nameOfProperty(const MDOperand &Operand) {
  auto *Node = dyn_cast<MDNode>(Operand);
  auto *Name = Node && Node->getNumOperands() > 0
                   ? dyn_cast<MDString>(Node->getOperand(0))
                   : nullptr;
  return Name ? Name->getString() : "";
}

bool programDecides(const Loop &L) {
  const MDNode *Id = L.getLoopID();
  return Id && any_of(drop_begin(Id->operands()), [](const MDOperand &Operand) {
           return nameOfProperty(Operand).starts_with("llvm.loop.unroll");
         });
}

/// Gives the properties of \p L, but for those that \p IsDropped.
void setProperties(Loop &L, ArrayRef<Metadata *> New,
                   function_ref<bool(StringRef)> IsDropped) {
  SmallVector<Metadata *> Properties{nullptr};
  if (const MDNode *Id = L.getLoopID())
    for (const MDOperand &Operand : drop_begin(Id->operands()))
      if (!IsDropped(nameOfProperty(Operand)))
        Properties.push_back(Operand);
  append_range(Properties, New);
  MDNode *Id =
      MDNode::getDistinct(L.getHeader()->getContext(), Properties);
  Id->replaceOperandWith(0, Id);
  L.setLoopID(Id);
}

/// \p Times rounds of the loop are one; the loop of what is left stays.
void unrollTimes(Loop &L, unsigned Times) {
  LLVMContext &Context = L.getHeader()->getContext();
  const auto Node = [&](ArrayRef<Metadata *> Parts) -> Metadata * {
    return MDNode::get(Context, Parts);
  };
  const auto Text = [&](StringRef Name) -> Metadata * {
    return MDString::get(Context, Name);
  };
  setProperties(L,
                {Node({Text("llvm.loop.unroll.count"),
                       ConstantAsMetadata::get(ConstantInt::get(
                           Type::getInt32Ty(Context), Times))}),
                 Node({Text("llvm.loop.unroll.followup_unrolled"),
                       Node(Text(NotUnrolled)), Node(Text(MayBeUnrolled))})},
                [](StringRef) { return false; });
}

void requestUnrolling(Loop &L, ScalarEvolution &SE) {
  if (programDecides(L) || !L.getLoopLatch())
    return;
  const unsigned Rounds = SE.getSmallConstantTripCount(&L);
  const unsigned Size = instructionsIn(L);
  if (Rounds > 1 && Rounds <= MaximumRounds &&
      Rounds * Size <= MaximumUnrolled && indexesPrivateArray(L, SE))
    addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
}

void requestRoundsInFlight(Loop &L, ScalarEvolution &SE) {
  if (programDecides(L) || !L.getLoopLatch() ||
      SE.getSmallConstantTripCount(&L) != 0)
    return;
  if (const unsigned Times = roundsInFlight(L, SE); Times > 1)
    unrollTimes(L, Times);
}

//===-- Counts of bits ----------------------------------------------------===//

/// `next = x & (x - 1)`, in each round of a loop that ends once it is zero.
struct BitLoop {
  PHINode *Bits;
  Instruction *Next;
  ICmpInst *End;
};

std::optional<BitLoop> findBitLoop(const Loop &L) {
  BasicBlock *Block = L.getHeader();
  if (L.getNumBlocks() != 1 || !L.getLoopPreheader())
    return std::nullopt;
  auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
  auto *End = Branch && Branch->isConditional()
                  ? dyn_cast<ICmpInst>(Branch->getCondition())
                  : nullptr;
  if (!End || !End->isEquality() || !End->hasOneUse())
    return std::nullopt;
  // The loop goes on where the bits are not zero.
  const bool OnZero = End->getPredicate() == ICmpInst::ICMP_EQ;
  if (Branch->getSuccessor(OnZero ? 1 : 0) != Block)
    return std::nullopt;
  for (PHINode &Bits : Block->phis()) {
    auto *Next = dyn_cast<Instruction>(Bits.getIncomingValueForBlock(Block));
    if (Next && Bits.getType()->isIntegerTy() &&
        match(Next, m_c_And(m_c_Add(m_Specific(&Bits), m_AllOnes()),
                            m_Specific(&Bits))) &&
        match(End, m_c_ICmp(m_Specific(Next), m_Zero())))
      return BitLoop{&Bits, Next, End};
  }
  return std::nullopt;
}

/// Makes the loop end after as many rounds as bits are set, but one at least,
/// which LLVM can say of every value of the loop then.
void countRounds(const Loop &L, const BitLoop &B) {
  BasicBlock *Block = L.getHeader(), *Before = L.getLoopPreheader();
  IRBuilder<> Builder(Before->getTerminator());
  Type *Ty = B.Bits->getType();
  Value *First = B.Bits->getIncomingValueForBlock(Before);
  Value *Count = Builder.CreateBinaryIntrinsic(
      Intrinsic::umax, Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, First),
      ConstantInt::get(Ty, 1));
  auto *Left = PHINode::Create(Ty, 2, "rounds", Block->begin());
  Builder.SetInsertPoint(B.End);
  Value *Next = Builder.CreateNUWSub(Left, ConstantInt::get(Ty, 1));
  Left->addIncoming(Count, Before);
  Left->addIncoming(Next, Block);
  B.End->setOperand(0, Next);
  B.End->setOperand(1, ConstantInt::get(Ty, 0));
}

} // namespace

void countBitsByInstructions(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasOptNone())
      continue;
    DominatorTree Dominators(F);
    LoopInfo Loops(Dominators);
    for (const Loop *L : Loops.getLoopsInPreorder())
      if (auto Found = findBitLoop(*L))
        countRounds(*L, *Found);
  }
}

void requestUnrolling(Module &M, TargetMachine &Machine,
                      const TargetLibraryInfoImpl &Library) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(&Machine);
  Functions.registerPass([&Library] { return TargetLibraryAnalysis(Library); });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasOptNone())
      continue;
    auto &SE = Functions.getResult<ScalarEvolutionAnalysis>(F);
    for (Loop *L : Functions.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      requestUnrolling(*L, SE);
  }
}

PreservedAnalyses RoundsInFlight::run(Function &F,
                                      FunctionAnalysisManager &Analyses) {
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    requestRoundsInFlight(*L, SE);
  return PreservedAnalyses::all();
}

void leaveLoopsToAssembler(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    DominatorTree Dominators(F);
    LoopInfo Loops(Dominators);
    for (Loop *L : Loops.getLoopsInPreorder())
      if (findOptionMDForLoop(L, MayBeUnrolled))
        setProperties(*L, {}, [](StringRef Name) {
          return Name == NotUnrolled || Name == MayBeUnrolled;
        });
  }
}

} // namespace facet
