// SYCL 2020, 4.6 and annex A: information descriptors of platforms, devices,
// queues and events.
#include "testing/conformance/check.h"

#include <algorithm>
#include <type_traits>

CONFORMANCE_CHAPTER("info");

namespace info = sycl::info;

namespace {
template <typename Descriptor>
auto get(const sycl::queue &q) {
  auto value = q.get_device().get_info<Descriptor>();
  static_assert(
      std::is_same_v<decltype(value), typename Descriptor::return_type>);
  return value;
}
template <typename T> bool has(const std::vector<T> &all, const T &one) {
  return std::count(all.begin(), all.end(), one) != 0;
}
} // namespace

SECTION(platform) {
  const sycl::platform p = q.get_device().get_platform();
  CHECK(!p.get_info<info::platform::name>().empty());
  CHECK(!p.get_info<info::platform::vendor>().empty());
  CHECK(!p.get_info<info::platform::version>().empty());
}

SECTION(identity) {
  CHECK(!get<info::device::name>(q).empty());
  CHECK(!get<info::device::vendor>(q).empty());
  (void)get<info::device::vendor_id>(q);
  CHECK(!get<info::device::driver_version>(q).empty());
  CHECK(!get<info::device::version>(q).empty());
  (void)get<info::device::backend_version>(q);
  CHECK(get<info::device::platform>(q) == q.get_device().get_platform());
  CHECK(get<info::device::is_available>(q));
}

SECTION(limits) {
  CHECK(get<info::device::max_compute_units>(q) >= 1);
  CHECK(get<info::device::max_work_item_dimensions>(q) == 3);
  CHECK(get<info::device::max_work_item_sizes<1>>(q)[0] >= 1);
  CHECK(get<info::device::max_work_item_sizes<2>>(q).size() >= 1);
  CHECK(get<info::device::max_work_item_sizes<3>>(q).size() >= 1);
  CHECK(get<info::device::max_work_group_size>(q) >= 1);
  CHECK(get<info::device::max_num_sub_groups>(q) >= 1);
  CHECK(get<info::device::max_parameter_size>(q) >= 1024);
  CHECK(get<info::device::address_bits>(q) == 64);
  for (std::size_t s : get<info::device::sub_group_sizes>(q))
    CHECK(s >= 1 && s <= get<info::device::max_work_group_size>(q));
  (void)get<info::device::sub_group_independent_forward_progress>(q);
  (void)get<info::device::max_clock_frequency>(q);
}

SECTION(memory) {
  CHECK(get<info::device::global_mem_size>(q) >= (1u << 20));
  CHECK(get<info::device::max_mem_alloc_size>(q) >= (1u << 20));
  CHECK(get<info::device::max_mem_alloc_size>(q) <=
        get<info::device::global_mem_size>(q));
  (void)get<info::device::global_mem_cache_size>(q);
  (void)get<info::device::global_mem_cache_line_size>(q);
  CHECK(get<info::device::global_mem_cache_type>(q) <=
        info::global_mem_cache_type::read_write);
  CHECK(get<info::device::local_mem_type>(q) != info::local_mem_type::none);
  CHECK(get<info::device::local_mem_size>(q) >= 16384);
  CHECK(get<info::device::mem_base_addr_align>(q) >= 8 * sizeof(sycl::long16));
  (void)get<info::device::error_correction_support>(q);
}

