// See intel_targets.h.
#include "runtime/backends/common/intel_targets.h"


#include "config/image/described_target.h"
#include "config/image/image.h"
#include "config/image/properties.h"
#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"
#include "targets/intel/rank.h"

namespace facet {
namespace {

// 0: the image does not say.
uint32_t DescribedIpVersion(const sycl_device_image& image) {
  for (const sycl_property& property : PropertiesOf(image, kDescribedTargetSet))
    if (std::string_view(property.name) == kIpVersionProperty)
      return property.value;
  return 0;
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
    add([&](const TargetInfo& target) { return intel::IsExact(target, id); });
    add([&](const TargetInfo& target) { return intel::IsGroup(target, id, FindTarget); });
    // Extensions are of the hardware: no query asks for them, and code for
    // the target counts on them. The other aspects are the driver's.
    for (const TargetInfo& target : AllTargets())
      for (const Aspect aspect : target.aspects)
        if (intel::IsExact(target, id) && AspectName(aspect).starts_with("ext_"))
          info->features.aspects.Insert(aspect);
  }
  if (!takes_spirv) return;
  if (info->type == DeviceType::kCpu)
    info->architecture_id =
        ArchitectureByName(kDriverCpuArchitecture).value_or(0);
  add([&](const TargetInfo& target) {
    return intel::IsIntermediate(target, info->type == DeviceType::kGpu);
  });
}

int RankIntelImage(const sycl_device_image& image, const DeviceInfo& info,
                   bool takes_spirv) {
  const std::string_view made_for = image.target ? image.target : "";
  if (FindTarget(made_for) || image.format != SYCL_IMAGE_FORMAT_OCLOC)
    return intel::RankImage(
        {image.format, made_for, "",
         FindTarget(made_for), nullptr, info.architecture_id, FindTarget},
        info.type == DeviceType::kGpu, takes_spirv);
  const uint32_t ip_version = DescribedIpVersion(image);
  return ip_version != 0 &&
                 info.architecture_id == ArchitectureOfGmdid(ip_version)
             ? kRankExact
             : kRankNever;
}

}  // namespace facet
