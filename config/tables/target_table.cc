// See target_table.h.

#include "config/tables/target_table.h"

#include <algorithm>

namespace facet {
namespace {

using TargetEntry = TargetInfo;
#include "config/tables/target_table.inc"

}  // namespace

std::span<const TargetInfo> AllTargets() { return kTargets; }

const TargetInfo* FindTarget(std::string_view name) {
  for (const TargetInfo& target : kTargets) {
    if (target.name == name || std::ranges::count(target.aliases, name)) {
      return &target;
    }
  }
  return nullptr;
}

}  // namespace facet
