// Emulated devices: what the named target has, run by the host's CPU.
//
// In:  target names, from SYCL_DEVICE_EMULATION or the program; what the
//      program's images say of targets that are its author's own.
// Out: a device for each, with the target's aspects, sizes and architecture,
//      that runs images of "emu_<target>".
// Why: a program meets the same images and the same refusals as on the real
//      device, on any machine.
#include <algorithm>
#include <string>
#include <string_view>

#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "runtime/backends/common/target_rank.h"
#include "runtime/backends/cpu/device.h"
#include "targets/families.h"

namespace facet {
namespace {

// What a target leaves open (spir64 is for any device) is as the host has it.
void TakeOpenLimitsFromHost(DeviceInfo* info) {
  const TargetInfo* host = FindTarget("x86_64");
  if (!host) return;
  DeviceLimits& limits = info->features.limits;
  for (const DeviceLimit& limit : kDeviceLimits)
    if (limits.*limit.value == 0)
      limits.*limit.value = host->limits.*limit.value;
  for (int d = 0; d < 3; ++d)
    if (limits.max_work_item_sizes[d] == 0)
      limits.max_work_item_sizes[d] = std::min(
          limits.max_work_group_size, host->limits.max_work_item_sizes[d]);
}

DeviceType TypeOf(const DeviceFeatures& features) {
  const auto has = [&](std::string_view name) {
    const auto aspect = AspectByName(name);
    return aspect && features.aspects.Contains(*aspect);
  };
  return has("gpu")           ? DeviceType::kGpu
         : has("cpu")         ? DeviceType::kCpu
         : has("accelerator") ? DeviceType::kAccelerator
                              : DeviceType::kCustom;
}

DevicePtr MakeDevice(const std::string& target, const EmulatedDevice& device,
                     const Vendor* vendor) {
  DeviceInfo info = HostDeviceInfo();
  info.name = "Emulated " + target + " on " + info.name;
  info.features = device.features;
  AddTargetAspects(target, device.architecture_id, &info.features);
  info.features.aspects.Insert(*AspectByName("emulated"));
  info.type = TypeOf(info.features);
  // Buffers are copied to the device and back, as on the real one.
  info.host_can_access_device_memory = info.type == DeviceType::kCpu;
  info.architecture_id = device.architecture_id;
  if (vendor) {
    info.vendor = vendor->name;
    info.vendor_id = vendor->id;
  }
  TakeOpenLimitsFromHost(&info);
  info.target_names = {"emu_" + target};
  info.emulated = true;
  return std::make_shared<CpuDevice>(std::move(info));
}

std::string UnknownTarget(const std::string& name,
                          const EmulatedDevices& described) {
  std::string known;
  const auto add = [&](std::string_view target) {
    known += (known.empty() ? "" : ", ") + std::string(target);
  };
  for (const TargetInfo& target : AllTargets()) add(target.name);
  for (const auto& [target, device] : described)
    if (!FindTarget(target)) add(target);
  return "SYCL_DEVICE_EMULATION: unknown target '" + name +
         "'; known are: " + known;
}

}  // namespace

PlatformList EnumerateEmulatedPlatforms(std::span<const std::string> targets,
                                        const EmulatedDevices& described) {
  PlatformList list;
  auto platform = std::make_shared<Platform>();
  platform->info = {"Facet emulated devices", "Facet", "1.0",
                    BackendKind::kCpu};
  for (const std::string& name : targets) {
    std::string plain = name.starts_with("emu_") ? name.substr(4) : name;
    const TargetInfo* target = FindTarget(plain);
    if (target) plain = target->name;
    const TargetFamily* family =
        target ? FindFamily(target->aot_toolchain) : nullptr;
    const Vendor* vendor = family ? family->vendor : nullptr;
    if (const auto own = described.find(plain); own != described.end())
      platform->devices.push_back(MakeDevice(plain, own->second, vendor));
    else if (target)
      platform->devices.push_back(MakeDevice(
          plain, {FeaturesOf(*target), target->architecture_id}, vendor));
    else
      list.warnings.push_back(UnknownTarget(name, described));
  }
  if (!platform->devices.empty()) list.platforms.push_back(platform);
  return list;
}

}  // namespace facet
