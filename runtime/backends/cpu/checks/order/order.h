// Races and barriers of the groups that a thread runs, and their reports.
//
// In:  the accesses, barriers and fences of groups.
// Out: reports of races and of barriers that only some work-items reach.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ORDER_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ORDER_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/order/barrier_rounds.h"
#include "runtime/backends/cpu/checks/order/known_order.h"
#include "runtime/backends/cpu/checks/order/launch_accesses.h"
#include "runtime/backends/cpu/checks/order/races.h"
#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {

// A launch, of whose accesses the first one makes a command that is observed.
class LaunchOrder {
 public:
  // Null: nothing of it is observed.
  explicit LaunchOrder(const CheckedLaunch* launch);
  // All groups have ended.
  ~LaunchOrder();
  LaunchOrder(const LaunchOrder&) = delete;
  LaunchOrder& operator=(const LaunchOrder&) = delete;
  const ObservedCommand& command();
  // Returns whether all groups may do without checks; decided once.
  bool ArePermitted(const facet_cpu_footprints& known, const void* args,
                    const facet_cpu_group& group);
  // Of a launch that may.
  AccessStamp stamp() const { return accesses_ ? accesses_->stamp() : 0; }
  void Mark(facet_cpu_access& access, const void* address, uint64_t bytes);

 private:
  const CheckedLaunch* const launch_;
  std::once_flag once_;
  std::optional<ObservedCommand> command_;
  std::once_flag decided_;
  std::optional<LaunchAccesses> accesses_;  // if they are permitted
  bool leaves_undefined_ = false;           // perhaps
};

class GroupOrder {
 public:
  GroupOrder(const CheckedGroup& running, LaunchOrder& launch);

  // Begins another group of the thread.
  void Begin();

  void Arrive(facet_cpu_access& barrier, bool of_sub_group,
              uint64_t sub_group_size, uint64_t item);
  void End(uint64_t sub_group_size, uint64_t item);
  void Fence(uint32_t flags);
  void Observe(const ObservedAccess& access);
  LaunchOrder& launch() const { return launch_; }
  uint64_t LinearId(uint64_t x, uint64_t y, uint64_t z) const;
  bool IsLocal(const void* address) const;

 private:
  GroupRaces& Races();
  void ReportProblem(const BarrierProblem& problem);

  const CheckedGroup& running_;
  LaunchOrder& launch_;
  BarrierRounds rounds_;
  GroupRaces races_;
  bool observes_races_ = false, has_barriers_ = false;
  KnownOrder::Gap unknown_;  // where it has accessed memory
};

// What does an access that races.
struct RacingSide {
  const CheckedGroup* running = nullptr;  // a work-item of a kernel's group
  std::string command = {};               // otherwise what it is
};
void ReportRace(const ObservedAccess& access, const EarlierAccess& earlier,
                const RacingSide& side);

// Fills in what of the table is for accesses without an order, and barriers.
// False if there is no room for what is to be known of memory.
bool BindOrderChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ORDER_H_
