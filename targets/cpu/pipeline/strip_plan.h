//===- strip_plan.h - Which loops become strips ---------------------------===//
//
// In:  a loop over rounds of a group, and the loops over its work-items in it.
// Out: whether it gains by strips (item_strips.h), what its work-items keep
// from round to round, how many of them a strip has, and what has to be known
// before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_STRIP_PLAN_H
#define FACET_TARGETS_CPU_PIPELINE_STRIP_PLAN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <memory>

namespace llvm {
class Loop;
class SCEV;
class ScalarEvolution;
class TargetTransformInfo;
} // namespace llvm

namespace facet {

/// What work-items keep between rounds: an element for each.
struct Kept {
  const llvm::SCEV *First; // the address in the first row
  /// From row to row, the outermost loop's first.
  llvm::SmallVector<const llvm::SCEV *, 2> Steps;
  llvm::Type *Ty;
  llvm::SmallVector<llvm::Instruction *> Accesses;
  bool IsLoaded = false, IsStored = false;

  uint64_t size(const llvm::DataLayout &Layout) const {
    return Layout.getTypeAllocSize(Ty);
  }
};

/// An index that is made longer, and may wrap around before. If it does not in
/// a strip, neighbours access neighbouring memory there.
struct Extension {
  llvm::CastInst *I;
  const llvm::SCEV *First; // of the group's first work-item
  int64_t Step;
  bool IsFixed; // the same in all rounds

  bool isSigned() const { return llvm::isa<llvm::SExtInst>(I); }
};

/// A loop over rounds and the loops over work-items in it: what may become
/// strips, and which.
class StripPlan {
public:
  /// Null if \p L is not such a loop, or does not gain by it, or if what its
  /// work-items keep is in memory of which \p IsKnownElsewhere: pointers that
  /// are not made of the call may lead there.
  static std::unique_ptr<StripPlan>
  find(llvm::Loop &L, llvm::ScalarEvolution &Evolution,
       const llvm::TargetTransformInfo &Target,
       llvm::function_ref<bool(const llvm::CallBase &)> IsKnownElsewhere);

  /// Computes what the strips are, before the loop and in its rounds. False if
  /// that is not possible.
  bool compute();

  bool hasRows() const { return Nest.size() > 1; }
  llvm::Loop &rows() const { return *Nest[Nest.size() - 2]; }

  llvm::Loop &L;
  /// The last one is over the work-items of a row.
  llvm::SmallVector<llvm::Loop *> Nest;
  llvm::Loop &Row;
  llvm::SmallVector<Kept> AllKept;
  llvm::SmallVector<Extension> Extensions;
  /// Work-items of a strip's row, and its rows.
  uint64_t Width = 0, Height = 1;
  /// For each loop of the nest: how many rounds it has, how many of these are
  /// in strips, and how many are in one.
  llvm::SmallVector<llvm::Value *> Counts, Full;
  llvm::SmallVector<uint64_t> Steps;
  /// For each of AllKept, its first address, and distances as in Kept::Steps.
  llvm::SmallVector<llvm::SmallVector<llvm::Value *>> Places;
  /// For each of Extensions, the first number of the round.
  llvm::SmallVector<llvm::Value *> Firsts;

private:
  StripPlan(llvm::Loop &L, llvm::SmallVector<llvm::Loop *> Nest,
            llvm::ScalarEvolution &Evolution)
      : L(L), Nest(std::move(Nest)), Row(*this->Nest.back()),
        Evolution(Evolution) {}

  bool
  findKept(llvm::function_ref<bool(const llvm::CallBase &)> IsKnownElsewhere);
  bool addKept(llvm::Instruction &Access);
  Kept *keptAt(const llvm::SCEV *First,
               llvm::ArrayRef<const llvm::SCEV *> Steps, llvm::Type *Ty);
  bool findExtensions();
  bool chooseStrip(const llvm::TargetTransformInfo &Target);

  llvm::ScalarEvolution &Evolution;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_STRIP_PLAN_H
