// Information descriptors (SYCL 2020, annex A).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/backend.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

class context;
class device;
class kernel_id;
class platform;

namespace info {

#define __SYCL_DESCRIPTOR(NAME, ...)                                           \
  struct NAME {                                                                \
    using return_type = __VA_ARGS__;                                           \
  };

enum class device_type : int {
  cpu,
  gpu,
  accelerator,
  custom,
  automatic,
  host,
  all
};

namespace platform {
__SYCL_DESCRIPTOR(name, std::string)
__SYCL_DESCRIPTOR(vendor, std::string)
__SYCL_DESCRIPTOR(version, std::string)
__SYCL_DESCRIPTOR(profile, std::string)
__SYCL_DESCRIPTOR(extensions, std::vector<std::string>)
} // namespace platform

namespace context {
__SYCL_DESCRIPTOR(platform, sycl::platform)
__SYCL_DESCRIPTOR(devices, std::vector<sycl::device>)
__SYCL_DESCRIPTOR(atomic_memory_order_capabilities,
                  std::vector<sycl::memory_order>)
__SYCL_DESCRIPTOR(atomic_memory_scope_capabilities,
                  std::vector<sycl::memory_scope>)
__SYCL_DESCRIPTOR(atomic_fence_order_capabilities,
                  std::vector<sycl::memory_order>)
__SYCL_DESCRIPTOR(atomic_fence_scope_capabilities,
                  std::vector<sycl::memory_scope>)
} // namespace context

enum class partition_property : int {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain
};
enum class partition_affinity_domain : int {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class global_mem_cache_type : int { none, read_only, read_write };
enum class local_mem_type : int { none, local, global };
enum class execution_capability : int { exec_kernel, exec_native_kernel };
enum class fp_config : int {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};

namespace device {
__SYCL_DESCRIPTOR(device_type, info::device_type)
__SYCL_DESCRIPTOR(name, std::string)
__SYCL_DESCRIPTOR(vendor, std::string)
__SYCL_DESCRIPTOR(vendor_id, std::uint32_t)
__SYCL_DESCRIPTOR(driver_version, std::string)
__SYCL_DESCRIPTOR(version, std::string)
__SYCL_DESCRIPTOR(backend_version, std::string)
__SYCL_DESCRIPTOR(profile, std::string)
__SYCL_DESCRIPTOR(extensions, std::vector<std::string>)
__SYCL_DESCRIPTOR(aspects, std::vector<sycl::aspect>)
__SYCL_DESCRIPTOR(platform, sycl::platform)
__SYCL_DESCRIPTOR(max_compute_units, std::uint32_t)
__SYCL_DESCRIPTOR(max_work_item_dimensions, std::uint32_t)
template <int Dimensions = 3> struct max_work_item_sizes {
  using return_type = range<Dimensions>;
};
__SYCL_DESCRIPTOR(max_work_group_size, std::size_t)
__SYCL_DESCRIPTOR(max_num_sub_groups, std::uint32_t)
__SYCL_DESCRIPTOR(sub_group_sizes, std::vector<std::size_t>)
// Of sycl_ext_oneapi_named_sub_group_sizes.
__SYCL_DESCRIPTOR(primary_sub_group_size, std::uint32_t)
__SYCL_DESCRIPTOR(sub_group_independent_forward_progress, bool)
__SYCL_DESCRIPTOR(preferred_vector_width_char, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_short, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_int, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_long, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_long_long, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_float, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_double, std::uint32_t)
__SYCL_DESCRIPTOR(preferred_vector_width_half, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_char, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_short, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_int, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_long, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_long_long, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_float, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_double, std::uint32_t)
__SYCL_DESCRIPTOR(native_vector_width_half, std::uint32_t)
__SYCL_DESCRIPTOR(max_clock_frequency, std::uint32_t)
__SYCL_DESCRIPTOR(address_bits, std::uint32_t)
__SYCL_DESCRIPTOR(max_mem_alloc_size, std::uint64_t)
__SYCL_DESCRIPTOR(image_support, bool)
__SYCL_DESCRIPTOR(max_read_image_args, std::uint32_t)
__SYCL_DESCRIPTOR(max_write_image_args, std::uint32_t)
__SYCL_DESCRIPTOR(image2d_max_width, std::size_t)
__SYCL_DESCRIPTOR(image2d_max_height, std::size_t)
__SYCL_DESCRIPTOR(image3d_max_width, std::size_t)
__SYCL_DESCRIPTOR(image3d_max_height, std::size_t)
__SYCL_DESCRIPTOR(image3d_max_depth, std::size_t)
__SYCL_DESCRIPTOR(image_max_buffer_size, std::size_t)
__SYCL_DESCRIPTOR(max_samplers, std::uint32_t)
__SYCL_DESCRIPTOR(global_mem_size, std::uint64_t)
__SYCL_DESCRIPTOR(global_mem_cache_type, info::global_mem_cache_type)
__SYCL_DESCRIPTOR(global_mem_cache_size, std::uint64_t)
__SYCL_DESCRIPTOR(global_mem_cache_line_size, std::uint32_t)
__SYCL_DESCRIPTOR(max_constant_buffer_size, std::uint64_t)
__SYCL_DESCRIPTOR(max_constant_args, std::uint32_t)
__SYCL_DESCRIPTOR(local_mem_size, std::uint64_t)
__SYCL_DESCRIPTOR(local_mem_type, info::local_mem_type)
__SYCL_DESCRIPTOR(mem_base_addr_align, std::uint32_t)
__SYCL_DESCRIPTOR(max_parameter_size, std::size_t)
__SYCL_DESCRIPTOR(error_correction_support, bool)
__SYCL_DESCRIPTOR(host_unified_memory, bool)
__SYCL_DESCRIPTOR(is_endian_little, bool)
__SYCL_DESCRIPTOR(is_available, bool)
__SYCL_DESCRIPTOR(is_compiler_available, bool)
__SYCL_DESCRIPTOR(is_linker_available, bool)
__SYCL_DESCRIPTOR(built_in_kernel_ids, std::vector<sycl::kernel_id>)
__SYCL_DESCRIPTOR(built_in_kernels, std::vector<std::string>)
__SYCL_DESCRIPTOR(printf_buffer_size, std::size_t)
__SYCL_DESCRIPTOR(preferred_interop_user_sync, bool)
__SYCL_DESCRIPTOR(queue_profiling, bool)
__SYCL_DESCRIPTOR(profiling_timer_resolution, std::size_t)
__SYCL_DESCRIPTOR(parent_device, sycl::device)
__SYCL_DESCRIPTOR(partition_max_sub_devices, std::uint32_t)
__SYCL_DESCRIPTOR(partition_properties, std::vector<info::partition_property>)
__SYCL_DESCRIPTOR(partition_affinity_domains,
                  std::vector<info::partition_affinity_domain>)
__SYCL_DESCRIPTOR(partition_type_property, info::partition_property)
__SYCL_DESCRIPTOR(partition_type_affinity_domain,
                  info::partition_affinity_domain)
__SYCL_DESCRIPTOR(execution_capabilities,
                  std::vector<info::execution_capability>)
__SYCL_DESCRIPTOR(half_fp_config, std::vector<info::fp_config>)
__SYCL_DESCRIPTOR(single_fp_config, std::vector<info::fp_config>)
__SYCL_DESCRIPTOR(double_fp_config, std::vector<info::fp_config>)
__SYCL_DESCRIPTOR(atomic_memory_order_capabilities,
                  std::vector<sycl::memory_order>)
__SYCL_DESCRIPTOR(atomic_memory_scope_capabilities,
                  std::vector<sycl::memory_scope>)
__SYCL_DESCRIPTOR(atomic_fence_order_capabilities,
                  std::vector<sycl::memory_order>)
__SYCL_DESCRIPTOR(atomic_fence_scope_capabilities,
                  std::vector<sycl::memory_scope>)
// Of SYCL 1.2.1 and of SYCL 2020 before aspects: programs still ask for them.
__SYCL_DESCRIPTOR(reference_count, std::uint32_t)
__SYCL_DESCRIPTOR(opencl_c_version, std::string)
__SYCL_DESCRIPTOR(image_max_array_size, std::size_t)
__SYCL_DESCRIPTOR(atomic64, bool)
__SYCL_DESCRIPTOR(usm_device_allocations, bool)
__SYCL_DESCRIPTOR(usm_host_allocations, bool)
__SYCL_DESCRIPTOR(usm_shared_allocations, bool)
__SYCL_DESCRIPTOR(usm_restricted_shared_allocations, bool)
__SYCL_DESCRIPTOR(usm_system_allocations, bool)
__SYCL_DESCRIPTOR(usm_system_allocator, bool)
} // namespace device

namespace kernel {
__SYCL_DESCRIPTOR(num_args, std::uint32_t)
__SYCL_DESCRIPTOR(attributes, std::string)
} // namespace kernel

namespace kernel_device_specific {
__SYCL_DESCRIPTOR(global_work_size, range<3>)
__SYCL_DESCRIPTOR(work_group_size, std::size_t)
__SYCL_DESCRIPTOR(compile_work_group_size, range<3>)
__SYCL_DESCRIPTOR(preferred_work_group_size_multiple, std::size_t)
__SYCL_DESCRIPTOR(private_mem_size, std::size_t)
__SYCL_DESCRIPTOR(max_num_sub_groups, std::uint32_t)
__SYCL_DESCRIPTOR(compile_num_sub_groups, std::uint32_t)
__SYCL_DESCRIPTOR(max_sub_group_size, std::uint32_t)
__SYCL_DESCRIPTOR(compile_sub_group_size, std::uint32_t)
} // namespace kernel_device_specific

namespace queue {
__SYCL_DESCRIPTOR(context, sycl::context)
__SYCL_DESCRIPTOR(device, sycl::device)
__SYCL_DESCRIPTOR(reference_count, std::uint32_t)
} // namespace queue

enum class event_command_status : int { submitted, running, complete };

namespace event {
__SYCL_DESCRIPTOR(command_execution_status, info::event_command_status)
__SYCL_DESCRIPTOR(reference_count, std::uint32_t)
} // namespace event

namespace event_profiling {
__SYCL_DESCRIPTOR(command_submit, std::uint64_t)
__SYCL_DESCRIPTOR(command_start, std::uint64_t)
__SYCL_DESCRIPTOR(command_end, std::uint64_t)
} // namespace event_profiling

#undef __SYCL_DESCRIPTOR

} // namespace info
} // namespace _V1
} // namespace sycl
