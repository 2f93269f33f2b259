// What a back end tells of itself and of a device.
//
// In:  what the driver says, and the configuration of emulated devices.
// Out: the input of requirements checks, of get_info and of sycl-ls.
// Why: apart from backend.h, whose classes are what a device does.
#ifndef FACET_RUNTIME_BACKENDS_DEVICE_INFO_H_
#define FACET_RUNTIME_BACKENDS_DEVICE_INFO_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "features/requirements/requirements.h"

namespace facet {

// Values are part of the host API's `sycl::backend` enumeration.
enum class BackendKind : uint8_t {
  kCpu = 0,
  kOpenCl = 1,
  kCuda = 2,
  kHip = 3,
  kLevelZero = 4,
};

// Their names in ONEAPI_DEVICE_SELECTOR and sycl-ls.
struct BackendName {
  BackendKind kind;
  std::string_view name;
};
inline constexpr BackendName kBackendNames[] = {
    {BackendKind::kOpenCl, "opencl"},
    {BackendKind::kCuda, "cuda"},
    {BackendKind::kHip, "hip"},
    {BackendKind::kLevelZero, "level_zero"},
    {BackendKind::kCpu, "native_cpu"}};
constexpr std::string_view NameOf(BackendKind kind) {
  for (const BackendName& backend : kBackendNames)
    if (backend.kind == kind) return backend.name;
  return "unknown";
}
// Of emulated devices there.
inline constexpr std::string_view kEmulatedName = "emulated";

enum class DeviceType : uint8_t { kCpu, kGpu, kAccelerator, kCustom };

// How a sub-device was made of its parent; values of the host API's
// `info::partition_property`.
enum class PartitionKind : uint8_t { kNone = 0, kEqually = 1, kByCounts = 2 };

// What the driver tells of the hardware; the device has the aspect of what is
// there (sycl_ext_intel_device_info, whose names and units these are).
struct HardwareInfo {
  std::optional<uint32_t> device_id;  // of the PCI device
  std::optional<std::array<unsigned char, 16>> uuid;
  std::optional<std::string> pci_address;  // "0000:3b:00.0"
  std::optional<uint32_t> gpu_eu_simd_width;
  std::optional<uint32_t> gpu_eu_count;
  std::optional<uint32_t> gpu_slices;
  std::optional<uint32_t> gpu_subslices_per_slice;
  std::optional<uint32_t> gpu_eu_count_per_subslice;
  std::optional<uint32_t> gpu_hw_threads_per_eu;
  std::optional<uint64_t> max_mem_bandwidth;    // bytes a second
  std::optional<uint32_t> memory_clock_rate;    // MHz
  std::optional<uint32_t> memory_bus_width;     // bits
  bool tells_free_memory = false;               // see Device::FreeMemory
};

// Bytes of sycl::long16. SYCL 2020, 4.6.4.2, mem_base_addr_align: no device's
// memory is aligned less.
inline constexpr uint32_t kLargestTypeSize = 128;

struct DeviceInfo {
  std::string name;            // "NVIDIA H200", "AMD EPYC ... Processor"
  std::string vendor;          // "NVIDIA Corporation"
  uint32_t vendor_id = 0;      // PCI vendor where known
  std::string driver_version;  // what the driver says of itself
  std::string version;         // API version, "OpenCL 3.0", "CUDA 9.0" (sm)
  std::string opencl_c_version;  // "OpenCL C 1.2"; empty: not of OpenCL
  BackendKind backend = BackendKind::kCpu;
  DeviceType type = DeviceType::kCustom;

  // Aspects, sub-group sizes, work-group limits and target aspects: the one
  // input of the requirements check. Everything a kernel may ask for is here.
  DeviceFeatures features;

  // Value of sycl::ext::oneapi::experimental::architecture, 0 = unknown.
  uint64_t architecture_id = 0;
  // Names of config/targets whose ahead-of-time images run here unchanged, best
  // first ("nvidia_gpu_sm_90"; "intel_gpu_pvc", "intel_gpu_12_60_7"). Shown by
  // sycl-ls; ImageRank decides.
  std::vector<std::string> target_names;
  bool emulated = false;
  PartitionKind partition = PartitionKind::kNone;

  // Work-groups of a launch in each dimension: x, y, z; 0 = any number.
  uint64_t max_work_groups[3] = {0, 0, 0};
  uint32_t max_compute_units = 1;
  uint32_t max_clock_frequency_mhz = 0;  // 0 = unknown
  uint32_t address_bits = 64;
  uint64_t global_memory_size = 0;
  uint64_t max_allocation_size = 0;
  uint64_t global_cache_size = 0;
  uint32_t global_cache_line_size = 0;
  uint32_t memory_base_alignment = kLargestTypeSize;  // bytes; what allocations have at least
  uint32_t preferred_vector_bytes = 16;
  bool error_correction = false;
  bool unified_memory = false;  // device and host share physical memory
  bool takes_offsets = true;    // of ranges; the runtime refuses them otherwise
  // The host may dereference kDevice allocations (CPU devices): buffers then
  // live in one place and need no copies.
  bool host_can_access_device_memory = false;
  // Stream::Copy from or to ordinary host memory may return as late as the copy,
  // and all operations of the stream before it, are done.
  bool host_copies_block = false;
  // Profiling: resolution of the device timer, ns.
  uint64_t timer_resolution_ns = 1;
  HardwareInfo hardware;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_DEVICE_INFO_H_
