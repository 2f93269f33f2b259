// See intel_targets.h.
#include "runtime/backends/common/intel_targets.h"

#include <algorithm>

#include "config/image/described_target.h"
#include "config/image/image.h"
#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"

namespace facet {
namespace {

// 0: the image does not say.
uint32_t DescribedIpVersion(const sycl_device_image& image) {
  for (auto* set = image.property_sets_begin; set != image.property_sets_end;
       ++set) {
    if (std::string_view(set->name) != kDescribedTargetSet) continue;
    for (auto* property = set->begin; property != set->end; ++property)
      if (std::string_view(property->name) == kIpVersionProperty)
        return property->value;
  }
  return 0;
}

// Families are of no architecture.
bool IsExact(const TargetInfo& target, uint64_t architecture_id) {
  return target.aot_toolchain == "ocloc" &&
         target.architecture != kUnknownArchitecture &&
         target.architecture_id == architecture_id;
}

// A family whose code runs on this member.
bool IsFamily(const TargetInfo& target, uint64_t architecture_id) {
  return target.aot_toolchain == "ocloc" &&
         std::ranges::any_of(target.covers, [&](std::string_view member) {
           const TargetInfo* found = FindTarget(member);
           return found && IsExact(*found, architecture_id);
         });
}

bool IsIntermediate(const TargetInfo& target, DeviceType type) {
  return target.aot_toolchain == "spirv" &&
         (target.name != "spir64_gen" || type == DeviceType::kGpu);
}

}  // namespace

// The IP version names an Intel GPU; older revisions of the same IP run the
// code too, so the revision decides only between otherwise equal ones.
void AddIntelTargets(uint32_t ip_version, bool takes_spirv, DeviceInfo* info) {
  const auto add = [&](const auto& is_one) {
    for (const TargetInfo& target : AllTargets()) {
      if (!is_one(target)) continue;
      info->target_names.emplace_back(target.name);
      info->features.target_aspects.push_back(target.target_aspect);
    }
  };
  if (ip_version != 0) {
    const uint64_t id = info->architecture_id = ArchitectureOfGmdid(ip_version);
    add([&](const TargetInfo& target) { return IsExact(target, id); });
    add([&](const TargetInfo& target) { return IsFamily(target, id); });
    // Extensions are of the hardware: no query asks for them, and code for
    // the target counts on them. The other aspects are the driver's.
    for (const TargetInfo& target : AllTargets())
      for (const Aspect aspect : target.aspects)
        if (IsExact(target, id) && AspectName(aspect).starts_with("ext_"))
          info->features.aspects.Insert(aspect);
  }
  if (!takes_spirv) return;
  if (info->type == DeviceType::kCpu)
    info->architecture_id =
        ArchitectureByName(kDriverCpuArchitecture).value_or(0);
  add([&](const TargetInfo& target) {
    return IsIntermediate(target, info->type);
  });
}

int RankIntelTarget(uint32_t format, std::string_view made_for,
                    uint64_t architecture_id, DeviceType type,
                    bool takes_spirv) {
  const TargetInfo* target = FindTarget(made_for);
  if (!target) return kRankNever;
  if (format == SYCL_IMAGE_FORMAT_SPIRV)
    return takes_spirv && IsIntermediate(*target, type) ? kRankIntermediate
                                                        : kRankNever;
  if (format != SYCL_IMAGE_FORMAT_OCLOC) return kRankNever;
  return IsExact(*target, architecture_id)    ? kRankExact
         : IsFamily(*target, architecture_id) ? kRankFamily
                                              : kRankNever;
}

int RankIntelImage(const sycl_device_image& image, const DeviceInfo& info,
                   bool takes_spirv) {
  const std::string_view made_for = image.target ? image.target : "";
  if (FindTarget(made_for) || image.format != SYCL_IMAGE_FORMAT_OCLOC)
    return RankIntelTarget(image.format, made_for, info.architecture_id,
                           info.type, takes_spirv);
  const uint32_t ip_version = DescribedIpVersion(image);
  return ip_version != 0 &&
                 info.architecture_id == ArchitectureOfGmdid(ip_version)
             ? kRankExact
             : kRankNever;
}

}  // namespace facet
