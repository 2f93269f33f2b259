// The built-in targets, as back ends look for them; see known_targets.h.

#include "runtime/backends/targets/known_targets.h"

#include <algorithm>

#include "config/tables/target_table.h"

namespace facet {

const std::vector<KnownTarget>& KnownTargets() {
  static const auto* targets = [] {
    auto* result = new std::vector<KnownTarget>;
    for (const TargetInfo& info : AllTargets()) {
      KnownTarget target;
      target.name = info.name;
      target.aliases.assign(info.aliases.begin(), info.aliases.end());
      target.architecture_id = info.architecture_id;
      target.target_aspect = info.target_aspect;
      target.aspects = AspectSet(info.aspects.begin(), info.aspects.end());
      target.sub_group_sizes.assign(info.sub_group_sizes.begin(),
                                    info.sub_group_sizes.end());
      target.aot_toolchain = info.aot_toolchain;
      target.aot_device = info.aot_device;
      target.covers.assign(info.covers.begin(), info.covers.end());
      result->push_back(std::move(target));
    }
    return result;
  }();
  return *targets;
}

const KnownTarget* FindKnownTarget(std::string_view name) {
  for (const KnownTarget& target : KnownTargets())
    if (target.name == name || std::ranges::count(target.aliases, name))
      return &target;
  return nullptr;
}

}  // namespace facet
