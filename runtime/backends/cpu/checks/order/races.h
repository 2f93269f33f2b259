// Accesses that nothing orders.
//
// In:  the accesses of the work-items of a group, and the barriers and fences
//      between them.
// Out: for an access, an earlier one of another work-item, of the same word, of
//      which one at least writes and one at least is not atomic, unless a
//      barrier, or what a group has released and this one acquired, is between
//      them.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RACES_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RACES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/order/access_stamps.h"
#include "runtime/backends/cpu/checks/order/footprints.h"
#include "runtime/backends/cpu/checks/state/access_cells.h"
#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

struct EarlierAccess {
  bool is_write = false;
  const facet_cpu_access* access = nullptr;  // null: not known
  bool of_several = false;  // work-items; otherwise of this one:
  bool of_this_group = false;
  bool of_this_command = false;
  StampOwner owner;
  uint64_t item = 0;  // in linear order
};

// A kernel's launch, or another operation of a command that accesses memory.
class ObservedCommand {
 public:
  // `name`: "kernel 'k'".
  ObservedCommand(OrderNodePtr node, std::string name);
  // Stands for several, by their numbers.
  ObservedCommand(OrderNodePtr node, std::vector<uint32_t> joined);
  uint32_t number() const { return number_; }
  const OrderNodePtr& node() const { return node_; }
  // Stands for several of its groups, or for what follows from its accesses.
  AccessStamp several_groups() const { return several_.begin; }
  // Those that are observed all together, so that reports know whose they are.
  void SetAccesses(const LaunchShape& shape,
                   std::vector<facet_cpu_footprint> accesses) const;

 private:
  const OrderNodePtr node_;
  const uint32_t number_;
  const StampRange several_;
};

// Stands for what has the number `earlier` and for the command, which is not
// ordered after that: a cell has room for one number.
AccessStamp JointStamp(AccessStamp earlier, const ObservedCommand& command);

// Of those that the number stands for: one that `later` does not come after.
uint32_t UnorderedPart(uint32_t number, const ObservedCommand& later);

// Returns null if that was long ago.
OrderNodePtr NodeOfCommand(uint32_t number);

// Returns what is known of the work-item with the number, which cells of an
// address have.
EarlierAccess DescribeStamp(AccessStamp stamp, bool is_write,
                            const AccessHistory& history, const void* address);

inline bool IsWrite(const facet_cpu_access& access) {
  return access.kind != FACET_CPU_LOAD;
}
inline bool IsAtomic(const facet_cpu_access& access) {
  return (access.flags & FACET_CPU_IS_ATOMIC) != 0;
}
// Those that are not are so for the work-items of their group alone. Histories
// say of an access whether it is.
inline bool IsAtomicForAll(const facet_cpu_access& access) {
  return FACET_CPU_IS_ATOMIC_FOR_ALL(access.flags);
}
// Of words.
inline constexpr size_t kBytesOfCell = size_t{1} << kWordShift;

// Gives the access a number, which cells have, if it has none.
uint16_t NumberOfAccess(facet_cpu_access& access);


// Returns the name of an operation, by its number; "" if that was long ago.
std::string NameOfCommand(uint32_t number);

// What a work-item is about to do.
struct ObservedAccess {
  facet_cpu_access* access = nullptr;
  const void* address = nullptr;
  uint64_t bytes = 0;
  uint64_t item = 0;
  // Of local memory: what other groups have done with it does not matter.
  bool is_local = false;
};

// Of the group that a thread runs.
class GroupRaces {
 public:
  void Begin(const facet_cpu_group& group, const ObservedCommand& command);
  // All work-items have passed a barrier.
  void PassBarrier();
  // Those of the sub-group that begins with work-item `first` have.
  void PassSubGroupBarrier(uint64_t first, uint64_t size);
  void Fence(uint32_t flags);
  // Observes an access of one or two words that races with none, as nearly all
  // do. False, and nothing done, if that takes longer to say.
  bool ObserveQuickly(const ObservedAccess& access);
  // Returns the first of the earlier accesses that this one races with.
  std::optional<EarlierAccess> Observe(const ObservedAccess& access);

 private:
  // Numbers of the work-items [first, first + items) since their last barrier;
  // one more number stands for several of them.
  struct Segment {
    AccessStamp begin = 0;
    uint64_t first = 0;
    uint32_t items = 0;

    bool Has(AccessStamp stamp) const {
      return stamp - begin <= items && stamp >= begin;
    }
    AccessStamp Of(uint64_t item) const {
      return begin + static_cast<AccessStamp>(item - first);
    }
    AccessStamp several() const { return begin + items; }
  };
  // Numbers that were taken and not all used.
  struct Supply {
    StampRange range;
    uint32_t used = 0;
  };

  Segment NewSegment(Supply& supply, uint64_t first, uint64_t items);
  const Segment& SegmentOf(uint64_t item) const;
  bool IsOrdered(AccessStamp earlier, const ObservedAccess& access) const;
  enum class Ordered { kNo, kHere, kAlways };
  // kAlways: whatever the numbers of the same owner are found for.
  Ordered HowOrdered(AccessStamp earlier, const ObservedAccess& access) const;
  bool IsQuicklyOrdered(AccessStamp earlier) const;
  bool ObserveWordQuickly(AccessCell& cell, const ObservedAccess& access,
                          AccessStamp self);
  bool IsOrderedCommand(uint32_t earlier) const;
  bool IsOrderedInGroup(AccessStamp earlier, uint64_t item) const;
  // Returns whether an atomic access may be made at the same time, since
  // `earlier` is an atomic one, too, of the same group. `place`: its number; 0:
  // not known.
  bool IsAtomicInGroup(AccessStamp earlier, uint16_t place) const;
  std::optional<EarlierAccess> ObserveCell(AccessCell& cell,
                                           const ObservedAccess& access);
  AccessHistory After(AccessHistory history, const ObservedAccess& access,
                      AccessStamp self) const;
  AccessStamp JointWith(AccessStamp earlier) const;
  EarlierAccess Describe(AccessStamp stamp, bool is_write,
                         const AccessHistory& history,
                         const void* address) const;

  const facet_cpu_group* group_ = nullptr;
  const ObservedCommand* command_ = nullptr;
  uint32_t number_ = 0;  // of the group
  uint64_t size_ = 0;
  Segment all_;
  Supply supply_;
  // Where sub-groups have passed barriers of their own since the last one of
  // the group; by their order, empty if there was none.
  struct SubGroup {
    Segment latest;
    Supply supply;
    bool has_own = false;
  };
  std::vector<SubGroup> sub_groups_;
  uint64_t sub_group_size_ = 0;
  std::vector<Segment> earlier_;  // of sub-groups, since then
  std::vector<StampRange> taken_;
  // For all groups, and within this one.
  uint64_t first_release_ = 0, last_acquire_ = 0;
  uint64_t first_release_in_group_ = 0, last_acquire_in_group_ = 0;
  // The last question on another command, and its answer.
  mutable uint32_t other_command_ = 0;
  mutable bool other_is_ordered_ = true;
  // The same of what was joined with the command.
  mutable AccessStamp joint_with_ = 0, joint_ = 0;
  // Owners' numbers, as StampChunk says, that are ordered always.
  static constexpr size_t kKnownOrdered = 64;
  mutable uint32_t known_ordered_[kKnownOrdered] = {};
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RACES_H_
