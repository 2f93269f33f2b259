// Numbers of work-items between two barriers.
//
// In:  requests of groups for as many numbers as they have work-items.
// Out: numbers that say whose they are, until they are given away again.
// Why: cells have room for 23 bits. Half of the numbers are given away while
// the
//      cells may have those of the other half; then all cells are forgotten.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ACCESS_STAMPS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ACCESS_STAMPS_H_

#include <atomic>
#include <cstdint>

#include "runtime/backends/cpu/checks/state/access_cells.h"

namespace facet {

// Whose numbers [begin, begin + count) are.
struct StampOwner {
  uint32_t command = 0;  // 0: nobody's
  uint32_t group = 0;    // of all that the process runs; 0: several groups
  uint64_t group_id[3] = {};
  uint64_t local_range[3] = {};
  // Work-item first_item + n has every width-th number from begin + n on.
  AccessStamp begin = 0;
  uint32_t width = 1;
  uint64_t first_item = 0;
};

struct StampRange {
  AccessStamp begin = 0;
  uint32_t count = 0;
};

// At least `count` numbers, which must be fewer than a million, for the owner,
// whose begin is set. May forget all cells.
StampRange TakeStamps(StampOwner owner, uint32_t count);

// Numbers of one owner have the same, which no number of another one has.
constexpr uint32_t StampChunk(AccessStamp stamp) { return stamp >> 8; }

// Returns the owner of a number; nobody if it was forgotten.
StampOwner OwnerOf(AccessStamp stamp);
// Returns the parts of it that are asked for most.
uint32_t CommandOf(AccessStamp stamp);
uint32_t GroupOf(AccessStamp stamp);

// Returns the time of the first release of a group, 0 before. `range`: any of
// its.
uint64_t FirstReleaseOf(AccessStamp stamp);
void SetFirstRelease(const StampRange& range, uint64_t time);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_ACCESS_STAMPS_H_
