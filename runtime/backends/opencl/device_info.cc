// What an OpenCL device is and has, by queries.
//
// In:  a cl_device_id.
// Out: DeviceInfo (with the aspects a kernel may ask for) and DeviceTraits.
// Why: the requirements check trusts this list, so an aspect is reported only
//      when a query proves it, or when the configuration has it for the
//      architecture that a query names (AddIntelTargets).
//
// SYCL 2020, appendix C.8 "OpenCL backend: extensions and aspects"; SPEC 001,
// "Identifying a compatible offload bundle" (IP version); extensions
// cl_intel_device_attribute_query, cl_intel_required_subgroup_size,
// cl_intel_unified_shared_memory.

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "features/aspects/runtime_aspects.h"
#include "runtime/backends/common/hardware_info.h"
#include "runtime/backends/common/intel_targets.h"
#include "runtime/backends/opencl/device.h"

namespace facet::opencl {
namespace {

// The queries' names in headers older than the extension.
constexpr cl_device_info kIpVersionIntel = 0x4250;
constexpr cl_device_info kSubGroupSizesIntel = 0x4108;
constexpr cl_device_info kIdIntel = 0x4251;
constexpr cl_device_info kSlicesIntel = 0x4252;
constexpr cl_device_info kSubSlicesPerSliceIntel = 0x4253;
constexpr cl_device_info kUnitsPerSubSliceIntel = 0x4254;
constexpr cl_device_info kThreadsPerUnitIntel = 0x4255;
constexpr cl_device_info kUuidKhr = 0x106A;
constexpr cl_device_info kPciBusInfoKhr = 0x410F;
constexpr cl_device_info kSpirvExtensions = 0x12BA;  // cl_khr_spirv_queries

class Queries {
 public:
  Queries(const Driver& driver, cl_device_id device)
      : driver_(driver), device_(device) {
    const std::string list = Text(CL_DEVICE_EXTENSIONS);
    extensions_ = " " + list + " ";
  }

  template <typename T>
  T Get(cl_device_info what, T otherwise = T{}) const {
    T value{};
    return driver_.api().clGetDeviceInfo(device_, what, sizeof value, &value,
                                         nullptr) == CL_SUCCESS
               ? value
               : otherwise;
  }

  template <typename T>
  std::vector<T> List(cl_device_info what) const {
    size_t bytes = 0;
    const Api& api = driver_.api();
    if (api.clGetDeviceInfo(device_, what, 0, nullptr, &bytes) != CL_SUCCESS)
      return {};
    std::vector<T> values(bytes / sizeof(T));
    if (values.empty() ||
        api.clGetDeviceInfo(device_, what, values.size() * sizeof(T),
                            values.data(), nullptr) != CL_SUCCESS)
      return {};
    return values;
  }

  std::string Text(cl_device_info what) const {
    const std::vector<char> chars = List<char>(what);
    std::string text(chars.begin(), chars.end());
    while (!text.empty() && (text.back() == '\0' || text.back() == ' '))
      text.pop_back();
    text.erase(0, text.find_first_not_of(' '));
    return text;
  }

  bool Has(std::string_view extension) const {
    return extensions_.find(" " + std::string(extension) + " ") !=
           std::string::npos;
  }

