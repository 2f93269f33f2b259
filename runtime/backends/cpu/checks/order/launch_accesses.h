// The accesses of a launch, checked all together.
//
// In:  what an image knows of a kernel's accesses (facet_cpu_footprints), and a
//      launch.
// Out: whether nothing is wrong with any of them, and the launch's cells as they
//      are when all of them are made.
// Why: the launch then executes code that has no checks of these accesses.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_LAUNCH_ACCESSES_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_LAUNCH_ACCESSES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/order/footprints.h"
#include "runtime/backends/cpu/checks/order/races.h"
#include "runtime/backends/cpu/checks/order/run_observer.h"
#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {

class LaunchAccesses {
 public:
  LaunchAccesses(const CheckedLaunch& launch,
                 const facet_cpu_footprints& known);
  ~LaunchAccesses();
  LaunchAccesses(const LaunchAccesses&) = delete;
  LaunchAccesses& operator=(const LaunchAccesses&) = delete;

  // Before the first group runs: whether all of the launch's groups may do
  // without checks. group: any of the launch.
  bool ArePermitted(const void* args, const facet_cpu_group& group);

  // Of a permitted launch: where it may leave something undefined, of objects.
  std::vector<AddressRange> MayBecomeUndefined() const;
  // That the code marks cells with; 0 if nothing is to be marked.
  AccessStamp stamp() const;
  // An access, when it is made, of what code does not mark itself.
  void Mark(facet_cpu_access& access, const void* address, uint64_t bytes);

 private:
  // What is known of an access. Those that are absent, or of memory that nobody
  // watches, are not checked.
  struct Part {
    facet_cpu_footprint footprint;
    AddressRange range;
    uint32_t number = 0;
    bool is_watched = false;   // others may race with it
    bool has_cells = false;    // also in other commands
    bool anywhere = false;
  };

  bool Describe(const void* args, const facet_cpu_group& group);
  bool FindMemory(Part* part) const;
  bool MayRace() const;
  bool IsDefined() const;
  bool IsDefined(const Part& load) const;
  bool IsDefinedInGroup(const Part& load) const;
  bool Record();
  bool RecordPart(const Part& part, RunObserver& observer);
  bool ComesAfterAll(const AddressRange& range, RunObserver& observer) const;
  void NoteOrder() const;
  bool IsSameAsEarlier(const Part& part) const;
  bool RecordReads(RunObserver& observer);
  void FindLateRaces();

  const CheckedLaunch& launch_;
  const facet_cpu_footprints& known_;
  LaunchShape shape_ = {};
  std::vector<Part> parts_;  // by number; some without is_watched
  std::optional<ObservedCommand> command_;
  bool is_marked_ = false;
  // Words that are read and not yet recorded, and one of the accesses.
  std::vector<AddressRange> reads_;
  facet_cpu_access* read_ = nullptr;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_LAUNCH_ACCESSES_H_
