// Accesses of many work-items at once.
//
// In:  runs of memory that a command accesses.
// Out: whether another command races with it; the cells as they are when all of
//      it is accessed.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RUN_OBSERVER_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RUN_OBSERVER_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/order/races.h"
#include "runtime/backends/cpu/checks/state/access_cells.h"

namespace facet {

// Observes what a whole launch accesses, in one go; none of its own accesses
// race with each other.
class RunObserver {
 public:
  explicit RunObserver(const ObservedCommand& command) : command_(command) {}

  // Observes an access of all of [begin, begin + bytes), of whole aligned words
  // or of single bytes. False if it races with what another command did; cells
  // may be changed all the same.
  bool Observe(facet_cpu_access& access, const void* begin, size_t bytes,
               bool in_words);
  // Returns whether the command comes after all that was accessed there. Makes
  // the cells, and changes nothing.
  bool ComesAfterAll(const void* begin, size_t bytes);
  // Makes the cells alone.
  void MakeCells(const void* begin, size_t bytes);
  // An access that was made, without looking for races.
  void Mark(facet_cpu_access& access, const void* begin, size_t bytes);
  // Of the words that the command has marked as read in [begin, begin + bytes):
  // the first that another command has written.
  std::optional<EarlierAccess> FindWrite(const void* begin, size_t bytes,
                                         const void** address);

 private:
  bool IsOrdered(AccessStamp earlier);
  bool MayFollow(const AccessHistory& history, const facet_cpu_access& access);
  AccessHistory After(AccessHistory history, const facet_cpu_access& access,
                      uint16_t place);

  const ObservedCommand& command_;
  uint32_t ordered_chunk_ = 0;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_RUN_OBSERVER_H_
