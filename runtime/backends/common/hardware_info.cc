// See hardware_info.h.
#include "runtime/backends/common/hardware_info.h"

#include <cstdio>
#include <fstream>
#include <utility>

#include "features/aspects/aspect_table.h"
#include "features/aspects/runtime_aspects.h"

namespace facet {

std::string PciAddress(uint32_t domain, uint32_t bus, uint32_t device,
                       uint32_t function) {
  char text[32];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.%x", domain, bus, device,
                function);
  return text;
}

std::optional<uint32_t> PciDeviceId(const std::string& address) {
  std::ifstream file("/sys/bus/pci/devices/" + address + "/device");
  uint32_t id = 0;
  if (!(file >> std::hex >> id)) return std::nullopt;
  return id;
}

void SetBindlessImageAspects(AspectSet* aspects) {
  const auto has = [&](const char* name) {
    const auto aspect = AspectByName(name);
    return aspect && aspects->Contains(*aspect);
  };
  const auto set = [&](const char* name, bool value) {
    const auto aspect = AspectByName(name);
    if (!aspect) return;
    if (value)
      aspects->Insert(*aspect);
    else
      aspects->Erase(*aspect);
  };
  const bool memory = has("usm_device_allocations");
  for (const char* name : kBindlessImageAspects) set(name, memory);
  set(kBindlessSharedImageAspect, memory && has("usm_shared_allocations"));
}

void SetHardwareAspects(DeviceInfo* info) {
  const HardwareInfo& h = info->hardware;
  const std::pair<const char*, bool> values[] = {
      {"ext_intel_device_id", h.device_id.has_value()},
      {"ext_intel_device_info_uuid", h.uuid.has_value()},
      {"ext_intel_pci_address", h.pci_address.has_value()},
      {"ext_intel_gpu_eu_simd_width", h.gpu_eu_simd_width.has_value()},
      {"ext_intel_gpu_eu_count", h.gpu_eu_count.has_value()},
      {"ext_intel_gpu_slices", h.gpu_slices.has_value()},
      {"ext_intel_gpu_subslices_per_slice",
       h.gpu_subslices_per_slice.has_value()},
      {"ext_intel_gpu_eu_count_per_subslice",
       h.gpu_eu_count_per_subslice.has_value()},
      {"ext_intel_gpu_hw_threads_per_eu", h.gpu_hw_threads_per_eu.has_value()},
      {"ext_intel_max_mem_bandwidth", h.max_mem_bandwidth.has_value()},
      {"ext_intel_memory_clock_rate", h.memory_clock_rate.has_value()},
      {"ext_intel_memory_bus_width", h.memory_bus_width.has_value()},
      {"ext_intel_free_memory", h.tells_free_memory},
  };
  for (const auto& [name, has] : values) {
    const auto aspect = AspectByName(name);
    if (!aspect) continue;
    if (has)
      info->features.aspects.Insert(*aspect);
    else
      info->features.aspects.Erase(*aspect);
  }
}

}  // namespace facet
