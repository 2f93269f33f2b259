// Emulated devices: what the named target has, run by the host's CPU.
//
// In:  target names, from SYCL_DEVICE_EMULATION or the program.
// Out: a device for each, with the target's aspects, sizes and architecture,
//      that runs images of "emu_<target>".
// Why: a program meets the same images and the same refusals as on the real
//      device, on any machine.
#include <algorithm>
#include <string>
#include <string_view>

#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "runtime/backends/common/vendors.h"
#include "runtime/backends/cpu/device.h"

namespace facet {
namespace {

// What a target leaves open (spir64 is for any device) is as the host has it.
void TakeOpenLimitsFromHost(DeviceInfo* info) {
  const TargetInfo* host = FindTarget("x86_64");
  if (!host) return;
  DeviceFeatures& features = info->features;
  if (features.max_work_group_size == 0)
    features.max_work_group_size = host->max_work_group_size;
  for (int d = 0; d < 3; ++d)
    if (features.max_work_item_sizes[d] == 0)
      features.max_work_item_sizes[d] =
          std::min(features.max_work_group_size, host->max_work_item_sizes[d]);
  if (info->local_memory_size == 0)
    info->local_memory_size = host->local_memory_size;
}

DevicePtr MakeDevice(const TargetInfo& target) {
  const auto emulated = *AspectByName("emulated");
  DeviceInfo info = HostDeviceInfo();
  info.name = "Emulated " + std::string(target.name) + " on " + info.name;
  info.features = FeaturesOf(target);
  info.local_memory_size = target.local_memory_size;
  if (const Vendor* vendor = VendorOf(target.aot_toolchain)) {
    info.vendor = vendor->name;
    info.vendor_id = vendor->id;
  }
  TakeOpenLimitsFromHost(&info);
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
