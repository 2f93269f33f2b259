//===- fission_check.cpp - Work-items of a group are kept apart -----------===//
//
// See findFissionError in cpu_fission.h. A mistake of the transformation gives
// wrong numbers without a word, so its result is proved each time; whoever asks
// takes coroutines where the proof fails.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/fission.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace facet {
namespace {

class Checker {
public:
  explicit Checker(const FissionedGroup &Result) : Result(Result) {
    for (auto [R, Region] : enumerate(Result.Regions))
      for (BasicBlock *Block : Region.Blocks)
        RegionOf[Block] = static_cast<unsigned>(R);
    for (const Instruction &I : instructions(*Result.Group))
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (const Value *Words = wordsAt(Store->getPointerOperand()))
          if (std::optional<unsigned> R = regionOf(Store->getParent()))
            Written.insert({Words, *R});
  }

  std::optional<std::string> check() {
    for (Instruction &I : instructions(*Result.Group)) {
      for (const Use &U : I.operands())
        if (isOfAnotherRegion(U))
          return describe(
              "a value is used outside of the loops that compute it",
              *cast<Instruction>(U.get()));
      if (auto *Alloca = dyn_cast<AllocaInst>(&I);
          Alloca && mixesWorkItems(*Alloca))
        return describe("private memory is shared by work-items", *Alloca);
    }
    for (const AllocaInst *Agreed : Result.Agreements)
      if (!isAgreement(*Agreed))
        return describe("what all work-items say is more than that", *Agreed);
    for (const AllocaInst *Sum : Result.Combinations)
      if (!isCombination(*Sum))
        return describe("what all work-items add to is read before", *Sum);
    return checkVariables();
  }

private:
  static std::string describe(const Twine &What, const Instruction &I) {
    return (What + (I.hasName() ? " ('" + I.getName() + "')" : Twine())).str();
  }

  std::optional<unsigned> regionOf(const BasicBlock *Block) const {
    auto Found = RegionOf.find(Block);
    return Found == RegionOf.end() ? std::nullopt
                                   : std::optional(Found->second);
  }