 private:
  const Driver& driver_;
  const cl_device_id device_;
  std::string extensions_;
};

SpirvSupport FindSpirvSupport(const Driver& driver, const Queries& q) {
  int major = 0, minor = 0;
  std::sscanf(q.Text(CL_DEVICE_VERSION).c_str(), "OpenCL %d.%d", &major,
              &minor);
  const bool il =
      q.Text(CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos;
  const bool core = major > 2 || (major == 2 && minor >= 1);
  if (il && core && driver.api().clCreateProgramWithIL)
    return SpirvSupport::kIl;
  if (il && q.Has("cl_khr_il_program")) return SpirvSupport::kIlKhr;
  if (q.Has("cl_khr_spir")) return SpirvSupport::kTranslated;
  return SpirvSupport::kNone;
}

// A module with conditions goes to the driver as it is only where the driver
// says so itself, and can be given the values of specialization constants.
bool KnowsFunctionVariants(const Driver& driver, const Queries& q,
                           SpirvSupport spirv) {
  if (spirv != SpirvSupport::kIl || !q.Has("cl_khr_spirv_queries") ||
      !driver.api().clSetProgramSpecializationConstant)
    return false;
  const auto names = q.List<const char*>(kSpirvExtensions);
  return std::ranges::any_of(names, [](const char* name) {
    return name && std::string_view(name) == "SPV_INTEL_function_variants";
  });
}

void AddUsmAspects(const Driver& driver, const Queries& q, cl_bitfield svm,
                   AspectSet* aspects) {
  const auto add = [&](bool has, const char* name) {
    if (const auto aspect = AspectByName(name); has && aspect)
      aspects->Insert(*aspect);
  };
  if (driver.usm().complete() && q.Has("cl_intel_unified_shared_memory")) {
    const auto host = q.Get<cl_bitfield>(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL);
    const auto device =
        q.Get<cl_bitfield>(CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL);
    const auto shared = q.Get<cl_bitfield>(
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL);
    const auto system =
        q.Get<cl_bitfield>(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL);
    const cl_bitfield access = CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL;
    const cl_bitfield atomic =
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;
    add(device & access, "usm_device_allocations");
    add(host & access, "usm_host_allocations");
    add(shared & access, "usm_shared_allocations");
    add(system & access, "usm_system_allocations");
    add(host & atomic, "usm_atomic_host_allocations");
    add(shared & atomic, "usm_atomic_shared_allocations");
    return;
  }
  const bool fine = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  const bool atomics = fine && (svm & CL_DEVICE_SVM_ATOMICS);
  add(fine || (svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER),
      "usm_device_allocations");
  add(fine, "usm_host_allocations");
  add(fine, "usm_shared_allocations");
  add(svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "usm_system_allocations");
  add(atomics, "usm_atomic_host_allocations");
  add(atomics, "usm_atomic_shared_allocations");
}

AspectSet FindAspects(const Driver& driver, const Queries& q,
                      const DeviceInfo& info, const DeviceTraits& traits) {
  AspectSet aspects;
  const auto add = [&](bool has, const char* name) {
    if (const auto aspect = AspectByName(name); has && aspect)
      aspects.Insert(*aspect);
  };
  add(info.type == DeviceType::kCpu, "cpu");
  add(info.type == DeviceType::kGpu, "gpu");
  add(info.type == DeviceType::kAccelerator, "accelerator");
  add(info.type == DeviceType::kCustom, "custom");
  add(q.Has("cl_khr_fp16"), "fp16");
  add(q.Get<cl_bitfield>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0, "fp64");
  const bool base = q.Has("cl_khr_int64_base_atomics");
  const bool extended = q.Has("cl_khr_int64_extended_atomics");
  add(base && extended, "atomic64");
  add(base, "int64_base_atomics");
  add(extended, "int64_extended_atomics");
  add(q.Get<cl_bitfield>(CL_DEVICE_QUEUE_PROPERTIES) &
          CL_QUEUE_PROFILING_ENABLE,
      "queue_profiling");
  add(true, "image");
  for (const char* name : kRuntimeAspects) add(true, name);
  add(traits.spirv != SpirvSupport::kNone, "online_compiler");
  add(traits.spirv != SpirvSupport::kNone, "online_linker");
  AddUsmAspects(driver, q, traits.svm, &aspects);
  SetBindlessImageAspects(&aspects);
  return aspects;
}

DeviceType ToType(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return DeviceType::kGpu;
  if (type & CL_DEVICE_TYPE_CPU) return DeviceType::kCpu;
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceType::kAccelerator;
  return DeviceType::kCustom;
}

void FillLimits(const Queries& q, DeviceInfo* info) {
  info->features.limits.max_work_group_size =
      q.Get<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE, 1);
  const auto sizes = q.List<size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  // OpenCL's first dimension is the fastest, in SYCL it is the last.
  for (size_t d = 0; d < 3; ++d)
    info->features.limits.max_work_item_sizes[2 - d] =
        d < sizes.size() ? sizes[d] : 1;
  // There is no query; drivers for GPUs count the work-groups in 32 bits.
  for (uint64_t& groups : info->max_work_groups) groups = UINT32_MAX;
  info->max_compute_units = q.Get<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS, 1);
  info->max_clock_frequency_mhz = q.Get<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY);
  info->address_bits = q.Get<cl_uint>(CL_DEVICE_ADDRESS_BITS, 64);
  info->global_memory_size = q.Get<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  info->max_allocation_size = q.Get<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info->features.limits.local_memory_size =
      q.Get<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  info->global_cache_size = q.Get<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  info->global_cache_line_size =
      q.Get<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  info->memory_base_alignment =
      std::max(q.Get<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN, 512) / 8, 1u);
  info->preferred_vector_bytes =
      std::max(q.Get<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR), 1u);
  info->error_correction =
      q.Get<cl_bool>(CL_DEVICE_ERROR_CORRECTION_SUPPORT) != CL_FALSE;
  info->unified_memory =
      q.Get<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY) != CL_FALSE;
  info->timer_resolution_ns = std::max<uint64_t>(
      q.Get<size_t>(CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1), 1);
}

