//===- local_values.cpp - Values of local memory in registers -------------===//
//
// See local_values.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/local_values.h"

#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Of each, as many as are remembered: the work is linear.
constexpr size_t MaximumKnown = 128;

/// Known values of which a vector is put together.
constexpr size_t MaximumPieces = 8;

/// Bytes of the group's memory.
struct Place {
  const Instruction *Memory; // where it starts
  const Value *Base;
  int64_t First, Size;

  int64_t end() const { return First + Size; }
  bool overlaps(const Place &Other) const {
    if (Memory != Other.Memory && (isa<CallInst>(Memory) ||
                                   isa<CallInst>(Other.Memory)))
      return false; // each request is for other memory
    return Base != Other.Base || (First < Other.end() && Other.First < end());
  }
  bool covers(const Place &Other) const {
    return Base == Other.Base && First <= Other.First && Other.end() <= end();
  }
};

/// A scalar or a vector whose elements lie in memory without gaps.
struct Elements {
  Type *Ty; // of one
  unsigned Count;

  static std::optional<Elements> of(Type *Whole, const DataLayout &Layout) {
    auto *Vector = dyn_cast<FixedVectorType>(Whole);
    Elements Result{Whole->getScalarType(),
                    Vector ? Vector->getNumElements() : 1};
    if (isa<ScalableVectorType>(Whole) || !Result.Ty->isSingleValueType() ||
        !Layout.typeSizeEqualsStoreSize(Result.Ty) ||
        Layout.getTypeAllocSize(Result.Ty) !=
            Layout.getTypeStoreSize(Result.Ty))
      return std::nullopt;
    return Result;
  }
};

/// What lies at a place.
struct Known {
  Place At;
  Value *V;
};

/// True if \p Access may be of the running group's memory: not of what this
/// function or the host has made.
bool mayBeOfGroup(const Instruction &Access) {
  const Value *Address = getLoadStorePointerOperand(&Access);
  return !isOfHost(*Address, *Access.getFunction()) &&
         !isIdentifiedObject(getUnderlyingObject(Address, /*MaxLookup=*/0));
}

std::optional<Place> placeOf(const Instruction &Access) {
  const Value *Address = getLoadStorePointerOperand(&Access);
  const DataLayout &Layout = Access.getDataLayout();
  const TypeSize Size = Layout.getTypeStoreSize(getLoadStoreType(&Access));
  const Instruction *Memory = startOfGroupMemory(*Address);
  if (Size.isScalable() || !Memory)
    return std::nullopt;
  int64_t Offset = 0;
  const Value *Base = GetPointerBaseWithConstantOffset(Address, Offset, Layout);
  return Place{Memory, Base, Offset, int64_t(Size.getFixedValue())};
}

bool isPlain(const Instruction &I) {
  return isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !I.isVolatile();
}

/// A block of a group function.
class LocalValues {
public:
  explicit LocalValues(BasicBlock &Block)
      : Block(Block), Layout(Block.getDataLayout()) {}