  std::optional<unsigned> regionOf(const Use &U) const {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    return regionOf(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }

  bool isOfAnotherRegion(const Use &U) const {
    auto *V = dyn_cast<Instruction>(U.get());
    std::optional<unsigned> Owner = V ? regionOf(V->getParent()) : std::nullopt;
    return Owner && Owner != regionOf(U);
  }

  /// Work-items of one region can make it false and do not read it; it is true
  /// before them.
  bool isAgreement(const AllocaInst &Agreed) const {
    std::optional<unsigned> Only;
    return all_of(Agreed.users(), [&](const User *U) {
      auto *I = cast<Instruction>(U);
      auto *Store = dyn_cast<StoreInst>(I);
      std::optional<unsigned> R = regionOf(I->getParent());
      if (!R)
        return isa<LoadInst>(I) ||
               (Store && PatternMatch::match(Store->getValueOperand(),
                                             PatternMatch::m_One()));
      if (Only.value_or(*R) != *R)
        return false;
      Only = R;
      auto *And =
          Store ? dyn_cast<BinaryOperator>(Store->getValueOperand()) : nullptr;
      if (isa<LoadInst>(I) && I->hasOneUse())
        And = dyn_cast<BinaryOperator>(*I->user_begin());
      auto *Before = And ? dyn_cast<LoadInst>(And->getOperand(0)) : nullptr;
      return Before && And->getOpcode() == Instruction::And &&
             And->hasOneUse() && isa<StoreInst>(*And->user_begin()) &&
             Before->getPointerOperand() == &Agreed;
    });
  }

  /// Work-items of one region add to it and do not read it: what they load, they
  /// store with a value of their own.
  bool isCombination(const AllocaInst &Sum) const {
    std::optional<unsigned> Only;
    return all_of(Sum.users(), [&](const User *U) {
      auto *I = cast<Instruction>(U);
      auto *Store = dyn_cast<StoreInst>(I);
      std::optional<unsigned> R = regionOf(I->getParent());
      if (!R)
        return isa<LoadInst>(I) ||
               (Store && isa<Constant>(Store->getValueOperand()));
      if (Only.value_or(*R) != *R)
        return false;
      Only = R;
      auto *New = dyn_cast<Instruction>(
          Store ? Store->getValueOperand()
                : I->hasOneUse() ? *I->user_begin() : nullptr);
      auto *Before = New ? dyn_cast<LoadInst>(New->getOperand(0)) : nullptr;
      return Before && isa<BinaryOperator, IntrinsicInst>(New) &&
             New->hasOneUse() && Before->hasOneUse() &&
             isa<StoreInst>(*New->user_begin()) &&
             Before->getPointerOperand() == &Sum;
    });
  }

  bool mixesWorkItems(const AllocaInst &Alloca) const {
    if (Result.Variables.contains(&Alloca) ||
        Result.Agreements.contains(&Alloca) ||
        Result.Combinations.contains(&Alloca) ||
        Result.Arrays.contains(&Alloca) || &Alloca == Result.GroupScratch)
      return false;
    std::optional<unsigned> Only;
    bool IsBegun = false;
    for (const Use &U : Alloca.uses()) {
      auto *Marker = dyn_cast<IntrinsicInst>(U.getUser());
      if (Marker && Marker->isLifetimeStartOrEnd()) {
        IsBegun |= Marker->getIntrinsicID() == Intrinsic::lifetime_start;
        continue;
      }
      std::optional<unsigned> R = regionOf(U);
      if (!R || Only.value_or(*R) != *R)
        return true;
      Only = R;
    }
    return Only && Result.Regions[*Only].IsRepeated && !IsBegun;
  }

  /// The array of words that \p Address points into, or null.
  const Value *wordsAt(const Value *Address) const {
    while (!Result.Words.contains(Address)) {
      auto *Offset = dyn_cast<GetElementPtrInst>(Address);
      if (!Offset)
        return nullptr;
      Address = Offset->getPointerOperand();
    }
    return Address;
  }

  /// True if \p Load is of words that nobody writes as long as its region lasts.
  bool readsStableWords(const LoadInst &Load) const {
    const Value *Words = wordsAt(Load.getPointerOperand());
    std::optional<unsigned> R = regionOf(Load.getParent());
    return Words && R && !Written.contains({Words, *R});
  }

  bool isOfAll(const AllocaInst *Alloca) const {
    return Result.Agreements.contains(Alloca) ||
           Result.Combinations.contains(Alloca);
  }

  InstructionUniformity uniformityOf(const Value *V) const {
    if (auto *Phi = dyn_cast<PHINode>(V))
      return any_of(Result.Regions,
                    [&](const FissionedGroup::Region &Region) {
                      return is_contained(Region.LocalId, Phi);
                    })
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    auto *I = dyn_cast<Instruction>(V);
    // The entry is executed once.
    if (!I || I->getParent()->isEntryBlock())
      return InstructionUniformity::Default;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      bool IsKnown = Load->hasMetadata(LLVMContext::MD_invariant_load) ||
                     readsStableWords(*Load) ||
                     Result.Variables.contains(
                         dyn_cast<AllocaInst>(Load->getPointerOperand())) ||
                     (!regionOf(Load->getParent()) &&
                      isOfAll(dyn_cast<AllocaInst>(Load->getPointerOperand())));
      return IsKnown ? InstructionUniformity::Default
                     : InstructionUniformity::NeverUniform;
    }
    if (auto *Call = dyn_cast<CallBase>(I))
      return uniformityOfCall(*Call);
    return I->isAtomic() ? InstructionUniformity::NeverUniform
                         : InstructionUniformity::Default;
  }

  /// Private memory is at one address for all work-items, but its contents
  /// differ; a variable of the group has no use for its address.
  std::optional<std::string> checkVariables() {
    CpuUniformity Analysis(*Result.Group,
                           [this](const Value *V) { return uniformityOf(V); });
    for (const FissionedGroup::Region &Region : Result.Regions)
      for (BasicBlock *Block : Region.Blocks)
        for (Instruction &I : *Block) {
          auto *Store = dyn_cast<StoreInst>(&I);
          auto *To = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand())
                           : nullptr;
          if (To && Result.Variables.contains(To) &&
              Analysis.uniformity().isDivergentUse(Store->getOperandUse(0)))
            return describe("work-items disagree on a value of the group", *To);
        }
    return std::nullopt;
  }

  const FissionedGroup &Result;
  DenseMap<const BasicBlock *, unsigned> RegionOf;
  /// Arrays of words, and regions that store into them.
  DenseSet<std::pair<const Value *, unsigned>> Written;
};

} // namespace

std::optional<std::string> findFissionError(const FissionedGroup &Result) {
  return Checker(Result).check();
}

} // namespace facet
