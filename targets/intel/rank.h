// Which targets a device is whose driver takes SPIR-V or ocloc binaries.
//
// In:  a target of an image, and a device.
// Out: how well they fit.
//
// SPEC 001, "Identifying a compatible offload bundle" (IP version).

#ifndef FACET_TARGETS_INTEL_RANK_H_
#define FACET_TARGETS_INTEL_RANK_H_

#include <cstdint>

#include "config/tables/target_info.h"
#include "targets/rank.h"

namespace facet::intel {

// Returns whether the target is of the device's architecture itself. Groups of
// devices ("intel_gpu_dg2") have none.
bool IsExact(const TargetInfo& target, std::uint64_t architecture_id);

// Returns whether the target is a group whose code runs on this member. `find`
// as in RankQuery.
bool IsGroup(const TargetInfo& target, std::uint64_t architecture_id,
             const TargetInfo* (*find)(std::string_view));

// SPIR-V for GPUs, or for any device.
bool IsIntermediate(const TargetInfo& target, bool device_is_gpu);

int RankImage(const RankQuery& query, bool device_is_gpu, bool takes_spirv);

}  // namespace facet::intel

#endif  // FACET_TARGETS_INTEL_RANK_H_
