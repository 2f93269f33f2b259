//===- sub_groups.h - Sub-groups as runs of work-items --------------------===//
//
// In:  ids and sizes of work-groups, and the width.
// Out: the queries of sub-groups.
//
// On GPUs a work-group is cut into warps or waves in linear order of its
// work-items; everything about sub-groups follows from the linear id and the
// hardware's width. Included by the families that define those.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_SUB_GROUPS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_SUB_GROUPS_H

#include "postlink/aot/device_library/common.h"

static inline __attribute__((always_inline)) uint32 workGroupVolume() {
  return static_cast<uint32>(__facet_workgroup_size_i64(0) *
                             __facet_workgroup_size_i64(1) *
                             __facet_workgroup_size_i64(2));
}

static inline __attribute__((always_inline)) uint32 linearLocalId() {
  return static_cast<uint32>(
      (__facet_thread_id_in_group_i64(2) * __facet_workgroup_size_i64(1) +
       __facet_thread_id_in_group_i64(1)) *
          __facet_workgroup_size_i64(0) +
      __facet_thread_id_in_group_i64(0));
}

FACET_QUERY uint32 __facet_subgroup_max_size() { return subGroupWidth(); }
FACET_QUERY uint32 __facet_subgroup_id() {
  return linearLocalId() / subGroupWidth();
}
FACET_QUERY uint32 __facet_num_subgroups() {
  return (workGroupVolume() + subGroupWidth() - 1) / subGroupWidth();
}
FACET_QUERY uint32 __facet_subgroup_size() {
  uint32 rest = workGroupVolume() - __facet_subgroup_id() * subGroupWidth();
  return rest < subGroupWidth() ? rest : subGroupWidth();
}

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_SUB_GROUPS_H