SECTION(vector_widths) {
  const bool fp64 = q.get_device().has(sycl::aspect::fp64);
  const bool fp16 = q.get_device().has(sycl::aspect::fp16);
#define WIDTH(TYPE)                                                            \
  CHECK(get<info::device::preferred_vector_width_##TYPE>(q) >= 1);             \
  CHECK(get<info::device::native_vector_width_##TYPE>(q) >= 1);
  WIDTH(char) WIDTH(short) WIDTH(int) WIDTH(long) WIDTH(float)
  CHECK((get<info::device::preferred_vector_width_double>(q) >= 1) == fp64);
  CHECK((get<info::device::native_vector_width_double>(q) >= 1) == fp64);
  CHECK((get<info::device::preferred_vector_width_half>(q) >= 1) == fp16);
  CHECK((get<info::device::native_vector_width_half>(q) >= 1) == fp16);
}

SECTION(floating_point) {
  const sycl::device d = q.get_device();
  using c = info::fp_config;
  const auto single = get<info::device::single_fp_config>(q);
  CHECK(has(single, c::inf_nan) && has(single, c::round_to_nearest));
  CHECK(get<info::device::double_fp_config>(q).empty() ==
        !d.has(sycl::aspect::fp64));
  CHECK(get<info::device::half_fp_config>(q).empty() ==
        !d.has(sycl::aspect::fp16));
}

SECTION(atomics) {
  CHECK(has(get<info::device::atomic_memory_order_capabilities>(q),
            sycl::memory_order::relaxed));
  for (auto s : {sycl::memory_scope::work_item, sycl::memory_scope::sub_group,
                 sycl::memory_scope::work_group})
    CHECK(has(get<info::device::atomic_memory_scope_capabilities>(q), s));
  for (auto o : {sycl::memory_order::relaxed, sycl::memory_order::acquire,
                 sycl::memory_order::release, sycl::memory_order::acq_rel})
    CHECK(has(get<info::device::atomic_fence_order_capabilities>(q), o));
  for (auto s : {sycl::memory_scope::work_item, sycl::memory_scope::sub_group,
                 sycl::memory_scope::work_group})
    CHECK(has(get<info::device::atomic_fence_scope_capabilities>(q), s));
}

SECTION(execution) {
  CHECK(get<info::device::queue_profiling>(q) ==
        q.get_device().has(sycl::aspect::queue_profiling));
  (void)get<info::device::profiling_timer_resolution>(q);
  CHECK(get<info::device::built_in_kernel_ids>(q).empty());
  CHECK(get<info::device::built_in_kernels>(q).empty());
  CHECK(get<info::device::host_unified_memory>(q) ||
        !q.get_device().is_cpu());
  CHECK(get<info::device::is_endian_little>(q));
  CHECK(get<info::device::is_compiler_available>(q) ==
        q.get_device().has(sycl::aspect::online_compiler));
  CHECK(get<info::device::is_linker_available>(q) ==
        q.get_device().has(sycl::aspect::online_linker));
  CHECK(get<info::device::printf_buffer_size>(q) + 1 >= 1);
  // What SYCL 1.2.1 had instead of aspects.
  const sycl::device d = q.get_device();
  CHECK(d.has_extension("cl_khr_fp64") == d.has(sycl::aspect::fp64));
  CHECK(d.has_extension("cl_khr_fp16") == d.has(sycl::aspect::fp16));
  CHECK(d.has_extension("cl_khr_int64_base_atomics") ==
        d.has(sycl::aspect::atomic64));
  CHECK(!d.has_extension("no_such_extension"));
  CHECK(d.get_platform().has_extension("cl_khr_fp64") ==
        d.get_platform().has(sycl::aspect::fp64));
  for (const std::string &name : get<info::device::extensions>(q))
    CHECK(d.has_extension(name));
  CHECK(get<info::device::max_constant_args>(q) >= 8);
  CHECK(get<info::device::max_constant_buffer_size>(q) >= 65536);
}

// "Only supported when the backend of this device is OpenCL"; errc::invalid
// elsewhere.
SECTION(of_opencl_devices) {
  if (q.get_backend() == sycl::backend::opencl) {
    CHECK(has(get<info::device::execution_capabilities>(q),
              info::execution_capability::exec_kernel));
    (void)get<info::device::preferred_interop_user_sync>(q);
    const std::string profile = get<info::device::profile>(q);
    CHECK(profile == "FULL_PROFILE" || profile == "EMBEDDED_PROFILE");
  } else {
    CHECK_THROWS(invalid, get<info::device::execution_capabilities>(q));
    CHECK_THROWS(invalid, get<info::device::preferred_interop_user_sync>(q));
    CHECK_THROWS(invalid, get<info::device::profile>(q));
  }
}

SECTION(images) {
  const bool provided = q.get_device().has(sycl::aspect::image);
  const auto least = [=](auto limit, unsigned n) {
    return provided ? limit >= n : limit == 0;
  };
  CHECK(get<info::device::image_support>(q) == provided);
  CHECK(least(get<info::device::max_read_image_args>(q), 128));
  CHECK(least(get<info::device::max_write_image_args>(q), 8));
  CHECK(least(get<info::device::image2d_max_width>(q), 8192));
  CHECK(least(get<info::device::image2d_max_height>(q), 8192));
  CHECK(least(get<info::device::image3d_max_width>(q), 2048));
  CHECK(least(get<info::device::image3d_max_height>(q), 2048));
  CHECK(least(get<info::device::image3d_max_depth>(q), 2048));
  CHECK(least(get<info::device::image_max_buffer_size>(q), 65536));
  CHECK(least(get<info::device::max_samplers>(q), 16));
}

SECTION(queue_and_event) {
  CHECK(q.get_info<info::queue::context>() == q.get_context());
  CHECK(q.get_info<info::queue::device>() == q.get_device());
  CHECK(q.get_info<info::queue::reference_count>() >= 1);
  sycl::event e;
  CHECK(e.get_info<info::event::command_execution_status>() ==
        info::event_command_status::complete);
  e = q.single_task([] {});
  e.wait();
  CHECK(e.get_info<info::event::command_execution_status>() ==
        info::event_command_status::complete);
}
