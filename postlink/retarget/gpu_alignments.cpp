//===- gpu_alignments.cpp - Loops for arrays with aligned rows ------------===//
//
// See gpu_alignments.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_alignments.h"

#include "postlink/retarget/address_terms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// What one access reads at most.
constexpr unsigned AccessBits = 4;
constexpr uint64_t AccessBytes = uint64_t(1) << AccessBits;
/// A loop that is longer has no second version.
constexpr unsigned MostInstructions = 2000;
/// Fewer accesses saved in a round are not worth one.
constexpr unsigned FewestSaved = 3;
/// More conditions than arrays with rows of their own in one loop.
constexpr size_t MostConditions = 4;

/// Loads of neighbours that would be one access, in the order of addresses.
using Neighbours = SmallVector<LoadInst *, 8>;

/// Arguments of the kernel, and how many of their lowest bits must be zero.
using Conditions = MapVector<Value *, unsigned>;

struct Plan {
  Conditions When;
  std::vector<Neighbours> Loads;
  unsigned Saved = 0;
};

class Planner {
public:
  Planner(Function &F, AssumptionCache &Assumptions, DominatorTree &Tree)
      : Layout(F.getDataLayout()), Assumptions(Assumptions), Tree(Tree),
        Terms(Layout) {}

  /// Nullopt if a second version of \p L would not be better.
  std::optional<Plan> planFor(const Loop &L);

private:
  void planBlock(BasicBlock &Block, Plan &P);
  void planGroup(const Sum &Rest, std::map<uint64_t, LoadInst *> &ByOffset,
                 Plan &P);
  bool addConditions(const Sum &Rest, Conditions &When);
  bool addCondition(const Factors &Product, uint64_t Coefficient,
                    Conditions &When);
  unsigned zerosOf(const Value *V) const;

  const DataLayout &Layout;
  AssumptionCache &Assumptions;
  DominatorTree &Tree;
  AddressTerms Terms;
  const Instruction *Place = nullptr;
};

unsigned Planner::zerosOf(const Value *V) const {
  if (V->getType()->isPointerTy())
    return Log2(V->getPointerAlignment(Layout));
  return computeKnownBits(V, Layout, &Assumptions, Place, &Tree)
      .countMinTrailingZeros();
}

/// Makes the product a multiple of AccessBytes, by an argument if need be.
bool Planner::addCondition(const Factors &Product, uint64_t Coefficient,
                           Conditions &When) {
  unsigned Zeros = countr_zero(Coefficient);
  Value *Chosen = nullptr;
  unsigned ChosenZeros = 0;
  for (unsigned Number : Product) {
    Value *Factor = Terms.factor(Number);
    const unsigned Own = zerosOf(Factor);
    Zeros += Own;
    auto *I = dyn_cast<Instruction>(Factor);
    if (!Chosen && Factor->getType()->isIntegerTy() &&
        isKernelArgument(Factor) && (!I || Tree.dominates(I, Place)))
      Chosen = Factor, ChosenZeros = Own;
  }
  if (Zeros >= AccessBits)
    return true;
  if (!Chosen)
    return false;
  unsigned &Wanted = When[Chosen];
  Wanted = std::max(Wanted, AccessBits - Zeros + ChosenZeros);
  return true;
}

bool Planner::addConditions(const Sum &Rest, Conditions &When) {
  return all_of(Rest, [&](const auto &Term) {
    return addCondition(Term.first, Term.second, When);
  });
}

/// Loads of addresses that differ by constants, without writes between them.
void Planner::planGroup(const Sum &Rest,
                        std::map<uint64_t, LoadInst *> &ByOffset, Plan &P) {
  const uint64_t Size =
      Layout.getTypeStoreSize(ByOffset.begin()->second->getType());
  Conditions When = P.When;
  if (Size * ByOffset.size() < AccessBytes || !addConditions(Rest, When) ||
      When.empty() || When.size() > MostConditions)
    return;
  bool Any = false;
  for (auto &[Offset, First] : ByOffset) {
    if (Offset % AccessBytes != 0)
      continue;
    Neighbours Loads;
    for (uint64_t At = Offset; At != Offset + AccessBytes; At += Size)
      if (auto Found = ByOffset.find(At); Found != ByOffset.end())
        Loads.push_back(Found->second);
    if (Loads.size() * Size != AccessBytes)
      continue;
    P.Saved += Loads.size() - 1;
    P.Loads.push_back(std::move(Loads));
    Any = true;
  }
  if (Any)
    P.When = std::move(When);
}

