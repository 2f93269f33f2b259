// One target as constant data, see target_table.h. std only.
//
// In:  nothing; the generated table has the values.
// Out: a target without strings to own.
// Why: the runtime reads the table without building anything at start.

#ifndef FACET_CONFIG_TABLES_TARGET_INFO_H_
#define FACET_CONFIG_TABLES_TARGET_INFO_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "features/aspects/aspect_set.h"
#include "features/conditions/device_limits.h"

namespace facet {

// The fields mean what those of TargetDescription (config/device_config) do.
struct TargetInfo {
  std::string_view name;
  std::span<const std::string_view> aliases;
  std::string_view architecture;
  std::uint64_t architecture_id;
  Aspect target_aspect;
  std::span<const Aspect> aspects;
  bool may_support_other_aspects;
  std::span<const std::uint32_t> sub_group_sizes;
  DeviceLimits limits;
  std::string_view aot_toolchain;
  std::string_view aot_device;
  std::span<const std::string_view> covers;
};

}  // namespace facet

#endif  // FACET_CONFIG_TABLES_TARGET_INFO_H_
