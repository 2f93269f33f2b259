// What sycl::device says about itself (SYCL 2020, table "Device information
// descriptors").
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/ext/oneapi/experimental/max_work_groups.hpp>
#include <sycl/kernel.hpp>
#include <sycl/khr/max_work_group_queries.hpp>

#include <algorithm>
#include <climits>
#include <optional>

#include "runtime/api/extension_names.h"
#include "runtime/api/image.h"
#include "runtime/devices/errors.h"

namespace sycl {
inline namespace _V1 {
namespace {

info::device_type TypeOf(const facet::DeviceInfo& info) {
  switch (info.type) {
    case facet::DeviceType::kCpu: return info::device_type::cpu;
    case facet::DeviceType::kGpu: return info::device_type::gpu;
    case facet::DeviceType::kAccelerator: return info::device_type::accelerator;
    case facet::DeviceType::kCustom: return info::device_type::custom;
  }
  return info::device_type::custom;
}

std::vector<aspect> AspectsOf(const facet::DeviceInfo& info) {
  std::vector<aspect> aspects;
  for (facet::Aspect a : info.features.aspects)
    if (a >= 0 && !facet::IsTargetAspect(a))
      aspects.push_back(static_cast<aspect>(a));
  return aspects;
}

// By the names of the descriptors, with what is told when it is asked for.
struct ToldHardware : facet::HardwareInfo {
  std::optional<uint64_t> free_memory;
};
ToldHardware Hardware(facet::Device& device) {
  ToldHardware told{device.info().hardware, {}};
  uint64_t bytes = 0;
  if (told.tells_free_memory && device.FreeMemory(&bytes).ok())
    told.free_memory = bytes;
  return told;
}

template <int D>
range<D> WorkItemSizes(const facet::DeviceInfo& info) {
  range<D> sizes;
  for (int d = 0; d < D; ++d) {
    const uint64_t known = info.features.limits.max_work_item_sizes[3 - D + d];
    sizes[d] = known ? known : info.features.limits.max_work_group_size;
  }
  return sizes;
}

// A launch has at most INT64_MAX work-items (CheckLaunch), and so work-groups.
uint64_t MaxWorkGroups(const facet::DeviceInfo& info, int dimension) {
  const uint64_t known = info.max_work_groups[dimension];
  return known ? std::min<uint64_t>(known, INT64_MAX) : INT64_MAX;
}
template <int D>
range<D> MaxWorkGroupRange(const facet::DeviceInfo& info) {
  range<D> groups;
  for (int d = 0; d < D; ++d) groups[d] = MaxWorkGroups(info, D - 1 - d);
  return groups;
}
// What the extension from before tells. Programs written for DPC++, which tells
// no more than INT_MAX, keep the numbers in an int.
size_t InInt(size_t groups) { return std::min<size_t>(groups, INT_MAX); }
template <int D>
id<D> MaxWorkGroupId(const facet::DeviceInfo& info) {
  id<D> groups(MaxWorkGroupRange<D>(info));
  for (int d = 0; d < D; ++d) groups[d] = InInt(groups[d]);
  return groups;
}
size_t MaxWorkGroupRangeSize(const facet::DeviceInfo& info) {
  uint64_t product = 1;
  for (int d = 0; d < 3; ++d) {
    const uint64_t groups = MaxWorkGroups(info, d);
    product = product > INT64_MAX / groups ? INT64_MAX : product * groups;
  }
  return product;
}

uint32_t MaxSubGroups(const facet::DeviceInfo& info) {
  const auto& sizes = info.features.sub_group_sizes;
  const uint32_t smallest =
      sizes.empty() ? 1 : *std::min_element(sizes.begin(), sizes.end());
  return std::max<uint64_t>(
      1, info.features.limits.max_work_group_size / smallest);
}

// Of kernels that name no size, where a target and not a driver decides it: 32
// if the device has it (docs/aot.md).
uint32_t PrimarySubGroupSize(const facet::DeviceInfo& info) {
  const auto& sizes = info.features.sub_group_sizes;
  if (sizes.empty()) return 1;
  const bool has_32 = std::find(sizes.begin(), sizes.end(), 32) != sizes.end();
  return has_32 ? 32 : *std::max_element(sizes.begin(), sizes.end());
}

std::vector<info::fp_config> FloatConfig(bool has) {
  using c = info::fp_config;
  if (!has) return {};
  return {c::denorm, c::inf_nan, c::round_to_nearest, c::fma};
}

// Elements of a vector; none of a type that the device does not have.
uint32_t VectorWidth(const facet::DeviceInfo& info, size_t element,
                     bool has = true) {
  return has ? std::max<uint32_t>(info.preferred_vector_bytes / element, 1) : 0;
}

device Parent(const std::shared_ptr<facet::Device>& own) {
  if (!own->Parent())
    facet::Throw(errc::invalid, "info::device::parent_device: device '" +
                                    own->info().name + "' is no sub-device");
  return detail::access_implementation::make<device>(own->Parent());
}

std::vector<info::partition_property> PartitionProperties(
    const facet::Device& d) {
  if (!d.CanPartition()) return {};
  return {info::partition_property::partition_equally,
          info::partition_property::partition_by_counts};
}

// No constants with constructors: programs may ask before theirs have run.
std::vector<memory_order> Orders() {
  return {memory_order::relaxed, memory_order::acquire, memory_order::release,
          memory_order::acq_rel, memory_order::seq_cst};
}
std::vector<memory_scope> Scopes() {
  return {memory_scope::work_item, memory_scope::sub_group,
          memory_scope::work_group, memory_scope::device,
          memory_scope::system};
}

}  // namespace

#define DEVICE_INFO_IN(SPACE, NAME, EXPRESSION)   \
  template <>                                     \
  SPACE::NAME::return_type                        \
  device::get_info<SPACE::NAME>() const {         \
    [[maybe_unused]] const facet::DeviceInfo& i = \
        implementation_->info();                  \
    return EXPRESSION;                            \
  }
#define DEVICE_INFO(NAME, EXPRESSION) \
  DEVICE_INFO_IN(info::device, NAME, EXPRESSION)
// What SYCL 2020 has for OpenCL devices only.
#define OPENCL_DEVICE_INFO(NAME, ...)                                     \
  template <>                                                             \
  info::device::NAME::return_type                                         \
  device::get_info<info::device::NAME>() const {                          \
    if (get_backend() != backend::opencl)                                 \
      facet::Throw(errc::invalid, "info::device::" #NAME ": device '" +   \
                                      implementation_->info().name +      \
                                      "' is not an OpenCL device");       \
    return __VA_ARGS__;                                                   \
  }
DEVICE_INFO(device_type, TypeOf(i))
template <>
ext::oneapi::experimental::architecture
device::get_info<ext::oneapi::experimental::info::device::architecture>()
    const {
  using ext::oneapi::experimental::architecture;
  // An id that no enumerator has is of a device that is not known.
  const auto id =
      static_cast<architecture>(implementation_->info().architecture_id);
  return detail::ordinal_of(id) >= 0 ? id : architecture::unknown;
}
bool device::ext_oneapi_architecture_is(
    ext::oneapi::experimental::architecture a) const {
  namespace ex = ext::oneapi::experimental;
  return get_info<ex::info::device::architecture>() == a;
}
bool device::ext_oneapi_architecture_is(
    ext::oneapi::experimental::arch_category category) const {
  namespace ex = ext::oneapi::experimental;
  return detail::family_of(get_info<ex::info::device::architecture>()) ==
         static_cast<int>(category);
}
DEVICE_INFO(name, i.name)
DEVICE_INFO(vendor, i.vendor)
DEVICE_INFO(vendor_id, i.vendor_id)
DEVICE_INFO(driver_version, i.driver_version)
DEVICE_INFO(version, i.version)
DEVICE_INFO(opencl_c_version, i.opencl_c_version)
DEVICE_INFO(backend_version, i.version)
OPENCL_DEVICE_INFO(profile, "FULL_PROFILE")
DEVICE_INFO(extensions,
            facet::ExtensionNames([this](aspect a) { return has(a); }))
DEVICE_INFO(aspects, AspectsOf(i))
DEVICE_INFO(platform, get_platform())
DEVICE_INFO(max_compute_units, i.max_compute_units)
DEVICE_INFO(max_work_item_dimensions, 3)
DEVICE_INFO(max_work_item_sizes<1>, WorkItemSizes<1>(i))
DEVICE_INFO(max_work_item_sizes<2>, WorkItemSizes<2>(i))
DEVICE_INFO(max_work_item_sizes<3>, WorkItemSizes<3>(i))
DEVICE_INFO(max_work_group_size, i.features.limits.max_work_group_size)
DEVICE_INFO(max_num_sub_groups, MaxSubGroups(i))
DEVICE_INFO(sub_group_sizes,
            std::vector<size_t>(i.features.sub_group_sizes.begin(),
                                i.features.sub_group_sizes.end()))
DEVICE_INFO(primary_sub_group_size, PrimarySubGroupSize(i))
DEVICE_INFO(sub_group_independent_forward_progress, false)
DEVICE_INFO(preferred_vector_width_char, VectorWidth(i, 1))
DEVICE_INFO(preferred_vector_width_short, VectorWidth(i, 2))
DEVICE_INFO(preferred_vector_width_int, VectorWidth(i, 4))
DEVICE_INFO(preferred_vector_width_long, VectorWidth(i, 8))
DEVICE_INFO(preferred_vector_width_long_long, VectorWidth(i, 8))
DEVICE_INFO(preferred_vector_width_float, VectorWidth(i, 4))
DEVICE_INFO(preferred_vector_width_double,
            VectorWidth(i, 8, has(aspect::fp64)))
DEVICE_INFO(preferred_vector_width_half,
            VectorWidth(i, 2, has(aspect::fp16)))
DEVICE_INFO(native_vector_width_char, VectorWidth(i, 1))
DEVICE_INFO(native_vector_width_short, VectorWidth(i, 2))
DEVICE_INFO(native_vector_width_int, VectorWidth(i, 4))
DEVICE_INFO(native_vector_width_long, VectorWidth(i, 8))
DEVICE_INFO(native_vector_width_long_long, VectorWidth(i, 8))
DEVICE_INFO(native_vector_width_float, VectorWidth(i, 4))
DEVICE_INFO(native_vector_width_double,
            VectorWidth(i, 8, has(aspect::fp64)))
DEVICE_INFO(native_vector_width_half,
            VectorWidth(i, 2, has(aspect::fp16)))
DEVICE_INFO(max_clock_frequency, i.max_clock_frequency_mhz)
DEVICE_INFO(address_bits, i.address_bits)
DEVICE_INFO(max_mem_alloc_size, i.max_allocation_size)
// Images are made in software: sizes and coordinates are of type int, and what a
// kernel's images share is the room for its arguments.
#define IMAGE_INFO(NAME, LIMIT) \
  DEVICE_INFO(NAME, has(aspect::image) ? (LIMIT) : 0)
DEVICE_INFO(image_support, has(aspect::image))
IMAGE_INFO(max_read_image_args, 128)
IMAGE_INFO(max_write_image_args, 128)
IMAGE_INFO(image2d_max_width, facet::kMaxImageExtent)
IMAGE_INFO(image2d_max_height, facet::kMaxImageExtent)
IMAGE_INFO(image3d_max_width, facet::kMaxImageExtent)
IMAGE_INFO(image3d_max_height, facet::kMaxImageExtent)
IMAGE_INFO(image3d_max_depth, facet::kMaxImageExtent)
IMAGE_INFO(image_max_buffer_size, facet::kMaxImageExtent)
IMAGE_INFO(image_max_array_size, facet::kMaxImageExtent)
IMAGE_INFO(max_samplers, 128)
#undef IMAGE_INFO
DEVICE_INFO(global_mem_size, i.global_memory_size)
DEVICE_INFO(global_mem_cache_type,
            i.global_cache_size ? info::global_mem_cache_type::read_write
                                : info::global_mem_cache_type::none)
DEVICE_INFO(global_mem_cache_size, i.global_cache_size)
DEVICE_INFO(global_mem_cache_line_size, i.global_cache_line_size)
// Constant memory is global memory.
DEVICE_INFO(max_constant_buffer_size, i.max_allocation_size)
DEVICE_INFO(max_constant_args, 8)
DEVICE_INFO(local_mem_size, i.features.limits.local_memory_size)
DEVICE_INFO(local_mem_type, i.type == facet::DeviceType::kCpu
                                ? info::local_mem_type::global
                                : info::local_mem_type::local)
DEVICE_INFO(mem_base_addr_align, i.memory_base_alignment * 8)
DEVICE_INFO(max_parameter_size, 4096)
DEVICE_INFO(error_correction_support, i.error_correction)
DEVICE_INFO(host_unified_memory, i.unified_memory)
DEVICE_INFO(is_endian_little, true)
DEVICE_INFO(is_available, true)
DEVICE_INFO(is_compiler_available, has(aspect::online_compiler))
DEVICE_INFO(is_linker_available, has(aspect::online_linker))
DEVICE_INFO(built_in_kernel_ids, {})
DEVICE_INFO(built_in_kernels, {})
DEVICE_INFO(printf_buffer_size, 0)
DEVICE_INFO(reference_count, 1)
OPENCL_DEVICE_INFO(preferred_interop_user_sync, true)
DEVICE_INFO(queue_profiling, has(aspect::queue_profiling))
DEVICE_INFO(profiling_timer_resolution, i.timer_resolution_ns)
DEVICE_INFO(parent_device, Parent(implementation_))
DEVICE_INFO(partition_max_sub_devices,
            implementation_->CanPartition() ? i.max_compute_units : 0)
DEVICE_INFO(partition_properties, PartitionProperties(*implementation_))
DEVICE_INFO(partition_affinity_domains, {})
DEVICE_INFO(partition_type_property,
            static_cast<info::partition_property>(i.partition))
DEVICE_INFO(partition_type_affinity_domain,
            info::partition_affinity_domain::not_applicable)
OPENCL_DEVICE_INFO(execution_capabilities,
                   std::vector{info::execution_capability::exec_kernel})
DEVICE_INFO(half_fp_config, FloatConfig(has(aspect::fp16)))
DEVICE_INFO(single_fp_config, FloatConfig(true))
DEVICE_INFO(double_fp_config, FloatConfig(has(aspect::fp64)))
DEVICE_INFO(atomic64, has(aspect::atomic64))
DEVICE_INFO(usm_device_allocations, has(aspect::usm_device_allocations))
DEVICE_INFO(usm_host_allocations, has(aspect::usm_host_allocations))
DEVICE_INFO(usm_shared_allocations, has(aspect::usm_shared_allocations))
DEVICE_INFO(usm_restricted_shared_allocations,
            has(aspect::usm_shared_allocations))
DEVICE_INFO(usm_system_allocations, has(aspect::usm_system_allocations))
DEVICE_INFO(usm_system_allocator, has(aspect::usm_system_allocations))
DEVICE_INFO(atomic_memory_order_capabilities, Orders())
DEVICE_INFO(atomic_memory_scope_capabilities, Scopes())
DEVICE_INFO(atomic_fence_order_capabilities, Orders())
DEVICE_INFO(atomic_fence_scope_capabilities, Scopes())
DEVICE_INFO_IN(khr::info::device, max_work_group_range<1>,
               MaxWorkGroupRange<1>(i))
DEVICE_INFO_IN(khr::info::device, max_work_group_range<2>,
               MaxWorkGroupRange<2>(i))
DEVICE_INFO_IN(khr::info::device, max_work_group_range<3>,
               MaxWorkGroupRange<3>(i))
DEVICE_INFO_IN(khr::info::device, max_work_group_range_size,
               MaxWorkGroupRangeSize(i))
DEVICE_INFO_IN(ext::oneapi::experimental::info::device, max_work_groups<1>,
               MaxWorkGroupId<1>(i))
DEVICE_INFO_IN(ext::oneapi::experimental::info::device, max_work_groups<2>,
               MaxWorkGroupId<2>(i))
DEVICE_INFO_IN(ext::oneapi::experimental::info::device, max_work_groups<3>,
               MaxWorkGroupId<3>(i))
DEVICE_INFO_IN(ext::oneapi::experimental::info::device, max_global_work_groups,
               InInt(MaxWorkGroupRangeSize(i)))
// The pitch is a multiple of a channel, of which the largest has four bytes.
#define BINDLESS_IMAGE_INFO(NAME, LIMIT)                         \
  DEVICE_INFO_IN(ext::oneapi::experimental::info::device, NAME,  \
                 has(aspect::ext_oneapi_bindless_images) ? (LIMIT) : 0)
BINDLESS_IMAGE_INFO(image_row_pitch_align, 4)
BINDLESS_IMAGE_INFO(max_image_linear_width, facet::kMaxImageExtent)
BINDLESS_IMAGE_INFO(max_image_linear_height, facet::kMaxImageExtent)
BINDLESS_IMAGE_INFO(max_image_linear_row_pitch, facet::kMaxImageExtent * 16)
#undef BINDLESS_IMAGE_INFO
DEVICE_INFO_IN(ext::oneapi::experimental::info::device, mipmap_max_anisotropy,
               0.0f)
DEVICE_INFO(ext_oneapi_max_work_groups_1d, MaxWorkGroupId<1>(i))
DEVICE_INFO(ext_oneapi_max_work_groups_2d, MaxWorkGroupId<2>(i))
DEVICE_INFO(ext_oneapi_max_work_groups_3d, MaxWorkGroupId<3>(i))
DEVICE_INFO(ext_oneapi_max_global_work_groups,
            InInt(MaxWorkGroupRangeSize(i)))
#undef DEVICE_INFO

bool device::has_extension(const std::string& name) const {
  const auto names = get_info<info::device::extensions>();
  return std::find(names.begin(), names.end(), name) != names.end();
}
// A device has the aspect if it tells the value, unless it is emulated.
#define INTEL_INFO(NAME, TYPE, ASPECT)                                 \
  template <>                                                          \
  ext::intel::info::device::NAME::return_type                          \
  device::get_info<ext::intel::info::device::NAME>() const {           \
    const std::optional<TYPE> value = Hardware(*implementation_).NAME; \
    if (value) return *value;                                          \
    facet::Throw(errc::feature_not_supported,                          \
                 "ext::intel::info::device::" #NAME ": device '" +     \
                     implementation_->info().name +                    \
                     (implementation_->info().emulated                 \
                          ? "' is emulated"                            \
                          : "' does not have aspect::" #ASPECT));      \
  }
using ext::intel::info::device::uuid_type;
__SYCL_INTEL_DEVICE_INFO(INTEL_INFO)
#undef INTEL_INFO
#define OLD_INTEL_INFO(NAME)                                      \
  template <>                                                     \
  ext::intel::info::device::NAME::return_type                     \
  device::get_info<info::device::ext_intel_##NAME>() const {      \
    return get_info<ext::intel::info::device::NAME>();            \
  }
OLD_INTEL_INFO(pci_address)
OLD_INTEL_INFO(gpu_eu_simd_width)
OLD_INTEL_INFO(gpu_eu_count)
OLD_INTEL_INFO(gpu_slices)
OLD_INTEL_INFO(gpu_subslices_per_slice)
OLD_INTEL_INFO(gpu_eu_count_per_subslice)
OLD_INTEL_INFO(gpu_hw_threads_per_eu)
OLD_INTEL_INFO(max_mem_bandwidth)
#undef OLD_INTEL_INFO
#undef DEVICE_INFO_IN

}  // namespace _V1
}  // namespace sycl
