// Which barriers the work-items of a group have reached.
//
// In:  each arrival of a work-item at a barrier, and its end.
// Out: when a barrier is passed, and by whom; what is wrong with it: only a
// part
//      of the group reaches it, or others wait at another one.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_BARRIER_ROUNDS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_BARRIER_ROUNDS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "config/image/cpu_abi.h"

namespace facet {

struct BarrierProblem {
  facet_cpu_access* barrier = nullptr;
  bool of_sub_group = false;
  uint64_t item = 0;  // that reaches it; in linear order, as all items here
  // Another barrier that `other` has reached. Null: `other` has ended, or waits
  // where its sub-group does not.
  facet_cpu_access* other_barrier = nullptr;
  uint64_t other = 0;
  bool other_ended = false;
  uint64_t arrived = 0, expected = 0;  // work-items
};

// Work-items that pass a barrier together.
struct PassedBarrier {
  bool of_sub_group = false;
  uint64_t first = 0;  // of the sub-group
  uint64_t size = 0;   // of sub-groups; the last one may have fewer
};

// Of the group that a thread runs. A thread runs its work-items one after the
// other, each until it waits.
class BarrierRounds {
 public:
  using OnProblem = std::function<void(const BarrierProblem&)>;
  using OnPassed = std::function<void(const PassedBarrier&)>;

  BarrierRounds(OnProblem on_problem, OnPassed on_passed)
      : on_problem_(std::move(on_problem)), on_passed_(std::move(on_passed)) {}

  // Begins a new group of `size` work-items.
  void Begin(uint64_t size);
  void Arrive(facet_cpu_access& barrier, bool of_sub_group,
              uint64_t sub_group_size, uint64_t item);
  void End(uint64_t sub_group_size, uint64_t item);

 private:
  struct Round {
    facet_cpu_access* barrier = nullptr;  // of the first who arrived
    uint64_t first_item = 0;
    uint64_t arrived = 0;
  };
  struct SubGroup {
    Round round;
    uint64_t elsewhere = 0;  // ended, or at a barrier of the group
    uint64_t ended = 0;
    uint64_t elsewhere_item = 0;
  };

  // The first of a group: what follows may be because of it.
  void Report(const BarrierProblem& problem);
  SubGroup& SubGroupOf(uint64_t sub_group_size, uint64_t item);
  void Join(Round& round, facet_cpu_access& barrier, bool of_sub_group,
            uint64_t item);
  void FinishSubGroup(SubGroup& sub_group);
  void FinishGroup();

  const OnProblem on_problem_;
  const OnPassed on_passed_;
  bool is_wrong_ = false;
  uint64_t size_ = 0;
  uint64_t sub_group_size_ = 0;
  Round group_;
  uint64_t ended_ = 0;
  uint64_t ended_item_ = 0;
  std::vector<SubGroup> sub_groups_;
};

// Returns whether both are the same place of the source: code may be there
// twice.
bool IsSamePlace(const facet_cpu_access& a, const facet_cpu_access& b);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_BARRIER_ROUNDS_H_
