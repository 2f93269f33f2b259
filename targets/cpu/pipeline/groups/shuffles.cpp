//===- shuffles.cpp - Words that work-items read of each other ------------===//
//
// See shuffles.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/groups/shuffles.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

constexpr char PermutePrefix[] = "__facet_permute.";

/// Before the number of bytes of a word that all work-items of a tile read.
constexpr char ForAllPrefix[] = "__facet_word_for_all.";

/// Between the name of a slot and the number of its words, if they are not the
/// first ones of four bytes.
constexpr char SlotSeparator[] = ".", WideSlotSeparator[] = ".wide.";

/// A shuffle of words of eight bytes, until it is lowered.
constexpr char WideShuffle[] = "__facet_wide_shuffle";

/// How long a chain of arithmetic on lanes is followed.
constexpr unsigned MaximumDepth = 12;

/// The name of the function that \p I calls; empty if it calls none that is known.
StringRef calleeNameOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

/// What \p V is in lane \p Lane of a sub-group of \p Size; null if that is not
/// known here.
Constant *valueInLane(Value *V, uint32_t Lane, uint32_t Size,
                      const DataLayout &Layout, unsigned Depth) {
  if (auto *C = dyn_cast<Constant>(V))
    return C;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaximumDepth)
    return nullptr;
  if (auto *Query = dyn_cast<IntrinsicInst>(I)) {
    switch (Query->getIntrinsicID()) {
    case Intrinsic::spv_subgroup_local_invocation_id:
      return ConstantInt::get(I->getType(), Lane);
    case Intrinsic::spv_subgroup_size:
    case Intrinsic::spv_subgroup_max_size:
      return ConstantInt::get(I->getType(), Size);
    default:
      return nullptr;
    }
  }
  if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst>(I))
    return nullptr;
  SmallVector<Constant *> Operands;
  for (Value *Operand : I->operands()) {
    Constant *C = valueInLane(Operand, Lane, Size, Layout, Depth + 1);
    if (!C)
      return nullptr;
    Operands.push_back(C);
  }
  return ConstantFoldInstOperands(I, Operands, Layout);
}

/// Of which lane each lane of a sub-group of \p Size gets the word; nothing if
/// that is not known here. A lane that does not exist leaves open what a
/// work-item gets.
std::optional<SmallVector<uint32_t>> placesOf(CallInst &Shuffle,
                                              uint32_t Size) {
  SmallVector<uint32_t> Places;
  for (uint32_t Lane = 0; Lane != Size; ++Lane) {
    auto *Place = dyn_cast_or_null<ConstantInt>(valueInLane(
        Shuffle.getArgOperand(1), Lane, Size, Shuffle.getDataLayout(), 0));
    if (!Place)
      return std::nullopt;
    Places.push_back(Place->getValue().ult(Size)
                         ? static_cast<uint32_t>(Place->getZExtValue())
                         : Lane);
  }
  return Places;
}

void createSubGroupBarrier(IRBuilder<> &Builder) {
  Type *I32 = Builder.getInt32Ty();
  Builder.CreateCall(
      Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
          builtin::ControlBarrier, Builder.getVoidTy(), I32, I32, I32),
      {Builder.getInt32(ScopeSubGroup), Builder.getInt32(ScopeSubGroup),
       Builder.getInt32(0)});
}

void createPermutation(IRBuilder<> &Builder, ArrayRef<uint32_t> Places,
                       WordsId Words) {
  Constant *Vector = ConstantDataVector::get(Builder.getContext(), Places);
  FunctionCallee Permute =
      Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
          (PermutePrefix + Twine(Places.size())).str(), Builder.getVoidTy(),
          Vector->getType(), Builder.getInt32Ty(), Builder.getInt32Ty());
  cast<Function>(Permute.getCallee())->setConvergent();
  Builder.CreateCall(Permute, {Vector, Builder.getInt32(Words.Number),
                               Builder.getInt32(Words.Bytes)});
}

/// The slot of a work-item in \p Words.
CallInst *createSlot(IRBuilder<> &Builder, WordsId Words) {
  SmallString<32> Name(builtin::ExchangeSlot);
  if (Words.Bytes != sizeof(uint32_t))
    (WideSlotSeparator + Twine(Words.Number)).toVector(Name);
  else if (Words.Number != 0)
    (SlotSeparator + Twine(Words.Number)).toVector(Name);
  CallInst *Slot = Builder.CreateCall(
      Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
          Name, Builder.getPtrTy()),
      {}, "slot");
  // Always the same for a work-item.
  Slot->setDoesNotAccessMemory();
  return Slot;
}

