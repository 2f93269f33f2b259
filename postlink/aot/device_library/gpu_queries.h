//===- gpu_queries.h - Where a work-item is, on GPUs ----------------------===//
//
// In: what a family reads from registers, one macro for each of a work-item's
// dimensions D: FACET_LOCAL_ID, FACET_LOCAL_SIZE, FACET_GROUP_ID,
// FACET_GROUP_COUNT, FACET_GLOBAL_SIZE. Out: the queries that device code makes.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_QUERIES_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_QUERIES_H

#include "postlink/aot/device_library/common.h"

#define FACET_GPU_QUERY(NAME, VALUE)                                           \
  FACET_QUERY size_type __facet_##NAME##_i64([[maybe_unused]] int d) {         \
    return VALUE;                                                              \
  }
FACET_GPU_QUERY(thread_id_in_group, FACET_LOCAL_ID(d))
FACET_GPU_QUERY(workgroup_size, FACET_LOCAL_SIZE(d))
FACET_GPU_QUERY(group_id, FACET_GROUP_ID(d))
FACET_GPU_QUERY(num_workgroups, FACET_GROUP_COUNT(d))
FACET_GPU_QUERY(global_size, FACET_GLOBAL_SIZE(d))
FACET_GPU_QUERY(thread_id,
                FACET_GROUP_ID(d) * FACET_LOCAL_SIZE(d) + FACET_LOCAL_ID(d))
FACET_GPU_QUERY(global_offset, 0)
#undef FACET_GPU_QUERY

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_QUERIES_H
