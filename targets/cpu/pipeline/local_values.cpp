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

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Of each, as many as are remembered: the work is linear.
constexpr size_t MaximumKnown = 64;

/// Bytes of local memory.
struct Place {
  const Value *Base;
  int64_t First, Size;

  int64_t end() const { return First + Size; }
  bool overlaps(const Place &Other) const {
    return Base != Other.Base || (First < Other.end() && Other.First < end());
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

/// True if \p Access may be of the running group's local memory: not of what
/// this function or the host has made.
bool mayBeLocal(const Instruction &Access) {
  const Value *Address = getLoadStorePointerOperand(&Access);
  return !isOfHost(*Address, *Access.getFunction()) &&
         !isIdentifiedObject(getUnderlyingObject(Address, /*MaxLookup=*/0));
}

std::optional<Place> placeOf(const Instruction &Access) {
  const Value *Address = getLoadStorePointerOperand(&Access);
  const DataLayout &Layout = Access.getDataLayout();
  const TypeSize Size = Layout.getTypeStoreSize(getLoadStoreType(&Access));
  if (Size.isScalable() || !isOfLocalMemory(*Address))
    return std::nullopt;
  int64_t Offset = 0;
  const Value *Base = GetPointerBaseWithConstantOffset(Address, Offset, Layout);
  return Place{Base, Offset, int64_t(Size.getFixedValue())};
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
      if (I.mayWriteToMemory() && (!isPlain(I) || mayBeLocal(I)))
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

  /// What \p Load gets, if it is a part of one known value, or of two.
  Value *find(LoadInst &Load, const Place &At) {
    std::optional<Elements> Wanted = Elements::of(Load.getType(), Layout);
    const Known *First = Wanted ? knownAt(At.Base, At.First, *Wanted) : nullptr;
    if (!First)
      return nullptr;
    const Known *Second = nullptr;
    if (First->At.end() < At.end()) {
      Second = knownAt(At.Base, First->At.end(), *Wanted);
      if (!Second || Second->At.First != First->At.end() ||
          Second->V->getType() != First->V->getType() ||
          Second->At.end() < At.end())
        return nullptr;
    }
    const int64_t Size = Layout.getTypeStoreSize(Wanted->Ty).getFixedValue();
    return take(Load, *First, Second, (At.First - First->At.First) / Size);
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

  /// The elements from \p Start on that \p Load wants, of \p First and then of
  /// \p Second.
  static Value *take(LoadInst &Load, const Known &First, const Known *Second,
                     int64_t Start) {
    IRBuilder<> Builder(&Load);
    auto *Ty = dyn_cast<FixedVectorType>(Load.getType());
    auto *From = dyn_cast<FixedVectorType>(First.V->getType());
    if (Load.getType() == First.V->getType() && !Second)
      return First.V;
    if (!From)
      return nullptr;
    if (!Ty)
      return Builder.CreateExtractElement(First.V, Start);
    SmallVector<int> Mask;
    for (unsigned I = 0; I != Ty->getNumElements(); ++I)
      Mask.push_back(int(Start + I));
    return Second ? Builder.CreateShuffleVector(First.V, Second->V, Mask)
                  : Builder.CreateShuffleVector(First.V, Mask);
  }

  /// Erases what is stored in local memory and not loaded before the group
  /// ends.
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
        }
        continue;
      }
      if (isa<LoadInst>(I) && isPlain(I) && !At && !mayBeLocal(I))
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