/// The word of lane \p Lane, for all work-items.
CallInst *createWordForAll(IRBuilder<> &Builder, Type *Ty, WordsId Words,
                           Value *Lane) {
  FunctionCallee Read = Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      (ForAllPrefix + Twine(Words.Bytes)).str(), Ty, Builder.getInt32Ty(),
      Builder.getInt32Ty());
  cast<Function>(Read.getCallee())->setConvergent();
  return Builder.CreateCall(Read, {Lane, Builder.getInt32(Words.Number)});
}

/// A shuffle that is being lowered, and its parts.
struct Exchange {
  CallInst *Call;
  /// Of which lanes the work-items get words, if that is known.
  std::optional<SmallVector<uint32_t>> Places;
  /// All of a tile get the word of one lane.
  bool IsForAll = false;
  WordsId Words{};
  CallInst *Slot = nullptr;
  Value *Word = nullptr;
};

/// The word of the lane that all work-items name.
Value *readForAll(IRBuilder<> &Builder, const Exchange &E, uint32_t WholeSize) {
  // A lane that does not exist leaves open what they get.
  Value *Place = E.Places ? Builder.getInt32(E.Places->front())
                          : Builder.CreateBinaryIntrinsic(
                                Intrinsic::umin, E.Call->getArgOperand(1),
                                Builder.getInt32(WholeSize - 1));
  return createWordForAll(Builder, E.Call->getType(), E.Words, Place);
}

/// The word of the lane that a work-item names.
Value *readOther(IRBuilder<> &Builder, const Exchange &E) {
  Value *Lane = Builder.CreateIntrinsic(
      Builder.getInt32Ty(), Intrinsic::spv_subgroup_local_invocation_id, {});
  Value *Distance = Builder.CreateSub(E.Call->getArgOperand(1), Lane);
  Value *Other = Builder.CreateGEP(
      E.Call->getType(), E.Slot,
      Builder.CreateSExt(Distance, Builder.getInt64Ty()));
  return Builder.CreateLoad(E.Call->getType(), Other);
}

/// Lowers shuffles side by side, none of which waits for another, by the same
/// two barriers.
void lowerTogether(MutableArrayRef<Exchange> Batch, uint32_t WholeSize) {
  IRBuilder<> Builder(Batch.back().Call);
  for (Exchange &E : Batch) {
    E.Slot = createSlot(Builder, E.Words);
    Builder.CreateStore(E.Call->getArgOperand(0), E.Slot);
  }
  createSubGroupBarrier(Builder);
  for (Exchange &E : Batch)
    if (E.IsForAll)
      E.Word = readForAll(Builder, E, WholeSize);
    else if (E.Places)
      createPermutation(Builder, *E.Places, E.Words);
    else
      E.Word = readOther(Builder, E);
  createSubGroupBarrier(Builder);
  for (Exchange &E : Batch) {
    // What has changed places is the work-item's own until the next shuffle.
    if (!E.Word)
      E.Word = Builder.CreateLoad(E.Call->getType(), E.Slot);
    E.Call->replaceAllUsesWith(E.Word);
    E.Call->eraseFromParent();
  }
}

bool isWideShuffle(const Instruction &I) {
  return calleeNameOf(I) == WideShuffle;
}

/// \p Low and \p High give the halves of one number, \p Both, of 64 bits.
void createWideShuffle(CallInst &Low, CallInst &High, Value &Both) {
  IRBuilder<> Builder(&Low);
  FunctionCallee Callee = Low.getModule()->getOrInsertFunction(
      WideShuffle, Builder.getInt64Ty(), Builder.getInt64Ty(),
      Builder.getInt32Ty());
  cast<Function>(Callee.getCallee())->setConvergent();
  CallInst *Wide =
      Builder.CreateCall(Callee, {&Both, Low.getArgOperand(1)}, "both");
  Low.replaceAllUsesWith(Builder.CreateTrunc(Wide, Builder.getInt32Ty()));
  High.replaceAllUsesWith(
      Builder.CreateTrunc(Builder.CreateLShr(Wide, 32), Builder.getInt32Ty()));
}

