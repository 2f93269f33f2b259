// See intel_targets.h.
#include "runtime/backends/common/intel_targets.h"

#include <algorithm>

#include "config/tables/target_table.h"

namespace facet {

// The IP version names an Intel GPU; older revisions of the same IP run the
// code too, so the revision decides only between otherwise equal ones.
void AddIntelTargets(uint32_t ip_version, bool takes_spirv, DeviceInfo* info) {
  const auto add = [&](const TargetInfo& target) {
    info->target_names.emplace_back(target.name);
    info->features.target_aspects.push_back(target.target_aspect);
  };
  if (ip_version != 0) {
    info->architecture_id = uint64_t{ip_version} << 8;
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
  for (const TargetInfo& target : AllTargets())
    if (target.aot_toolchain == "spirv" &&
        (target.name != "spir64_gen" || info->type == DeviceType::kGpu))
      add(target);
}

int RankIntelImage(const sycl_device_image& image, const DeviceInfo& info,
                   bool takes_spirv) {
  const TargetInfo* target = FindTarget(image.target ? image.target : "");
  // `target_names` has the targets that the device is, spir64 among them.
  if (!target || !std::ranges::count(info.target_names, target->name))
    return kRankNever;
  if (image.format == SYCL_IMAGE_FORMAT_SPIRV)
    return target->aot_toolchain == "spirv" && takes_spirv ? kRankIntermediate
                                                           : kRankNever;
  if (image.format != SYCL_IMAGE_FORMAT_OCLOC ||
      target->aot_toolchain != "ocloc")
    return kRankNever;
  return target->architecture_id == info.architecture_id ? kRankExact
                                                         : kRankFamily;
}

}  // namespace facet
