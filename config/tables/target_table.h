// Every built-in target as constant data, for the runtime.
//
// In:  config/targets/*.toml, through `facet-config target-table`.
// Out: descriptions in ascending order of target aspects, emulated ones not
//      among them.
// Why: the runtime maps real devices to targets and emulates any of them, but
//      must not carry a TOML reader into user programs. std only.
#ifndef FACET_CONFIG_TABLES_TARGET_TABLE_H_
#define FACET_CONFIG_TABLES_TARGET_TABLE_H_

#include <span>
#include <string_view>

#include "config/tables/target_info.h"

namespace facet {

std::span<const TargetInfo> AllTargets();

// By name or alias; null if there is none.
const TargetInfo* FindTarget(std::string_view name);

}  // namespace facet

#endif  // FACET_CONFIG_TABLES_TARGET_TABLE_H_
