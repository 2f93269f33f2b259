// The native CPU: features of the target x86_64 or, with AVX-512, x86_64_v4.
#include <unistd.h>

#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "runtime/backends/common/target_rank.h"
#include "runtime/backends/cpu/device.h"

namespace facet {

PlatformList EnumerateCpuPlatforms() {
  PlatformList list;
  // Ahead-of-time code is for this level; older CPUs would trap in it.
  // A library's constructors may ask before those of libgcc have run.
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("x86-64-v3")) {
    list.warnings.push_back("CPU: this processor lacks AVX2 and FMA");
    return list;
  }
  const bool has_avx512 = __builtin_cpu_supports("x86-64-v4");
  const TargetInfo* target = FindTarget(has_avx512 ? "x86_64_v4" : "x86_64");
  if (!target) return list;
  DeviceInfo info = HostDeviceInfo();
  info.features = FeaturesOf(*target);
  info.architecture_id = target->architecture_id;
  info.target_names = {std::string(target->name)};
  if (has_avx512) info.target_names.push_back("x86_64");
  AddTargetAspects(target->name, info.architecture_id, &info.features);
  auto platform = std::make_shared<Platform>();
  platform->info = {"Facet native CPU", "Facet", "1.0", BackendKind::kCpu};
  platform->devices = {std::make_shared<CpuDevice>(std::move(info))};
  list.platforms.push_back(std::move(platform));
  return list;
}

}  // namespace facet
