// Memory of which a command is known that comes after all accesses of it.
//
// In:  ranges whose cells were compared for a command, and what changes cells.
// Out: whether another command comes after all accesses, too: if it comes after
//      that command.
// Why: comparing the cells of all memory that a launch may access takes longer
//      than the launch, on many cores.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_KNOWN_ORDER_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_KNOWN_ORDER_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "runtime/backends/cpu/checks/order/footprints.h"
#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

// Any thread.
class KnownOrder {
 public:
  // Memory of which nothing is known, as long as nothing is set anew.
  struct Gap {
    AddressRange range = {0, 0};
    uint64_t sets = 0;
  };

  static KnownOrder& All();

  // Returns whether the command comes after all that was accessed in the range;
  // false if that is not known.
  bool ComesAfter(const AddressRange& range, const OrderNodePtr& command) const;
  // Records that the command comes after all other accesses of the range, and
  // may access it.
  void Set(const AddressRange& range, const OrderNodePtr& command);
  // Accesses of the range, or of any memory, are recorded for others.
  void Forget(const AddressRange& range);
  void ForgetAll();
  // Does the same for one access of many. *gap: of earlier calls, for quick
  // ones; it belongs to the thread.
  void ForgetAround(const AddressRange& range, Gap* gap) {
    if (gap->sets != sets_.load(std::memory_order_relaxed) ||
        range.begin < gap->range.begin || range.end > gap->range.end)
      *gap = ForgetForGap(range);
  }

 private:
  struct Known {
    int64_t end;
    OrderNodePtr command;
  };

  void ForgetLocked(const AddressRange& range);
  Gap ForgetForGap(const AddressRange& range);

  mutable std::mutex mutex_;
  std::map<int64_t, Known> all_;  // by their begins; they do not overlap
  std::atomic<uint64_t> sets_{1};
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_KNOWN_ORDER_H_
