// What accesses of a launch touch, all work-items together.
//
// In:  footprints (config/image/cpu_abi.h), and the sizes of the launch.
// Out: whether two accesses of different work-items may overlap, and the bytes
//      of an access as runs.
// Why: a launch none of whose work-items can race needs no look at each of its
//      accesses.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_FOOTPRINTS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_FOOTPRINTS_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "config/image/cpu_abi.h"

namespace facet {

struct LaunchShape {
  int64_t offset[3], global[3], local[3], groups[3];

  static LaunchShape Of(const facet_cpu_group& group);
  bool HasFullGroups(int d) const { return global[d] % local[d] == 0; }
};

// Returns what describe expects: the values of all ids.
facet_cpu_footprint EmptyFootprint(const LaunchShape& shape);

// Addresses, as numbers; for local memory relative to its beginning.
struct AddressRange {
  int64_t begin = 0, end = 0;

  bool Overlaps(const AddressRange& other) const {
    return begin < other.end && other.begin < end;
  }
};

// Returns whether no work-item makes the access.
bool IsAbsent(const facet_cpu_footprint& footprint);

// All that is accessed is in it; the footprint must have places and not be
// absent. Nothing if the numbers are too large for memory.
std::optional<AddressRange> RangeOf(const facet_cpu_footprint& footprint);

// Returns whether different work-items may access the same byte by the two,
// which are in one memory; they may be the same. For local memory, work-items
// of one group, whose iterations are the same in the loops of the bits in
// same_iteration.
bool MayOverlap(const facet_cpu_footprint& a, const facet_cpu_footprint& b,
                const LaunchShape& shape, uint64_t same_iteration = 0);

// Returns all bytes that each group of the launch accesses, if these follow
// each other and its work-items access them whatever the loops' iterations are.
std::optional<AddressRange> RangeOfEachGroup(
    const facet_cpu_footprint& footprint, const LaunchShape& shape);

// Calls visit(first address, bytes) for runs that are all bytes of the access,
// some perhaps several times. False, and perhaps not for all, if that takes too
// long, the footprint is not exact, or visit returns false.
bool VisitRuns(const facet_cpu_footprint& footprint, const LaunchShape& shape,
               const std::function<bool(int64_t, int64_t)>& visit);

// A work-item of a launch.
struct LaunchItem {
  uint64_t group_id[3], local_id[3];
};

// Returns the only work-item that accesses the byte at an address; nothing if
// there may be none or several.
std::optional<LaunchItem> ItemAt(const facet_cpu_footprint& footprint,
                                 const LaunchShape& shape, int64_t address);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_ORDER_FOOTPRINTS_H_
