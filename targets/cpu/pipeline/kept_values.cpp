//===- kept_values.cpp - Values that regions keep for each other ----------===//
//
// See kept_values.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/kept_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {

KeptValues::Number KeptValues::numberOf(const WorkItemMemory::Slot &S) {
  auto [Found, IsNew] = Numbers.try_emplace(S.Memory, Arrays.size());
  if (IsNew) {
    Joined.push_back(Found->second);
    Slots.push_back(S);
    Arrays.emplace_back();
  }
  return Found->second;
}

KeptValues::Number KeptValues::find(Number N) const {
  while (Joined[N] != N)
    N = Joined[N];
  return N;
}

void KeptValues::addStore(const WorkItemMemory::Slot &S, Value &V,
                          StoreInst &Store, unsigned Region) {
  Arrays[numberOf(S)].Stores.push_back({&Store, &V, Region});
}

void KeptValues::addLoad(const WorkItemMemory::Slot &S, Value &V,
                         unsigned Region) {
  Arrays[numberOf(S)].Loads.emplace_back(&V, Region);
}

BitVector KeptValues::storingRegions(const Array &A) const {
  BitVector Result(Plan.Regions.size());
  for (const StoreOfValue &Each : A.Stores)
    Result.set(Each.Region);
  return Result;
}

SmallVector<SmallVector<unsigned, 2>> KeptValues::predecessors() const {
  SmallVector<SmallVector<unsigned, 2>> Result(Plan.Regions.size());
  for (auto [R, Region] : enumerate(Plan.Regions))
    for (BasicBlock *Next : Region.Successors)
      Result[Plan.RegionOf.lookup(Next)].push_back(static_cast<unsigned>(R));
  return Result;
}

void KeptValues::findLiveness(
    Array &A, ArrayRef<SmallVector<unsigned, 2>> Predecessors) const {
  A.LiveOut.resize(Plan.Regions.size());
  const BitVector Storing = storingRegions(A);
  BitVector LiveIn(Plan.Regions.size());
  SmallVector<unsigned> Work;
  auto Add = [&](unsigned R) {
    if (!LiveIn.test(R)) {
      LiveIn.set(R);
      Work.push_back(R);
    }
  };
  for (const auto &[V, R] : A.Loads)
    Add(R);
  while (!Work.empty())
    for (unsigned Before : Predecessors[Work.pop_back_val()]) {
      A.LiveOut.set(Before);
      if (!Storing.test(Before) || !alwaysStores(A, Before))
        Add(Before);
    }
}

/// True if no work-item leaves \p Region before it has stored to \p A.
bool KeptValues::alwaysStores(const Array &A, unsigned Region) const {
  SmallPtrSet<BasicBlock *, 8> Seen;
  for (const StoreOfValue &Each : A.Stores)
    if (Each.Region == Region)
      Seen.insert(Each.Store->getParent());
  BasicBlock *Header = Plan.Regions[Region].header();
  if (Seen.contains(Header))
    return true;
  SmallVector<BasicBlock *> Work{Header};
  Seen.insert(Header);
  while (!Work.empty()) {
    BasicBlock *Block = Work.pop_back_val();
    if (succ_empty(Block))
      return false;
    for (BasicBlock *Next : successors(Block)) {
      if (Plan.RegionOf.lookup(Next) != Region || Next == Header)
        return false;
      if (Seen.insert(Next).second)
        Work.push_back(Next);
    }
  }
  return true;
}

/// What \p Region stores to \p A if that is one value; null otherwise.
Value *KeptValues::onlyStored(const Array &A, unsigned Region) const {
  Value *Only = nullptr;
  for (const StoreOfValue &Each : A.Stores) {
    if (Each.Region != Region)
      continue;
    if (Only && Only != Each.V)
      return nullptr;
    Only = Each.V;
  }
  return Only;
}

/// True if the two have the same value behind \p Region, which stores to \p A.
bool KeptValues::leavesSame(const Array &A, const Array &B,
                            unsigned Region) const {
  Value *V = onlyStored(A, Region);
  if (!V || !alwaysStores(A, Region))
    return false;
  if (storingRegions(B).test(Region))
    return onlyStored(B, Region) == V && alwaysStores(B, Region);
  return is_contained(B.Loads, std::pair(V, Region));
}

/// True if a store to \p A would change what is still needed of \p B.
bool KeptValues::disturbs(const Array &A, const Array &B) const {
  BitVector Both = storingRegions(A);
  Both &= B.LiveOut;
  return any_of(Both.set_bits(),
                [&](unsigned R) { return !leavesSame(A, B, R); });
}

void KeptValues::joinIfPossible(Number First, Number Second) {
  First = find(First);
  Second = find(Second);
  if (First == Second || Slots[First].Ty != Slots[Second].Ty)
    return;
  Array &A = Arrays[First], &B = Arrays[Second];
  if (disturbs(A, B) || disturbs(B, A))
    return;
  append_range(A.Stores, B.Stores);
  append_range(A.Loads, B.Loads);
  A.LiveOut |= B.LiveOut;
  Joined[Second] = First;
}

/// Joins slots that take the same value in a region, or one the other's.
void KeptValues::joinCopies() {
  DenseMap<std::pair<Value *, unsigned>, Number> First;
  for (auto [N, A] : enumerate(Arrays))
    for (const auto &Load : A.Loads)
      First.try_emplace(Load, static_cast<Number>(N));
  const auto Count = static_cast<Number>(Arrays.size());
  for (Number N = 0; N != Count; ++N) {
    const SmallVector<StoreOfValue> Own = Arrays[N].Stores;
    for (const StoreOfValue &Each : Own) {
      auto [Found, IsNew] = First.try_emplace({Each.V, Each.Region}, N);
      if (!IsNew)
        joinIfPossible(Found->second, N);
    }
  }
}

/// Removes stores of what was loaded from there. Others of the region may come
/// before: where a block leads to a header and to another block, what the phi
/// takes on the first way is stored on both.
void KeptValues::removeCopies(Array &A) const {
  for (const StoreOfValue &Each : A.Stores)
    if (is_contained(A.Loads, std::pair(Each.V, Each.Region)) &&
        onlyStored(A, Each.Region) == Each.V)
      Each.Store->eraseFromParent();
}

void KeptValues::join(WorkItemMemory &Memory) {
  const auto Predecessors = predecessors();
  for (Array &A : Arrays)
    findLiveness(A, Predecessors);
  joinCopies();
  for (Number N = 0; N != Arrays.size(); ++N)
    if (Joined[N] == N)
      removeCopies(Arrays[N]);
    else
      Memory.join(Slots[N], Slots[find(N)]);
  Memory.placeArrays();
}

} // namespace facet