// SYCL 2020, 4.6.4.2: every device has a sub-group size. A driver that lists
// none has no sub-groups, or not the instructions that our device code is made
// of, or sizes that nobody can tell before a kernel is built.
void FillSubGroups(const Queries& q, DeviceInfo* info, DeviceTraits* traits) {
  auto& sizes = info->features.sub_group_sizes;
  if (q.Has("cl_intel_required_subgroup_size"))
    for (size_t size : q.List<size_t>(kSubGroupSizesIntel))
      sizes.push_back(static_cast<uint32_t>(size));
  std::ranges::sort(sizes);
  traits->single_item_sub_groups = sizes.empty();
  if (sizes.empty()) sizes = {1};
}

// cl_khr_pci_bus_info, cl_khr_device_uuid, cl_intel_device_attribute_query.
void FillHardware(const Queries& q, HardwareInfo* hardware) {
  struct PciBusInfo {
    cl_uint domain, bus, device, function;
  };
  if (q.Has("cl_khr_pci_bus_info")) {
    const auto pci = q.Get<PciBusInfo>(kPciBusInfoKhr);
    hardware->pci_address =
        PciAddress(pci.domain, pci.bus, pci.device, pci.function);
  }
  if (q.Has("cl_khr_device_uuid"))
    hardware->uuid = q.Get<std::array<unsigned char, 16>>(kUuidKhr);
  if (!q.Has("cl_intel_device_attribute_query")) return;
  hardware->device_id = q.Get<cl_uint>(kIdIntel);
  const cl_uint slices = q.Get<cl_uint>(kSlicesIntel),
                sub_slices = q.Get<cl_uint>(kSubSlicesPerSliceIntel),
                units = q.Get<cl_uint>(kUnitsPerSubSliceIntel);
  hardware->gpu_slices = slices;
  hardware->gpu_subslices_per_slice = sub_slices;
  hardware->gpu_eu_count_per_subslice = units;
  hardware->gpu_eu_count = slices * sub_slices * units;
  hardware->gpu_hw_threads_per_eu = q.Get<cl_uint>(kThreadsPerUnitIntel);
}

}  // namespace

void DescribeDevice(const Driver& driver, cl_device_id device, DeviceInfo* info,
                    DeviceTraits* traits) {
  const Queries q(driver, device);
  traits->spirv = FindSpirvSupport(driver, q);
  traits->svm = q.Get<cl_bitfield>(CL_DEVICE_SVM_CAPABILITIES);
  if (q.Has("cl_intel_device_attribute_query"))
    traits->ip_version = q.Get<cl_uint>(kIpVersionIntel);

  info->backend = BackendKind::kOpenCl;
  info->name = q.Text(CL_DEVICE_NAME);
  info->vendor = q.Text(CL_DEVICE_VENDOR);
  info->vendor_id = q.Get<cl_uint>(CL_DEVICE_VENDOR_ID);
  info->driver_version = q.Text(CL_DRIVER_VERSION);
  info->version = q.Text(CL_DEVICE_VERSION);
  info->opencl_c_version = q.Text(CL_DEVICE_OPENCL_C_VERSION);
  info->type = ToType(q.Get<cl_device_type>(CL_DEVICE_TYPE));
  FillLimits(q, info);
  info->host_can_access_device_memory =
      !driver.usm().complete() &&
      (traits->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0 &&
      info->unified_memory;
  FillSubGroups(q, info, traits);
  // The runtime decides the conditions of what is rewritten.
  traits->function_variants = !traits->single_item_sub_groups &&
                              KnowsFunctionVariants(driver, q, traits->spirv);
  info->features.aspects = FindAspects(driver, q, *info, *traits);
  AddIntelTargets(traits->ip_version, traits->spirv != SpirvSupport::kNone,
                  info);
  FillHardware(q, &info->hardware);
  SetHardwareAspects(info);
}

}  // namespace facet::opencl
