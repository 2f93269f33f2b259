// Names and numbers of aspects. See aspect_table.h and aspect_set.h.

#include "features/aspects/aspect_table.h"

#include <algorithm>

namespace facet {
namespace {

constexpr AspectInfo kAspects[] = {
#include "features/aspects/aspect_table.inc"
};

constexpr TargetAspectInfo kTargetAspects[] = {
#include "features/aspects/target_aspect_table.inc"
};

}  // namespace

std::span<const AspectInfo> AllAspects() { return kAspects; }

std::span<const TargetAspectInfo> AllTargetAspects() { return kTargetAspects; }

std::string_view AspectName(Aspect aspect) {
  for (const AspectInfo& info : kAspects) {
    if (info.value == aspect && info.alias_of.empty()) return info.name;
  }
  return "";
}

std::optional<Aspect> AspectByName(std::string_view name) {
  for (const AspectInfo& info : kAspects) {
    if (info.name == name) return info.value;
  }
  return std::nullopt;
}

std::string_view TargetAspectName(Aspect aspect) {
  const auto* found =
      std::lower_bound(std::begin(kTargetAspects), std::end(kTargetAspects),
                       aspect, [](const TargetAspectInfo& info, Aspect value) {
                         return info.value < value;
                       });
  if (found == std::end(kTargetAspects) || found->value != aspect) return "";
  return found->target;
}

}  // namespace facet
