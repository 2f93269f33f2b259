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
    if (!changesOrder(/*Separate=*/false))
      return false;
    if (!leaveToChecks())
      // Of members that are left, LLVM may make other groups.
      while (changesOrder(/*Separate=*/true)) {
      }
    return true;
  }

private:
  /// True if there are groups that change the order; freezes the addresses of
  /// their members if they are to be separated.
  bool changesOrder(bool Separate) {
    PredicatedScalarEvolution Predicated(Evolution, L);
    InterleavedAccessInfo Groups(Predicated, &L, &Dominators, &Loops, &Access);
    Groups.analyzeInterleaving(
        Target.enableMaskedInterleavedAccessVectorization());
    SmallSetVector<const Group *, 8> Wrong = findWrong(Groups);
    if (Separate)
      for (const Group *G : Wrong)
        freezeAddresses(*G);
    return !Wrong.empty();
  }

  static void freezeAddresses(const Group &G) {
    for (unsigned Index = 0; Index != G.getFactor(); ++Index)
      if (Instruction *Member = G.getMember(Index)) {
        Use &Address = Member->getOperandUse(
            isa<StoreInst>(Member) ? StoreInst::getPointerOperandIndex()
                                   : LoadInst::getPointerOperandIndex());
        Address.set(new FreezeInst(Address.get(), "", Member->getIterator()));
      }
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
            VectorizerParams::RuntimeMemoryCheckThreshold)
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
  findWrong(const InterleavedAccessInfo &Groups) {
    SmallSetVector<const Group *, 8> Wrong;
    if (!Groups.hasGroups())
      return Wrong;
    SmallVector<std::pair<Instruction *, const Group *>> Earlier;
    for (Instruction *I : InOrder) {
      const Group *Here = Groups.getInterleaveGroup(I);
      const unsigned Place = newPlace(*I, Here);
      for (auto [Before, There] : Earlier)
        if ((Here || There) && Here != There &&
            newPlace(*Before, There) > Place && conflict(*Before, *I))
          Wrong.insert(There ? There : Here);
      Earlier.push_back({I, Here});
    }
    return Wrong;
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
    if (!L->isInnermost() || !L->isLoopSimplifyForm() ||
        !L->isAnnotatedParallel())
      continue;
    Changed |= Accesses(*L, Analyses, F).keepOrder();
  }
  return preservedWithBranches(Changed);
}

} // namespace facet