  bool run() {
    for (Instruction &I : make_early_inc_range(Block))
      visit(I);
    if (isa<ReturnInst>(Block.getTerminator()))
      eraseDeadStores();
    return Changed;
  }

private:
  void visit(Instruction &I) {
    if (!I.mayReadOrWriteMemory())
      return;
    const std::optional<Place> At = isPlain(I) ? placeOf(I) : std::nullopt;
    if (!At) {
      if (I.mayWriteToMemory() && (!isPlain(I) || mayBeOfGroup(I)))
        All.clear();
      return;
    }
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (Value *V = find(*Load, *At)) {
        Load->replaceAllUsesWith(V);
        Load->eraseFromParent();
        Changed = true;
      } else {
        remember({*At, Load});
      }
      return;
    }
    erase_if(All, [&](const Known &K) { return K.At.overlaps(*At); });
    remember({*At, cast<StoreInst>(I).getValueOperand()});
  }

  void remember(const Known &K) {
    if (!Elements::of(K.V->getType(), Layout))
      return;
    if (All.size() == MaximumKnown)
      All.erase(All.begin());
    All.push_back(K);
  }

  /// Elements of a known value, from \p Start on.
  struct Piece {
    const Known *From;
    unsigned Start, Count;
  };

  /// What \p Load gets, if it is made of a few known values.
  Value *find(LoadInst &Load, const Place &At) const {
    const std::optional<Elements> Wanted =
        Elements::of(Load.getType(), Layout);
    if (!Wanted)
      return nullptr;
    const int64_t Size = Layout.getTypeStoreSize(Wanted->Ty).getFixedValue();
    SmallVector<Piece, MaximumPieces> Pieces;
    for (int64_t Next = At.First; Next != At.end();) {
      const Known *K = knownAt(At.Base, Next, *Wanted);
      if (!K || Pieces.size() == MaximumPieces)
        return nullptr;
      const int64_t End = std::min(K->At.end(), At.end());
      Pieces.push_back({K, unsigned((Next - K->At.First) / Size),
                        unsigned((End - Next) / Size)});
      Next = End;
    }
    return take(Load, *Wanted, Pieces);
  }

  /// The value of such elements in which \p Offset from \p Base is the place of
  /// one.
  const Known *knownAt(const Value *Base, int64_t Offset,
                       const Elements &Wanted) const {
    const int64_t Size = Layout.getTypeStoreSize(Wanted.Ty).getFixedValue();
    for (const Known &K : All)
      if (K.At.Base == Base && K.At.First <= Offset && Offset < K.At.end() &&
          K.V->getType()->getScalarType() == Wanted.Ty)
        return (Offset - K.At.First) % Size == 0 ? &K : nullptr;
    return nullptr;
  }

  /// \p Pieces, one behind the other.
  static Value *take(LoadInst &Load, const Elements &Wanted,
                     ArrayRef<Piece> Pieces) {
    Value *First = Pieces.front().From->V;
    if (Load.getType() == First->getType() && Pieces.size() == 1)
      return First;
    IRBuilder<> Builder(&Load);
    if (!Load.getType()->isVectorTy())
      return Builder.CreateExtractElement(First, Pieces.front().Start);
    unsigned Length = Wanted.Count;
    for (const Piece &P : Pieces)
      Length = std::max(Length, lengthOf(*P.From->V));
    Value *Result = widened(Builder, *First, Length);
    SmallVector<int> Mask;
    for (const Piece &P : Pieces) {
      const bool IsFirst = &P == Pieces.begin();
      for (unsigned I = 0; I != P.Count; ++I)
        Mask.push_back(int(P.Start + I + (IsFirst ? 0 : Length)));
      const bool IsLast = &P == std::prev(Pieces.end());
      if (IsFirst && !IsLast)
        continue; // with the second one
      SmallVector<int> Places(Mask);
      Places.resize(IsLast ? Wanted.Count : Length, PoisonMaskElem);
      Result = IsFirst ? Builder.CreateShuffleVector(Result, Places)
                       : Builder.CreateShuffleVector(
                             Result, widened(Builder, *P.From->V, Length),
                             Places);
      std::iota(Mask.begin(), Mask.end(), 0);
    }
    return Result;
  }

  static unsigned lengthOf(const Value &V) {
    auto *Ty = dyn_cast<FixedVectorType>(V.getType());
    return Ty ? Ty->getNumElements() : 1;
  }

  /// \p V as the first elements of a vector of \p Length.
  static Value *widened(IRBuilder<> &Builder, Value &V, unsigned Length) {
    auto *Ty = dyn_cast<FixedVectorType>(V.getType());
    if (!Ty)
      return Builder.CreateInsertElement(
          PoisonValue::get(FixedVectorType::get(V.getType(), Length)), &V,
          uint64_t{0});
    if (Ty->getNumElements() == Length)
      return &V;
    SmallVector<int> Mask(Length, PoisonMaskElem);
    std::iota(Mask.begin(), Mask.begin() + Ty->getNumElements(), 0);
    return Builder.CreateShuffleVector(&V, Mask);
  }

  /// Erases what is stored in the group's memory and not loaded before something
  /// else is stored there, or the group ends.
  void eraseDeadStores() {
    SmallVector<Place> Loaded;
    for (Instruction &I : make_early_inc_range(reverse(Block))) {
      if (!I.mayReadOrWriteMemory())
        continue;
      const std::optional<Place> At = isPlain(I) ? placeOf(I) : std::nullopt;
      if (isa<StoreInst>(I) && isPlain(I)) {
        if (At && none_of(Loaded, [&](const Place &Other) {
              return Other.overlaps(*At);
            })) {
          I.eraseFromParent();
          Changed = true;
        } else if (At) {
          erase_if(Loaded,
                   [&](const Place &Other) { return At->covers(Other); });
        }
        continue;
      }
      if (isa<LoadInst>(I) && isPlain(I) && !At && !mayBeOfGroup(I))
        continue;
      if (!At || Loaded.size() == MaximumKnown)
        return;
      Loaded.push_back(*At);
    }
  }

  BasicBlock &Block;
  const DataLayout &Layout;
  SmallVector<Known> All;
  bool Changed = false;
};

} // namespace

bool keepLocalValues(Function &F) {
  if (F.arg_size() < 2 || !F.getArg(1)->hasAttribute(GroupArgumentAttribute))
    return false;
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= LocalValues(Block).run();
  return Changed;
}

} // namespace facet