void Planner::planBlock(BasicBlock &Block, Plan &P) {
  using Key = std::pair<Type *, Sum>;
  std::vector<std::pair<Key, std::map<uint64_t, LoadInst *>>> Groups;
  const auto Finish = [&] {
    for (auto &[Which, ByOffset] : Groups)
      planGroup(Which.second, ByOffset, P);
    Groups.clear();
  };
  for (Instruction &I : Block) {
    if (I.mayWriteToMemory())
      Finish();
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple() ||
        Load->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
      continue;
    const uint64_t Bits = Layout.getTypeSizeInBits(Load->getType());
    if (!Load->getType()->isSingleValueType() ||
        Load->getType()->isVectorTy() || (Bits != 32 && Bits != 64))
      continue;
    Sum Rest = Terms.sumOf(Load->getPointerOperand());
    uint64_t Offset = 0;
    if (auto Constant = Rest.find(Factors()); Constant != Rest.end()) {
      Offset = Constant->second;
      Rest.erase(Constant);
    }
    Key Which{Load->getType(), std::move(Rest)};
    auto Group = find_if(Groups, [&](auto &G) { return G.first == Which; });
    if (Group == Groups.end()) {
      Groups.push_back({std::move(Which), {}});
      Group = std::prev(Groups.end());
    }
    Group->second.try_emplace(Offset, Load);
  }
  Finish();
}

std::optional<Plan> Planner::planFor(const Loop &L) {
  unsigned Instructions = 0;
  for (BasicBlock *Block : L.blocks())
    Instructions += Block->sizeWithoutDebug();
  if (Instructions > MostInstructions)
    return std::nullopt;
  Place = Tree.getNode(L.getHeader())->getIDom()->getBlock()->getTerminator();
  Plan P;
  for (BasicBlock *Block : L.blocks())
    planBlock(*Block, P);
  if (P.Saved < FewestSaved)
    return std::nullopt;
  return P;
}

/// True where all \p When hold.
Value *emitCheck(const Conditions &When, IRBuilder<> &Builder) {
  Value *Bits = nullptr;
  for (auto &[Argument, Zeros] : When) {
    Value *Low = Builder.CreateZExtOrTrunc(
        Builder.CreateAnd(Argument,
                          ConstantInt::get(Argument->getType(),
                                           maskTrailingOnes<uint64_t>(Zeros))),
        Builder.getInt32Ty());
    Bits = Bits ? Builder.CreateOr(Bits, Low) : Low;
  }
  return Builder.CreateICmpEQ(Bits, Builder.getInt32(0), "aligned");
}

/// Values of \p L that are used behind it: in the phis of its exits alone.
void addExitsOf(Loop &L, ValueToValueMapTy &Clones) {
  SmallVector<BasicBlock *> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      for (unsigned I = 0, E = Phi.getNumIncomingValues(); I != E; ++I) {
        BasicBlock *From = Phi.getIncomingBlock(I);
        if (!L.contains(From))
          continue;
        Value *V = Phi.getIncomingValue(I), *Clone = Clones.lookup(V);
        Phi.addIncoming(Clone ? Clone : V, cast<BasicBlock>(Clones[From]));
      }
}

void makeVersion(Loop &L, const Plan &P, LoopInfo &Loops, DominatorTree &Tree) {
  BasicBlock *Check = L.getLoopPreheader();
  BasicBlock *Preheader =
      SplitBlock(Check, Check->getTerminator(), &Tree, &Loops);
  ValueToValueMapTy Clones;
  SmallVector<BasicBlock *> Blocks;
  Loop *Aligned = cloneLoopWithPreheader(Preheader, Check, &L, Clones,
                                         ".aligned", &Loops, &Tree, Blocks);
  remapInstructionsInBlocks(Blocks, Clones);
  Instruction *Old = Check->getTerminator();
  IRBuilder<> Builder(Old);
  Builder.CreateCondBr(emitCheck(P.When, Builder), Aligned->getLoopPreheader(),
                       Preheader);
  Old->eraseFromParent();
  addExitsOf(L, Clones);
  // What only blocks of the loop dominated is behind one of two loops now.
  SmallVector<BasicBlock *> Behind;
  for (BasicBlock *Block : L.blocks())
    for (DomTreeNode *Child : *Tree.getNode(Block))
      if (!L.contains(Child->getBlock()))
        Behind.push_back(Child->getBlock());
  for (BasicBlock *Block : Behind)
    Tree.changeImmediateDominator(Block, Check);
  for (const Neighbours &Loads : P.Loads)
    cast<LoadInst>(Clones[Loads.front()])->setAlignment(Align(AccessBytes));
}

} // namespace

PreservedAnalyses AlignedVersions::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<AssumptionAnalysis>(F);
  bool Changed = false;
  SmallVector<Loop *> Innermost;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      Innermost.push_back(L);
  for (Loop *L : Innermost) {
    if (!L->isSafeToClone())
      continue;
    std::optional<Plan> P = Planner(F, Assumptions, Tree).planFor(*L);
    if (!P)
      continue;
    simplifyLoop(L, &Tree, &Loops, nullptr, &Assumptions, nullptr,
                 /*PreserveLCSSA=*/false);
    if (!L->isLoopSimplifyForm())
      continue;
    formLCSSARecursively(*L, Tree, &Loops, nullptr);
    makeVersion(*L, *P, Loops, Tree);
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace facet
