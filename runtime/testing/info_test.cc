// Every information descriptor of SYCL 2020 answers, and the answers agree with
// each other; sub-devices.
//
// Argument: the shared object with kernels made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;
class Scale;

namespace {

namespace info = sycl::info;
using sycl::errc;
using info::partition_property;

template <typename F>
void ExpectError(errc expected, F f) {
  try {
    f();
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception& e) {
    EXPECT_EQ(e.code(), sycl::make_error_code(expected)) << e.what();
  }
}

// SYCL 2020, annex A: the type that each descriptor must have.
#define DEVICE(NAME, ...)                                                      \
  static_assert(                                                               \
      std::is_same_v<info::device::NAME::return_type, __VA_ARGS__>);           \
  (void)device.get_info<info::device::NAME>()

// Those that only OpenCL devices answer.
#define OPENCL_DEVICE(NAME, ...)                                      \
  static_assert(                                                      \
      std::is_same_v<info::device::NAME::return_type, __VA_ARGS__>);  \
  if (device.get_backend() == sycl::backend::opencl)                  \
    (void)device.get_info<info::device::NAME>();                      \
  else                                                                \
    ExpectError(errc::invalid,                                        \
                [&] { (void)device.get_info<info::device::NAME>(); })

void AskEverything(const sycl::device& device) {
  DEVICE(device_type, info::device_type);
  DEVICE(vendor_id, uint32_t);
  DEVICE(max_compute_units, uint32_t);
  DEVICE(max_work_item_dimensions, uint32_t);
  DEVICE(max_work_item_sizes<1>, sycl::range<1>);
  DEVICE(max_work_item_sizes<2>, sycl::range<2>);
  DEVICE(max_work_item_sizes<3>, sycl::range<3>);
  DEVICE(max_work_group_size, size_t);
  DEVICE(max_num_sub_groups, uint32_t);
  DEVICE(sub_group_sizes, std::vector<size_t>);
  DEVICE(preferred_vector_width_char, uint32_t);
  DEVICE(preferred_vector_width_short, uint32_t);
  DEVICE(preferred_vector_width_int, uint32_t);
  DEVICE(preferred_vector_width_long, uint32_t);
  DEVICE(preferred_vector_width_float, uint32_t);
  DEVICE(preferred_vector_width_double, uint32_t);
  DEVICE(preferred_vector_width_half, uint32_t);
  DEVICE(native_vector_width_char, uint32_t);
  DEVICE(native_vector_width_short, uint32_t);
  DEVICE(native_vector_width_int, uint32_t);
  DEVICE(native_vector_width_long, uint32_t);
  DEVICE(native_vector_width_float, uint32_t);
  DEVICE(native_vector_width_double, uint32_t);
  DEVICE(native_vector_width_half, uint32_t);
  DEVICE(max_clock_frequency, uint32_t);
  DEVICE(address_bits, uint32_t);
  DEVICE(max_mem_alloc_size, uint64_t);
  DEVICE(image_support, bool);
  DEVICE(max_read_image_args, uint32_t);
  DEVICE(max_write_image_args, uint32_t);
  DEVICE(image2d_max_height, size_t);
  DEVICE(image2d_max_width, size_t);
  DEVICE(image3d_max_height, size_t);
  DEVICE(image3d_max_width, size_t);
  DEVICE(image3d_max_depth, size_t);
  DEVICE(image_max_buffer_size, size_t);
  DEVICE(max_samplers, uint32_t);
  DEVICE(max_parameter_size, size_t);
  DEVICE(mem_base_addr_align, uint32_t);
  DEVICE(half_fp_config, std::vector<info::fp_config>);
  DEVICE(single_fp_config, std::vector<info::fp_config>);
  DEVICE(double_fp_config, std::vector<info::fp_config>);
  DEVICE(global_mem_cache_type, info::global_mem_cache_type);
  DEVICE(global_mem_cache_line_size, uint32_t);
  DEVICE(global_mem_cache_size, uint64_t);
  DEVICE(global_mem_size, uint64_t);
  DEVICE(max_constant_buffer_size, uint64_t);
  DEVICE(max_constant_args, uint32_t);
  DEVICE(local_mem_type, info::local_mem_type);
  DEVICE(local_mem_size, uint64_t);
  DEVICE(error_correction_support, bool);
  DEVICE(host_unified_memory, bool);
  DEVICE(atomic_memory_order_capabilities, std::vector<sycl::memory_order>);
  DEVICE(atomic_fence_order_capabilities, std::vector<sycl::memory_order>);
  DEVICE(atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>);
  DEVICE(atomic_fence_scope_capabilities, std::vector<sycl::memory_scope>);
  DEVICE(profiling_timer_resolution, size_t);
  DEVICE(is_endian_little, bool);
  DEVICE(is_available, bool);
  DEVICE(is_compiler_available, bool);
  DEVICE(is_linker_available, bool);
  OPENCL_DEVICE(execution_capabilities, std::vector<info::execution_capability>);
  DEVICE(queue_profiling, bool);
  DEVICE(built_in_kernel_ids, std::vector<sycl::kernel_id>);
  DEVICE(built_in_kernels, std::vector<std::string>);
  DEVICE(platform, sycl::platform);
  DEVICE(name, std::string);
  DEVICE(vendor, std::string);
  DEVICE(driver_version, std::string);
  OPENCL_DEVICE(profile, std::string);
  DEVICE(version, std::string);
  DEVICE(backend_version, std::string);
  DEVICE(opencl_c_version, std::string);
  DEVICE(image_max_array_size, size_t);
  DEVICE(atomic64, bool);
  DEVICE(usm_device_allocations, bool);
  DEVICE(usm_host_allocations, bool);
  DEVICE(usm_shared_allocations, bool);
  DEVICE(usm_restricted_shared_allocations, bool);
  DEVICE(usm_system_allocations, bool);
  DEVICE(usm_system_allocator, bool);
  DEVICE(aspects, std::vector<sycl::aspect>);
  DEVICE(extensions, std::vector<std::string>);
  DEVICE(printf_buffer_size, size_t);
  DEVICE(reference_count, uint32_t);
  OPENCL_DEVICE(preferred_interop_user_sync, bool);
  DEVICE(partition_max_sub_devices, uint32_t);
  DEVICE(partition_properties, std::vector<partition_property>);
  DEVICE(partition_affinity_domains,
         std::vector<info::partition_affinity_domain>);
  DEVICE(partition_type_property, partition_property);
  DEVICE(partition_type_affinity_domain, info::partition_affinity_domain);
}
#undef DEVICE

TEST(Info, EveryDeviceAnswers) {
  for (const sycl::device& device : sycl::device::get_devices()) {
    AskEverything(device);
    const auto has = [&](sycl::aspect a) { return device.has(a); };
    namespace d = info::device;
    EXPECT_EQ(device.get_info<d::preferred_vector_width_double>() != 0,
              has(sycl::aspect::fp64));
    EXPECT_EQ(device.get_info<d::native_vector_width_half>() != 0,
              has(sycl::aspect::fp16));
    EXPECT_EQ(device.get_info<d::double_fp_config>().empty(),
              !has(sycl::aspect::fp64));
    EXPECT_EQ(device.get_info<d::is_compiler_available>(),
              has(sycl::aspect::online_compiler));
    EXPECT_EQ(device.get_info<d::image_support>(), has(sycl::aspect::image));
    EXPECT_EQ(device.get_info<d::max_samplers>() >= 16, has(sycl::aspect::image));
    EXPECT_TRUE(device.get_info<d::is_endian_little>());
    EXPECT_EQ(device.get_info<d::platform>(), device.get_platform());
    EXPECT_EQ(device.get_info<d::partition_type_property>(),
              partition_property::no_partition);
    ExpectError(errc::invalid,
                [&] { (void)device.get_info<d::parent_device>(); });
  }
}

TEST(Info, PlatformsContextsQueuesAndEvents) {
  const sycl::device device = facet::NativeDevice();
  const sycl::platform platform = device.get_platform();
  EXPECT_FALSE(platform.get_info<info::platform::name>().empty());
  EXPECT_FALSE(platform.get_info<info::platform::vendor>().empty());
  EXPECT_FALSE(platform.get_info<info::platform::version>().empty());
  EXPECT_EQ(platform.get_info<info::platform::profile>(), "FULL_PROFILE");
  for (const auto& [name, aspect] :
       {std::pair("cl_khr_fp64", sycl::aspect::fp64),
        std::pair("cl_khr_fp16", sycl::aspect::fp16)})
    EXPECT_EQ(platform.has_extension(name), platform.has(aspect)) << name;
  for (const std::string& name : platform.get_info<info::platform::extensions>())
    EXPECT_TRUE(platform.has_extension(name)) << name;
  EXPECT_FALSE(platform.has_extension("cl_khr_no_such_thing"));

  const sycl::context context(device);
  EXPECT_EQ(context.get_info<info::context::platform>(), platform);
  EXPECT_EQ(context.get_info<info::context::devices>(),
            std::vector<sycl::device>{device});
  namespace c = info::context;
  const auto contains = [](const auto& list, auto value) {
    return std::count(list.begin(), list.end(), value) == 1;
  };
  EXPECT_TRUE(contains(context.get_info<c::atomic_memory_order_capabilities>(),
                       sycl::memory_order::relaxed));
  EXPECT_TRUE(contains(context.get_info<c::atomic_fence_order_capabilities>(),
                       sycl::memory_order::seq_cst));
  EXPECT_TRUE(contains(context.get_info<c::atomic_memory_scope_capabilities>(),
                       sycl::memory_scope::work_group));
  EXPECT_TRUE(contains(context.get_info<c::atomic_fence_scope_capabilities>(),
                       sycl::memory_scope::device));

  sycl::queue queue(context, device,
                    sycl::property::queue::enable_profiling());
  EXPECT_EQ(queue.get_info<info::queue::context>(), context);
  EXPECT_EQ(queue.get_info<info::queue::device>(), device);
  int value = 0;
  sycl::event event = queue.single_task<Set>(SetFunctor{&value, 1});
  event.wait();
  EXPECT_EQ(event.get_info<info::event::command_execution_status>(),
            info::event_command_status::complete);
  const auto start =
      event.get_profiling_info<info::event_profiling::command_start>();
  EXPECT_LE(event.get_profiling_info<info::event_profiling::command_submit>(),
            start);
  EXPECT_LE(start,
            event.get_profiling_info<info::event_profiling::command_end>());
  sycl::queue plain(device);
  sycl::event unprofiled = plain.single_task<Set>(SetFunctor{&value, 1});
  ExpectError(errc::invalid, [&] {
    (void)unprofiled
        .get_profiling_info<info::event_profiling::command_end>();
  });
  unprofiled.wait();  // it writes to this function's variable
}

// ------------------------------------------------------------- sub-devices

TEST(SubDevices, Equally) {
  const sycl::device device = facet::NativeDevice();
  const uint32_t units = device.get_info<info::device::max_compute_units>();
  if (units < 2) GTEST_SKIP() << "skipped: one processor cannot be divided";
  const auto parts =
      device.create_sub_devices<partition_property::partition_equally>(1);
  EXPECT_EQ(parts.size(), units);
  for (const sycl::device& part : parts) {
    EXPECT_NE(part, device);
    EXPECT_EQ(part.get_info<info::device::max_compute_units>(), 1u);
    EXPECT_EQ(part.get_info<info::device::parent_device>(), device);
    EXPECT_EQ(part.get_info<info::device::partition_type_property>(),
              partition_property::partition_equally);
    EXPECT_EQ(part.get_info<info::device::partition_max_sub_devices>(), 0u);
    EXPECT_EQ(part.get_platform(), device.get_platform());
    // One cannot be divided any more.
    ExpectError(errc::feature_not_supported, [&] {
      (void)part.create_sub_devices<partition_property::partition_equally>(1);
    });
  }
  const auto half =
      device.create_sub_devices<partition_property::partition_equally>(
          units - 1);
  EXPECT_EQ(half.size(), units == 2 ? 2u : 1u);
  for (const size_t wrong : {size_t{0}, size_t{units} + 1})
    ExpectError(errc::invalid, [&] {
      (void)device.create_sub_devices<partition_property::partition_equally>(
          wrong);
    });
}

TEST(SubDevices, ByCounts) {
  const sycl::device device = facet::NativeDevice();
  const uint32_t units = device.get_info<info::device::max_compute_units>();
  if (units < 2) GTEST_SKIP() << "skipped: one processor cannot be divided";
  constexpr auto kBy = partition_property::partition_by_counts;
  const auto parts = device.create_sub_devices<kBy>({1, units - 1});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].get_info<info::device::max_compute_units>(), units - 1);
  EXPECT_EQ(parts[0].get_info<info::device::partition_type_property>(), kBy);
  EXPECT_EQ(device.create_sub_devices<kBy>({0, 1, 0, 1}).size(), 2u);
  EXPECT_TRUE(device.create_sub_devices<kBy>({0}).empty());
  for (const std::vector<size_t>& wrong :
       {std::vector<size_t>{0, units + 1}, {units, 1}, {SIZE_MAX, 2}})
    ExpectError(errc::invalid,
                [&] { (void)device.create_sub_devices<kBy>(wrong); });
}

