// See target_rank.h.
#include "runtime/backends/common/target_rank.h"

#include <algorithm>

#include "config/image/image.h"
#include "config/tables/target_table.h"
#include "targets/families.h"

namespace facet {
namespace {

constexpr std::string_view kEmulated = "emu_";

const TargetFamily* FamilyOf(const TargetInfo* target) {
  return target ? FindFamily(target->aot_toolchain) : nullptr;
}

// Of code for a real target; none for a target that is not built in.
uint32_t FormatOf(const TargetInfo* target) {
  const TargetFamily* family = FamilyOf(target);
  return family ? family->formats.front().number : SYCL_IMAGE_FORMAT_NONE;
}

}  // namespace

int RankForTarget(uint32_t format, std::string_view made_for,
                  std::string_view target, uint64_t architecture_id) {
  const TargetInfo* device = FindTarget(target);
  const TargetFamily* family = FamilyOf(device);
  const auto rank = family ? family->rank : RankSameTarget;
  return rank({format, made_for, target, FindTarget(made_for), device,
               architecture_id, FindTarget});
}

int RankEmulatedImage(const sycl_device_image& image, const DeviceInfo& info) {
  std::string_view made_for = image.target ? image.target : "";
  std::string_view device = info.target_names.front();
  if (image.format != SYCL_IMAGE_FORMAT_X86_64 ||
      !made_for.starts_with(kEmulated) || !device.starts_with(kEmulated))
    return kRankNever;
  made_for.remove_prefix(kEmulated.size());
  device.remove_prefix(kEmulated.size());
  return RankForTarget(FormatOf(FindTarget(made_for)), made_for, device,
                       info.architecture_id);
}

void AddTargetAspects(std::string_view target, uint64_t architecture_id,
                      DeviceFeatures* features) {
  for (const TargetInfo& other : AllTargets())
    if (RankForTarget(FormatOf(&other), other.name, target, architecture_id) !=
            kRankNever &&
        !std::ranges::count(features->target_aspects, other.target_aspect))
      features->target_aspects.push_back(other.target_aspect);
}

}  // namespace facet
