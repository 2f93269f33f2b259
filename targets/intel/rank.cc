// See rank.h.

#include "targets/intel/rank.h"

#include <algorithm>

#include "config/image/image.h"
#include "features/architectures/architecture.h"
#include "targets/intel/family.h"
#include "targets/spirv/family.h"

namespace facet::intel {

bool IsExact(const TargetInfo& target, std::uint64_t architecture_id) {
  return target.aot_toolchain == kIntelFamily.name &&
         target.architecture != kUnknownArchitecture &&
         target.architecture_id == architecture_id;
}

bool IsGroup(const TargetInfo& target, std::uint64_t architecture_id,
             const TargetInfo* (*find)(std::string_view)) {
  return target.aot_toolchain == kIntelFamily.name &&
         std::ranges::any_of(target.covers, [&](std::string_view member) {
           const TargetInfo* found = find(member);
           return found && IsExact(*found, architecture_id);
         });
}

bool IsIntermediate(const TargetInfo& target, bool device_is_gpu) {
  return target.aot_toolchain == kSpirvFamily.name &&
         (target.name != "spir64_gen" || device_is_gpu);
}

int RankImage(const RankQuery& query, bool device_is_gpu, bool takes_spirv) {
  const TargetInfo* target = query.made_for_info;
  if (!target) return kRankNever;
  if (query.format == SYCL_IMAGE_FORMAT_SPIRV)
    return takes_spirv && IsIntermediate(*target, device_is_gpu)
               ? kRankIntermediate
               : kRankNever;
  if (query.format != SYCL_IMAGE_FORMAT_OCLOC) return kRankNever;
  return IsExact(*target, query.architecture_id)               ? kRankExact
         : IsGroup(*target, query.architecture_id, query.find) ? kRankFamily
                                                               : kRankNever;
}

}  // namespace facet::intel
