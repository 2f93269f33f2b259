// Emulated devices: what the named target has, run by the host's CPU.
//
// In:  target names, from SYCL_DEVICE_EMULATION or the program.
// Out: a device for each, with the target's aspects, sizes and architecture,
//      that runs images of "emu_<target>".
// Why: a program meets the same images and the same refusals as on the real
//      device, on any machine.
#include <string>
#include <string_view>

#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "runtime/backends/cpu/device.h"

namespace facet {
namespace {

DevicePtr MakeDevice(const TargetInfo& target) {
  const auto emulated = *AspectByName("emulated");
  DeviceInfo info = HostDeviceInfo();
  info.name = "Emulated " + std::string(target.name) + " on " + info.name;
  info.features = FeaturesOf(target);
  const auto has = [&](std::string_view name) {
    const auto aspect = AspectByName(name);
    return aspect && info.features.aspects.Contains(*aspect);
  };
  info.type = has("gpu")           ? DeviceType::kGpu
              : has("cpu")         ? DeviceType::kCpu
              : has("accelerator") ? DeviceType::kAccelerator
                                   : DeviceType::kCustom;
  info.features.aspects.Insert(emulated);
  info.architecture_id = target.architecture_id;
  info.target_names = {"emu_" + std::string(target.name)};
  info.local_memory_size = target.local_memory_size;
  info.emulated = true;
  return std::make_shared<CpuDevice>(std::move(info));
}

}  // namespace

PlatformList EnumerateEmulatedPlatforms(std::span<const std::string> targets) {
  PlatformList list;
  auto platform = std::make_shared<Platform>();
  platform->info = {"Facet emulated devices", "Facet", "1.0",
                    BackendKind::kCpu};
  for (const std::string& name : targets) {
    std::string_view plain = name;
    if (plain.starts_with("emu_")) plain.remove_prefix(4);
    if (const TargetInfo* target = FindTarget(plain)) {
      platform->devices.push_back(MakeDevice(*target));
      continue;
    }
    std::string known;
    for (const TargetInfo& target : AllTargets())
      known += (known.empty() ? "" : ", ") + std::string(target.name);
    list.warnings.push_back("SYCL_DEVICE_EMULATION: unknown target '" + name +
                            "'; known are: " + known);
  }
  if (!platform->devices.empty()) list.platforms.push_back(platform);
  return list;
}

}  // namespace facet
