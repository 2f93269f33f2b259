// See intel_targets.h.
#include "runtime/backends/common/intel_targets.h"

#include <algorithm>

#include "config/architectures/architecture.h"
#include "config/architectures/driver_cpu.h"
#include "config/image/described_target.h"
#include "config/image/image.h"
#include "config/tables/target_table.h"

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

}  // namespace

// The IP version names an Intel GPU; older revisions of the same IP run the
// code too, so the revision decides only between otherwise equal ones.
void AddIntelTargets(uint32_t ip_version, bool takes_spirv, DeviceInfo* info) {
  const auto add = [&](const TargetInfo& target) {
    info->target_names.emplace_back(target.name);
    info->features.target_aspects.push_back(target.target_aspect);
  };
  if (ip_version != 0) {
    info->architecture_id = ArchitectureOfGmdid(ip_version);
    for (const TargetInfo& target : AllTargets())
      if (target.aot_toolchain == "ocloc" &&
          target.architecture_id == info->architecture_id) {
        add(target);
        // Extensions are of the hardware: no query asks for them, and code for
        // the target counts on them. The other aspects are the driver's.
        for (const Aspect aspect : target.aspects)
          if (AspectName(aspect).starts_with("ext_"))
            info->features.aspects.Insert(aspect);
        // Family targets whose code runs on this member.
        for (const TargetInfo& family : AllTargets())
          if (std::ranges::count(family.covers, target.name)) add(family);
      }
  }
  if (!takes_spirv) return;
  if (info->type == DeviceType::kCpu)
    info->architecture_id =
        ArchitectureByName(kDriverCpuArchitecture).value_or(0);
  for (const TargetInfo& target : AllTargets())
    if (target.aot_toolchain == "spirv" &&
        (target.name != "spir64_gen" || info->type == DeviceType::kGpu))
      add(target);
}

int RankIntelTarget(uint32_t format, std::string_view made_for,
                    const DeviceInfo& info, bool takes_spirv) {
  const TargetInfo* target = FindTarget(made_for);
  // `target_names` has the targets that the device is, spir64 among them.
  if (!target || !std::ranges::count(info.target_names, target->name))
    return kRankNever;
  if (format == SYCL_IMAGE_FORMAT_SPIRV)
    return target->aot_toolchain == "spirv" && takes_spirv ? kRankIntermediate
                                                           : kRankNever;
  if (format != SYCL_IMAGE_FORMAT_OCLOC || target->aot_toolchain != "ocloc")
    return kRankNever;
  return target->architecture_id == info.architecture_id ? kRankExact
                                                         : kRankFamily;
}

int RankIntelImage(const sycl_device_image& image, const DeviceInfo& info,
                   bool takes_spirv) {
  const std::string_view made_for = image.target ? image.target : "";
  if (FindTarget(made_for) || image.format != SYCL_IMAGE_FORMAT_OCLOC)
    return RankIntelTarget(image.format, made_for, info, takes_spirv);
  const uint32_t ip_version = DescribedIpVersion(image);
  return ip_version != 0 &&
                 info.architecture_id == ArchitectureOfGmdid(ip_version)
             ? kRankExact
             : kRankNever;
}

}  // namespace facet
