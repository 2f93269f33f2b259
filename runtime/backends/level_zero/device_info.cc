// What a Level Zero device is and has, by queries.
//
// In:  a ze_device_handle_t.
// Out: DeviceInfo (with the aspects a kernel may ask for) and DeviceTraits.
// Why: the requirements check trusts this list, so an aspect is reported only
//      when a query proves it, or when the configuration has it for the
//      architecture that a query names (AddIntelTargets).

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "features/aspects/runtime_aspects.h"
#include "runtime/backends/common/hardware_info.h"
#include "runtime/backends/common/intel_targets.h"
#include "runtime/backends/level_zero/device.h"
#include "targets/intel/family.h"

namespace facet::level_zero {
namespace {

// A structure as a query fills it; zeros where the query fails.
template <typename Properties, typename Get>
Properties Ask(ze_structure_type_t type, Get get) {
  Properties properties{};
  properties.stype = type;
  if (get(&properties) != ZE_RESULT_SUCCESS) properties = Properties{};
  return properties;
}

// Lists of structures.
template <typename Properties, typename Get>
std::vector<Properties> AskAll(ze_structure_type_t type, Get get) {
  uint32_t count = 0;
  if (get(&count, nullptr) != ZE_RESULT_SUCCESS || count == 0) return {};
  std::vector<Properties> list(count);
  for (Properties& properties : list) properties.stype = type;
  if (get(&count, list.data()) != ZE_RESULT_SUCCESS) return {};
  list.resize(std::min<size_t>(count, list.size()));
  return list;
}

DeviceType ToType(ze_device_type_t type) {
  switch (type) {
    case ZE_DEVICE_TYPE_GPU: return DeviceType::kGpu;
    case ZE_DEVICE_TYPE_CPU: return DeviceType::kCpu;
    case ZE_DEVICE_TYPE_FPGA: return DeviceType::kAccelerator;
    default: return DeviceType::kCustom;
  }
}

void FillHardware(const ze_device_properties_t& properties,
                  HardwareInfo* hardware) {
  if (properties.stype == 0) return;  // the query failed
  hardware->device_id = properties.deviceId;
  hardware->uuid = std::to_array(properties.uuid.id);
  if (properties.type != ZE_DEVICE_TYPE_GPU) return;
  hardware->gpu_eu_simd_width = properties.physicalEUSimdWidth;
  hardware->gpu_slices = properties.numSlices;
  hardware->gpu_subslices_per_slice = properties.numSubslicesPerSlice;
  hardware->gpu_eu_count_per_subslice = properties.numEUsPerSubslice;
  hardware->gpu_eu_count = properties.numSlices *
                           properties.numSubslicesPerSlice *
                           properties.numEUsPerSubslice;
  hardware->gpu_hw_threads_per_eu = properties.numThreadsPerEU;
}

void FillPci(const Driver& driver, ze_device_handle_t device,
             HardwareInfo* hardware) {
  if (!driver.api().zeDevicePciGetPropertiesExt) return;
  const auto pci = Ask<ze_pci_ext_properties_t>(
      ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES, [&](auto* p) {
        return driver.api().zeDevicePciGetPropertiesExt(device, p);
      });
  if (pci.stype == 0) return;
  const ze_pci_address_ext_t& a = pci.address;
  hardware->pci_address = PciAddress(a.domain, a.bus, a.device, a.function);
}

void FillIdentity(const Driver& driver, ze_device_handle_t device,
                  DeviceInfo* info, DeviceTraits* traits) {
  DeviceIpVersion ip{kStructureTypeDeviceIpVersion, nullptr, 0};
  const bool tells_ip = driver.HasExtension(kIpVersionExtension);
  auto ask = [&](ze_structure_type_t type) {
    return Ask<ze_device_properties_t>(type, [&](ze_device_properties_t* p) {
      if (tells_ip) p->pNext = &ip;
      return driver.api().zeDeviceGetProperties(device, p);
    });
  };
  // This type has the timer in ticks a second, the other in whole nanoseconds.
  auto properties = ask(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  traits->timer_hz = properties.timerResolution;
  if (properties.stype == 0) {
    properties = ask(ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
    if (properties.timerResolution != 0)
      traits->timer_hz = 1'000'000'000 / properties.timerResolution;
  }
  if (const uint32_t bits = properties.kernelTimestampValidBits;
      bits != 0 && bits < 64)
    traits->kernel_time_mask = (uint64_t{1} << bits) - 1;
  traits->ip_version = ip.ipVersion;
  FillHardware(properties, &info->hardware);
  FillPci(driver, device, &info->hardware);
  const std::string name(properties.name, sizeof properties.name);
  info->name = name.substr(0, name.find('\0'));
  info->vendor_id = properties.vendorId;
  info->vendor = properties.vendorId == kIntel.id ? kIntel.name : "";
  info->driver_version = std::to_string(driver.driver_version());
  info->version = "Level Zero " + driver.version_text();
  info->backend = BackendKind::kLevelZero;
  info->type = ToType(properties.type);
  info->takes_offsets = driver.api().zeKernelSetGlobalOffsetExp != nullptr;
  info->max_clock_frequency_mhz = properties.coreClockRate;
  info->max_compute_units =
      std::max(properties.numSlices * properties.numSubslicesPerSlice *
                   properties.numEUsPerSubslice,
               1u);
  info->max_allocation_size = properties.maxMemAllocSize;
  info->unified_memory =
      (properties.flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED) != 0;
  info->error_correction = (properties.flags & ZE_DEVICE_PROPERTY_FLAG_ECC) != 0;
  info->timer_resolution_ns =
      traits->timer_hz
          ? std::max<uint64_t>(1'000'000'000 / traits->timer_hz, 1)
          : 1;
}

void FillLimits(const Driver& driver, ze_device_handle_t device,
                DeviceInfo* info, DeviceTraits* traits) {
  const Api& api = driver.api();
  const auto compute = Ask<ze_device_compute_properties_t>(
      ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES,
      [&](auto* p) { return api.zeDeviceGetComputeProperties(device, p); });
  DeviceFeatures& features = info->features;
  features.limits.max_work_group_size = std::max(compute.maxTotalGroupSize, 1u);
  // SYCL's last dimension is x.
  features.limits.max_work_item_sizes[2] = std::max(compute.maxGroupSizeX, 1u);
  features.limits.max_work_item_sizes[1] = std::max(compute.maxGroupSizeY, 1u);
  features.limits.max_work_item_sizes[0] = std::max(compute.maxGroupSizeZ, 1u);
  info->max_work_groups[0] = compute.maxGroupCountX;
  info->max_work_groups[1] = compute.maxGroupCountY;
  info->max_work_groups[2] = compute.maxGroupCountZ;
  info->features.limits.local_memory_size = compute.maxSharedLocalMemory;
  const uint32_t sizes =
      std::min<uint32_t>(compute.numSubGroupSizes, ZE_SUBGROUPSIZE_COUNT);
  features.sub_group_sizes.assign(compute.subGroupSizes,
                                  compute.subGroupSizes + sizes);
  std::ranges::sort(features.sub_group_sizes);

  for (const auto& memory : AskAll<ze_device_memory_properties_t>(
           ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
           [&](uint32_t* n, ze_device_memory_properties_t* p) {
             return api.zeDeviceGetMemoryProperties(device, n, p);
           })) {
    if (info->global_memory_size == 0 && memory.maxClockRate != 0)
      info->hardware.memory_clock_rate = memory.maxClockRate;
    if (info->global_memory_size == 0 && memory.maxBusWidth != 0)
      info->hardware.memory_bus_width = memory.maxBusWidth;
    info->global_memory_size += memory.totalSize;
  }
  for (const auto& cache : AskAll<ze_device_cache_properties_t>(
           ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
           [&](uint32_t* n, ze_device_cache_properties_t* p) {
             return api.zeDeviceGetCacheProperties(device, n, p);
           }))
    info->global_cache_size =
        std::max<uint64_t>(info->global_cache_size, cache.cacheSize);
  info->global_cache_line_size = 64;
  const auto groups = AskAll<ze_command_queue_group_properties_t>(
      ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
      [&](uint32_t* n, ze_command_queue_group_properties_t* p) {
        return api.zeDeviceGetCommandQueueGroupProperties(device, n, p);
      });
  for (uint32_t ordinal = 0; ordinal < groups.size(); ++ordinal) {
    if (!(groups[ordinal].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE))
      continue;
    traits->has_compute = true;
    traits->compute_ordinal = ordinal;
    traits->max_fill_pattern =
        std::max<size_t>(groups[ordinal].maxMemoryFillPatternSize, 1);
    break;
  }
}

void AddAspects(const Driver& driver, ze_device_handle_t device,
                const ze_device_module_properties_t& module, DeviceInfo* info) {
  const auto memory = Ask<ze_device_memory_access_properties_t>(
      ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES, [&](auto* p) {
        return driver.api().zeDeviceGetMemoryAccessProperties(device, p);
      });
  const auto add = [&](bool has, const char* name) {
    if (const auto aspect = AspectByName(name); has && aspect)
      info->features.aspects.Insert(*aspect);
  };
  add(info->type == DeviceType::kCpu, "cpu");
  add(info->type == DeviceType::kGpu, "gpu");
  add(info->type == DeviceType::kAccelerator, "accelerator");
  add(info->type == DeviceType::kCustom, "custom");
  const bool atomics = module.flags & ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
  add(module.flags & ZE_DEVICE_MODULE_FLAG_FP16, "fp16");
  add(module.flags & ZE_DEVICE_MODULE_FLAG_FP64, "fp64");
  add(atomics, "atomic64");
  for (const char* name : kRuntimeAspects) add(true, name);
  add(atomics, "int64_base_atomics");
  add(atomics, "int64_extended_atomics");
  add(module.spirvVersionSupported != 0, "online_compiler");
  add(module.spirvVersionSupported != 0, "online_linker");
  add(true, "queue_profiling");
  add(true, "image");
  const auto access = ZE_MEMORY_ACCESS_CAP_FLAG_RW;
  const auto atomic = ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
  add(memory.deviceAllocCapabilities & access, "usm_device_allocations");
  add(memory.hostAllocCapabilities & access, "usm_host_allocations");
  add(memory.sharedSingleDeviceAllocCapabilities & access,
      "usm_shared_allocations");
  add(memory.sharedSystemAllocCapabilities & access, "usm_system_allocations");
  add(memory.hostAllocCapabilities & atomic, "usm_atomic_host_allocations");
  add(memory.sharedSingleDeviceAllocCapabilities & atomic,
      "usm_atomic_shared_allocations");
}

}  // namespace

void DescribeDevice(const Driver& driver, ze_device_handle_t device,
                    DeviceInfo* info, DeviceTraits* traits) {
  FillIdentity(driver, device, info, traits);
  FillLimits(driver, device, info, traits);
  const auto module = Ask<ze_device_module_properties_t>(
      ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES, [&](auto* p) {
        return driver.api().zeDeviceGetModuleProperties(device, p);
      });
  traits->takes_spirv = module.spirvVersionSupported != 0;
  AddAspects(driver, device, module, info);
  AddIntelTargets(traits->ip_version, traits->takes_spirv, info);
  SetHardwareAspects(info);
  SetBindlessImageAspects(&info->features.aspects);
}

}  // namespace facet::level_zero