TEST(SubDevices, WhatCannotBe) {
  const sycl::device device = facet::NativeDevice();
  EXPECT_TRUE(
      device.get_info<info::device::partition_affinity_domains>().empty());
  ExpectError(errc::feature_not_supported, [&] {
    (void)device
        .create_sub_devices<partition_property::partition_by_affinity_domain>(
            info::partition_affinity_domain::numa);
  });
  const sycl::device emulated = facet::EmulatedDevice();
  EXPECT_TRUE(emulated.get_info<info::device::partition_properties>().empty());
  ExpectError(errc::feature_not_supported, [&] {
    (void)emulated.create_sub_devices<partition_property::partition_equally>(1);
  });
}

TEST(SubDevices, RunKernelsInTheContextOfTheirParent) {
  const sycl::device device = facet::NativeDevice();
  if (device.get_info<info::device::partition_max_sub_devices>() == 0)
    GTEST_SKIP() << "skipped: one processor cannot be divided";
  const auto parts =
      device.create_sub_devices<partition_property::partition_equally>(1);
  const sycl::context context(device);
  int* values = sycl::malloc_shared<int>(37 * 61, device, context);
  sycl::queue whole(context, device);
  whole.fill(values, 3, 37 * 61).wait();
  for (const sycl::device& part : parts) {
    sycl::queue queue(context, part);
    EXPECT_EQ(queue.get_device(), part);
    queue.parallel_for<Scale>(sycl::range<2>(37, 61), ScaleFunctor{values, 2})
        .wait();
  }
  for (int i = 0; i < 37 * 61; ++i)
    ASSERT_EQ(values[i], 3 << parts.size()) << i;
  sycl::free(values, context);
  // Not the other way round.
  const sycl::context of_part(parts[0]);
  ExpectError(errc::invalid, [&] { sycl::queue queue(of_part, device); });
  sycl::queue own(of_part, parts[0]);
  int value = 0;
  own.single_task<Set>(SetFunctor{&value, 5}).wait();
  EXPECT_EQ(value, 5);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!facet::RegisterNativeKernels(argc, argv)) return 2;
  return RUN_ALL_TESTS();
}
