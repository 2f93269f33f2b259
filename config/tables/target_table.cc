// See target_table.h.

#include "config/tables/target_table.h"

#include <algorithm>
#include <array>

namespace facet {
namespace {

using TargetEntry = TargetInfo;
#include "config/tables/target_table.inc"

constexpr std::size_t CountNames() {
  std::size_t count = 0;
  for (const TargetInfo& target : kTargets) count += 1 + target.aliases.size();
  return count;
}

struct NamedTarget {
  std::string_view name;
  const TargetInfo* target;
};

// Names and aliases, ascending: images are ranked by them, each for each
// device.
constexpr auto kByName = [] {
  std::array<NamedTarget, CountNames()> all{};
  std::size_t next = 0;
  for (const TargetInfo& target : kTargets) {
    all[next++] = {target.name, &target};
    for (std::string_view alias : target.aliases)
      all[next++] = {alias, &target};
  }
  std::ranges::sort(all, {}, &NamedTarget::name);
  return all;
}();

}  // namespace

std::span<const TargetInfo> AllTargets() { return kTargets; }

const TargetInfo* FindTarget(std::string_view name) {
  const auto found =
      std::ranges::lower_bound(kByName, name, {}, &NamedTarget::name);
  return found != kByName.end() && found->name == name ? found->target
                                                       : nullptr;
}

}  // namespace facet
