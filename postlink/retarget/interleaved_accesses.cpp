//===- interleaved_accesses.cpp - Accesses that keep their order ----------===//
//
// See interleaved_accesses.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/interleaved_accesses.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

using Group = InterleaveGroup<Instruction>;

/// The loads and stores of one loop, and where vector code would have them.
class Accesses {
public:
  Accesses(Loop &L, FunctionAnalysisManager &Analyses, Function &F)
      : L(L), Loops(Analyses.getResult<LoopAnalysis>(F)),
        Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
        Evolution(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        Target(Analyses.getResult<TargetIRAnalysis>(F)),
        Access(Analyses.getResult<LoopAccessAnalysis>(F).getInfo(L)),
        Library(Analyses.getResult<TargetLibraryAnalysis>(F)),
        Assumptions(Analyses.getResult<AssumptionAnalysis>(F)),
        Known(Analyses.getResult<AAManager>(F)), Aliases(Known) {
    LoopBlocksRPO Blocks(&L);
    Blocks.perform(&Loops);
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        if (getLoadStorePointerOperand(&I)) {
          Places[&I] = InOrder.size();
          InOrder.push_back(&I);
        }
  }

  /// Makes vector code of the loop keep the order. False if it does so anyway.
  bool keepOrder() {
    if (!L.isAnnotatedParallel())
      return keepOrderBesideChecks();
    if (movedMembers(Access).empty())
      return false;
    if (!leaveToChecks())
      separate();
    return true;
  }

private:
  /// Where LLVM has checks of addresses before the loop, it no longer knows what
  /// accesses of one address depend on (LoopAccessInfo::analyzeLoop forgets all
  /// dependences when it retries with checks).
  bool keepOrderBesideChecks() {
    return Access.canVectorizeMemory() &&
           Access.getNumRuntimePointerChecks() != 0 && separate();
  }

  /// False if there are no such groups. Of members that are left, LLVM may make
  /// other groups.
  bool separate() {
    bool Changed = false;
    for (SmallVector<Instruction *> Wrong = movedMembers(Access);
         !Wrong.empty(); Wrong = movedMembers(Access)) {
      for (Instruction *Member : Wrong)
        freezeAddress(*Member);
      Changed = true;
    }
    return Changed;
  }

  /// The members of the groups that change the order, if \p Known is all that
  /// LLVM knows of the accesses.
  SmallVector<Instruction *> movedMembers(const LoopAccessInfo &Known) {
    PredicatedScalarEvolution Predicated(Evolution, L);
    InterleavedAccessInfo Groups(Predicated, &L, &Dominators, &Loops, &Known);
    Groups.analyzeInterleaving(
        Target.enableMaskedInterleavedAccessVectorization());
    SmallVector<Instruction *> Result;
    for (const Group *G : findWrong(Groups, Known))
      for (unsigned Index = 0; Index != G->getFactor(); ++Index)
        if (Instruction *Member = G->getMember(Index))
          Result.push_back(Member);
    return Result;
  }

  static void freezeAddress(Instruction &Member) {
    Use &Address = Member.getOperandUse(
        isa<StoreInst>(Member) ? StoreInst::getPointerOperandIndex()
                               : LoadInst::getPointerOperandIndex());
    Address.set(new FreezeInst(Address.get(), "", Member.getIterator()));
  }

  /// Takes the annotation away if LLVM can check before the loop what it then
  /// has to know: those who write `out[i].x` before they read `in[i].y` seldom
  /// mean one array, and groups are several times as fast.
  bool leaveToChecks() {
    MDNode *Annotated = L.getLoopID();
    L.setLoopID(
        makePostTransformationMetadata(L.getHeader()->getContext(), Annotated,
                                       {"llvm.loop.parallel_accesses"}, {}));
    const LoopAccessInfo Checked(&L, &Evolution, &Target, &Library, &Known,
                                 &Dominators, &Loops, &Assumptions);
    if (Checked.canVectorizeMemory() &&
        Checked.getNumRuntimePointerChecks() <=
            VectorizerParams::RuntimeMemoryCheckThreshold &&
        movedMembers(Checked).empty())
      return true;
    L.setLoopID(Annotated);
    return false;
  }

  unsigned newPlace(const Instruction &I, const Group *Of) const {
    return Places.lookup(Of ? Of->getInsertPos() : &I);
  }

  /// The groups with a member that would come to the other side of an access of
  /// the same memory. Costs as many steps as LLVM takes to find groups.
  SmallSetVector<const Group *, 8>
  findWrong(const InterleavedAccessInfo &Groups, const LoopAccessInfo &Known) {
    SmallSetVector<const Group *, 8> Wrong;
    if (!Groups.hasGroups())
      return Wrong;
    SmallVector<std::pair<Instruction *, const Group *>> Earlier;
    for (Instruction *I : InOrder) {
      const Group *Here = Groups.getInterleaveGroup(I);
      const unsigned Place = newPlace(*I, Here);
      for (auto [Before, There] : Earlier)
        if ((Here || There) && Here != There &&
            newPlace(*Before, There) > Place && conflict(*Before, *I) &&
            !areChecked(Known, *Before, *I))
          Wrong.insert(There ? There : Here);
      Earlier.push_back({I, Here});
    }
    return Wrong;
  }

  /// True if the loop of vectors is left out where the two meet.
  static bool areChecked(const LoopAccessInfo &Known, const Instruction &A,
                         const Instruction &B) {
    const RuntimePointerChecking &Checking =
        *Known.getRuntimePointerChecking();
    const auto Has = [&](const RuntimeCheckingPtrGroup &G,
                         const Instruction &I) {
      return any_of(G.Members, [&](unsigned Pointer) {
        return Checking.getPointerInfo(Pointer).PointerValue ==
               getLoadStorePointerOperand(&I);
      });
    };
    return any_of(Checking.getChecks(), [&](const auto &Check) {
      return (Has(*Check.first, A) && Has(*Check.second, B)) ||
             (Has(*Check.first, B) && Has(*Check.second, A));
    });
  }

  bool conflict(const Instruction &A, const Instruction &B) {
    return (A.mayWriteToMemory() || B.mayWriteToMemory()) &&
           !Aliases.isNoAlias(MemoryLocation::get(&A), MemoryLocation::get(&B));
  }

  Loop &L;
  LoopInfo &Loops;
  DominatorTree &Dominators;
  ScalarEvolution &Evolution;
  TargetTransformInfo &Target;
  const LoopAccessInfo &Access;
  TargetLibraryInfo &Library;
  AssumptionCache &Assumptions;
  AAResults &Known;
  BatchAAResults Aliases;
  DenseMap<const Instruction *, unsigned> Places;
  SmallVector<Instruction *> InOrder;
};

} // namespace

PreservedAnalyses InterleavedAccesses::run(Function &F,
                                           FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->isLoopSimplifyForm())
      continue;
    Changed |= Accesses(*L, Analyses, F).keepOrder();
  }
  return preservedWithBranches(Changed);
}

} // namespace facet
