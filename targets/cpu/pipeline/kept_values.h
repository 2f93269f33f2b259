//===- kept_values.h - Values that regions keep for each other ------------===//
//
// In: the slots in which the regions of a group function (fission.h) keep values
// of each work-item for other regions, and every store to and load from them.
// Out: slots that may be one array are one.
//
// Why: a sum that goes round a loop of regions is a phi of one header, a value of
// another region and a phi behind the loop, each with a slot. Each round would
// copy it from one array into the next, in a loop over the group of its own.
//
// How: as out of SSA form, but for regions. Each loads what it needs of others
// where it starts, before it stores. Two slots may be one if no region stores
// to one of them while the other's value is still needed behind it, unless both
// have the same value there.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_KEPT_VALUES_H
#define FACET_TARGETS_CPU_PIPELINE_KEPT_VALUES_H

#include "targets/cpu/pipeline/regions.h"
#include "targets/cpu/pipeline/work_item_memory.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

#include <vector>

namespace facet {

class KeptValues {
public:
  /// \p Plan, whose blocks must be as they were, lives as long as this.
  explicit KeptValues(const CpuRegions &Plan) : Plan(Plan) {}

  /// \p Region stores \p V to the array \p S, with \p Store.
  void addStore(const WorkItemMemory::Slot &S, llvm::Value &V,
                llvm::StoreInst &Store, unsigned Region);

  /// \p V is what \p Region loads from the array \p S, where it starts.
  void addLoad(const WorkItemMemory::Slot &S, llvm::Value &V, unsigned Region);

  /// Joins the slots, when all accesses are known, and removes the stores that
  /// then store what is there. Nothing else may hold slots of \p Memory that
  /// are arrays from here on.
  void join(WorkItemMemory &Memory);

private:
  struct StoreOfValue {
    llvm::StoreInst *Store;
    llvm::Value *V;
    unsigned Region;
  };

  /// One slot, or those that have been joined.
  struct Array {
    llvm::SmallVector<StoreOfValue> Stores;
    /// What is loaded, and the region that does.
    llvm::SmallVector<std::pair<llvm::Value *, unsigned>> Loads;
    /// Regions that leave a value there for others.
    llvm::BitVector LiveOut;
  };
  using Number = unsigned;

  Number numberOf(const WorkItemMemory::Slot &S);
  Number find(Number N) const;
  llvm::BitVector storingRegions(const Array &A) const;
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> predecessors() const;
  void findLiveness(
      Array &A,
      llvm::ArrayRef<llvm::SmallVector<unsigned, 2>> Predecessors) const;
  bool alwaysStores(const Array &A, unsigned Region) const;
  llvm::Value *onlyStored(const Array &A, unsigned Region) const;
  bool leavesSame(const Array &A, const Array &B, unsigned Region) const;
  bool disturbs(const Array &A, const Array &B) const;
  void joinCopies();
  void joinIfPossible(Number A, Number B);
  void removeCopies(Array &A) const;

  const CpuRegions &Plan;
  llvm::MapVector<llvm::Value *, Number> Numbers;
  std::vector<WorkItemMemory::Slot> Slots;
  std::vector<Array> Arrays;
  /// The number of the array that each has become.
  std::vector<Number> Joined;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_KEPT_VALUES_H