/// Makes one shuffle of two of the halves of a number by which work-items of
/// whole sub-groups, of \p Size, read from known places: words of each half, side
/// by side, would be taken out of the numbers and put together again.
void joinHalves(Function &F, uint32_t Size) {
  for (BasicBlock &Block : F) {
    // By the number and who is asked.
    DenseMap<std::pair<Value *, Value *>, CallInst *> LowHalves;
    SmallVector<Instruction *> Joined;
    for (Instruction &I : make_early_inc_range(Block)) {
      if (!isShuffle(I))
        continue;
      auto &Call = cast<CallInst>(I);
      Value *Both;
      if (match(Call.getArgOperand(0), m_Trunc(m_LShr(m_Value(Both),
                                                      m_SpecificInt(32)))) &&
          Both->getType()->isIntegerTy(64)) {
        auto Found = LowHalves.find({Both, Call.getArgOperand(1)});
        if (Found == LowHalves.end() || !placesOf(Call, Size))
          continue;
        createWideShuffle(*Found->second, Call, *Both);
        Joined.append({Found->second, &Call});
        LowHalves.erase(Found);
      } else if (match(Call.getArgOperand(0), m_Trunc(m_Value(Both))) &&
                 Both->getType()->isIntegerTy(64)) {
        LowHalves[{Both, Call.getArgOperand(1)}] = &Call;
      }
    }
    for (Instruction *I : Joined)
      I->eraseFromParent();
  }
}

/// Shuffles that have the same two barriers.
constexpr unsigned LongestBatch = 16;

/// Brings shuffles of a block that do not wait for each other together.
class Gathering {
public:
  explicit Gathering(BasicBlock &Block) : Block(Block) {}

  void run() {
    for (Instruction &I : make_early_inc_range(Block)) {
      if (isShuffle(I) || isWideShuffle(I)) {
        if (First && Size < LongestBatch && moveOperands(I)) {
          I.moveBefore(std::next(Last->getIterator()));
          ++Size;
        } else {
          First = &I;
          Size = 1;
        }
        Last = &I;
      } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
        // Work-items meet in a shuffle: others see what was stored before.
        First = nullptr;
      }
    }
  }

private:
  /// Moves what \p Shuffle needs before the batch. False, and nothing is moved,
  /// if that is not possible.
  bool moveOperands(Instruction &Shuffle) {
    SetVector<Instruction *> Needed;
    SmallVector<Instruction *> Work{&Shuffle};
    while (!Work.empty())
      for (Value *Operand : Work.pop_back_val()->operands()) {
        auto *I = dyn_cast<Instruction>(Operand);
        if (!I || I->getParent() != &Block || I->comesBefore(First))
          continue;
        if (isShuffle(*I) || isWideShuffle(*I) || isa<PHINode>(I) ||
            I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
          return false;
        if (Needed.insert(I))
          Work.push_back(I);
      }
    SmallVector<Instruction *> InOrder(Needed.begin(), Needed.end());
    sort(InOrder, [](const Instruction *A, const Instruction *B) {
      return A->comesBefore(B);
    });
    for (Instruction *I : InOrder)
      I->moveBefore(First->getIterator());
    return true;
  }

  BasicBlock &Block;
  Instruction *First = nullptr, *Last = nullptr;
  unsigned Size = 0;
};

} // namespace

bool isShuffle(const Instruction &I) {
  return calleeNameOf(I) == builtin::SubGroupShuffle;
}

bool hasShuffles(Function &F) { return any_of(instructions(F), isShuffle); }

void gatherShuffles(Function &F) {
  for (BasicBlock &Block : F)
    Gathering(Block).run();
}

void lowerSubGroupShuffles(Function &F, uint32_t WholeSize,
                           function_ref<bool(const Use &)> IsTheSame) {
  if (!hasShuffles(F))
    return;
  // What is not executed by all may be executed between the steps of a shuffle
  // of others, behind the same branch, and lets their words change places, too.
  const PostDominatorTree Behind(F);
  unsigned Branched = LongestBatch;
  if (WholeSize != 0) {
    joinHalves(F, WholeSize);
    gatherShuffles(F);
  }
  std::vector<std::vector<Exchange>> Batches;
  for (BasicBlock &Block : F) {
    const bool IsForItems = Behind.dominates(&Block, &F.getEntryBlock());
    const CallInst *Last = nullptr;
    for (Instruction &I : Block) {
      if (!isShuffle(I) && !isWideShuffle(I))
        continue;
      auto &Call = cast<CallInst>(I);
      // Side by side, one can only wait for another by its own operands.
      if (WholeSize == 0 || !Last || Call.getPrevNode() != Last ||
          Batches.back().size() == LongestBatch ||
          any_of(Batches.back(), [&](const Exchange &Before) {
            return is_contained(Call.args(), Before.Call);
          }))
        Batches.emplace_back();
      Last = &Call;
      Exchange &E = Batches.back().emplace_back(Exchange{&Call, {}});
      E.Words.Bytes = Call.getType()->getIntegerBitWidth() / 8;
      if (WholeSize == 0)
        continue;
      E.Places = placesOf(Call, WholeSize);
      E.IsForAll = IsTheSame && (E.Places ? all_equal(*E.Places)
                                          : IsTheSame(Call.getArgOperandUse(1)));
      E.Words.Number = IsForItems ? Batches.back().size() - 1 : Branched++;
    }
  }
  for (auto &Batch : Batches)
    lowerTogether(Batch, WholeSize);
}

bool isWordForAll(const Instruction &I) {
  return calleeNameOf(I).starts_with(ForAllPrefix);
}

WordsId wordsOfRead(const Instruction &Read) {
  auto &Call = cast<CallInst>(Read);
  return {static_cast<unsigned>(
              cast<ConstantInt>(Call.getArgOperand(1))->getZExtValue()),
          Read.getType()->getIntegerBitWidth() / 8};
}

std::optional<WordsId> slotWordsOf(const Instruction &I) {
  StringRef Name = calleeNameOf(I);
  if (!Name.consume_front(builtin::ExchangeSlot))
    return std::nullopt;
  WordsId Words{0, sizeof(uint32_t)};
  if (Name.consume_front(WideSlotSeparator))
    Words.Bytes = sizeof(uint64_t);
  else
    Name.consume_front(SlotSeparator);
  Name.getAsInteger(10, Words.Number);
  return Words;
}

WordsId permutedWordsOf(const Instruction &Permutation) {
  const auto Operand = [&](unsigned Number) {
    return static_cast<unsigned>(
        cast<ConstantInt>(cast<CallInst>(Permutation).getArgOperand(Number))
            ->getZExtValue());
  };
  return {Operand(1), Operand(2)};
}

bool isPermutation(const Instruction &I) {
  return calleeNameOf(I).starts_with(PermutePrefix);
}

void permuteWords(Instruction &Before, Value &Words, Value &SubGroups,
                  const Instruction &Permutation) {
  auto *Places = cast<Constant>(cast<CallInst>(Permutation).getArgOperand(0));
  auto *Ty = cast<FixedVectorType>(Places->getType());
  SmallVector<int> Mask;
  for (unsigned I = 0; I != Ty->getNumElements(); ++I)
    Mask.push_back(static_cast<int>(
        cast<ConstantInt>(Places->getAggregateElement(I))->getZExtValue()));
  IRBuilder<> Builder(&Before);
  const unsigned Bytes = permutedWordsOf(Permutation).Bytes;
  auto *WordsTy = FixedVectorType::get(Builder.getIntNTy(8 * Bytes),
                                       Ty->getNumElements());
  Value *Own = &Words;
  if (auto *Known = dyn_cast<ConstantInt>(&SubGroups);
      !Known || !Known->isOne()) {
    auto [Body, SubGroup] =
        SplitBlockAndInsertSimpleForLoop(&SubGroups, Before.getIterator());
    Builder.SetInsertPoint(Body);
    Own = Builder.CreateGEP(
        WordsTy->getElementType(), &Words,
        Builder.CreateNUWMul(SubGroup,
                             Builder.getInt64(Ty->getNumElements())));
  }
  Value *All =
      Builder.CreateAlignedLoad(WordsTy, Own, Align(Bytes));
  Builder.CreateAlignedStore(Builder.CreateShuffleVector(All, Mask), Own,
                             Align(Bytes));
}

} // namespace facet
