// sycl::device and what it says about itself.
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>

#include <algorithm>

#include "runtime/core/errors.h"
#include "runtime/core/platforms.h"
#include "runtime/registry/registry.h"

namespace sycl {
inline namespace _V1 {

device::device() : device(select(default_selector_v)) {}

device device::select(const std::function<int(const device&)>& selector) {
  const std::vector<device> all = get_devices();
  const device* best = nullptr;
  int best_score = -1;
  for (const device& candidate : all) {
    const int score = selector(candidate);
    if (score > best_score) {
      best = &candidate;
      best_score = score;
    }
  }
  if (best) return *best;
  std::string message = "No device of the requested kind is available.";
  if (!all.empty()) message += " There are:";
  for (const device& d : all)
    message += "\n  " + d.implementation_->info().name;
  if (const auto targets = facet::ImageRegistry::Global().Targets();
      !targets.empty()) {
    message += "\nThe program has images for:";
    for (const std::string& target : targets) message += " " + target;
  }
  for (const std::string& warning : facet::AllPlatforms().warnings)
    message += "\n" + warning;
  facet::Throw(errc::runtime, message);
}

backend device::get_backend() const noexcept {
  return static_cast<backend>(implementation_->info().backend);
}
platform device::get_platform() const {
  return detail::access_implementation::make<platform>(
      facet::PlatformOf(implementation_.get()));
}
bool device::has(aspect a) const {
  return implementation_->info().features.aspects.Contains(
      static_cast<facet::Aspect>(a));
}
std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> devices;
  for (const platform& p : platform::get_platforms())
    for (device& d : p.get_devices(type)) devices.push_back(std::move(d));
  return devices;
}

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

template <int D>
range<D> WorkItemSizes(const facet::DeviceInfo& info) {
  range<D> sizes;
  for (int d = 0; d < D; ++d) {
    const uint64_t known = info.features.max_work_item_sizes[3 - D + d];
    sizes[d] = known ? known : info.features.max_work_group_size;
  }
  return sizes;
}

uint32_t MaxSubGroups(const facet::DeviceInfo& info) {
  const auto& sizes = info.features.sub_group_sizes;
  const uint32_t smallest =
      sizes.empty() ? 1 : *std::min_element(sizes.begin(), sizes.end());
  return std::max<uint64_t>(1, info.features.max_work_group_size / smallest);
}

std::vector<info::fp_config> FloatConfig(bool has) {
  using c = info::fp_config;
  if (!has) return {};
  return {c::denorm, c::inf_nan, c::round_to_nearest, c::fma};
}

const std::vector<memory_order> kOrders = {
    memory_order::relaxed, memory_order::acquire, memory_order::release,
    memory_order::acq_rel, memory_order::seq_cst};
const std::vector<memory_scope> kScopes = {
    memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group,
    memory_scope::device, memory_scope::system};

}  // namespace

#define DEVICE_INFO(NAME, EXPRESSION)                   \
  template <>                                           \
  info::device::NAME::return_type                       \
  device::get_info<info::device::NAME>() const {        \
    [[maybe_unused]] const facet::DeviceInfo& i =       \
        implementation_->info();                        \
    return EXPRESSION;                                  \
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
DEVICE_INFO(name, i.name)
DEVICE_INFO(vendor, i.vendor)
DEVICE_INFO(vendor_id, i.vendor_id)
DEVICE_INFO(driver_version, i.driver_version)
DEVICE_INFO(version, i.version)
DEVICE_INFO(backend_version, i.version)
DEVICE_INFO(profile, "FULL_PROFILE")
DEVICE_INFO(extensions, {})
DEVICE_INFO(aspects, AspectsOf(i))
DEVICE_INFO(platform, get_platform())
DEVICE_INFO(max_compute_units, i.max_compute_units)
DEVICE_INFO(max_work_item_dimensions, 3)
DEVICE_INFO(max_work_item_sizes<1>, WorkItemSizes<1>(i))
DEVICE_INFO(max_work_item_sizes<2>, WorkItemSizes<2>(i))
DEVICE_INFO(max_work_item_sizes<3>, WorkItemSizes<3>(i))
DEVICE_INFO(max_work_group_size, i.features.max_work_group_size)
DEVICE_INFO(max_num_sub_groups, MaxSubGroups(i))
DEVICE_INFO(sub_group_sizes,
            std::vector<size_t>(i.features.sub_group_sizes.begin(),
                                i.features.sub_group_sizes.end()))
DEVICE_INFO(sub_group_independent_forward_progress, false)
DEVICE_INFO(max_clock_frequency, i.max_clock_frequency_mhz)
DEVICE_INFO(address_bits, i.address_bits)
DEVICE_INFO(max_mem_alloc_size, i.max_allocation_size)
DEVICE_INFO(global_mem_size, i.global_memory_size)
DEVICE_INFO(global_mem_cache_size, i.global_cache_size)
DEVICE_INFO(global_mem_cache_line_size, i.global_cache_line_size)
DEVICE_INFO(local_mem_size, i.local_memory_size)
DEVICE_INFO(local_mem_type, i.type == facet::DeviceType::kCpu
                                ? info::local_mem_type::global
                                : info::local_mem_type::local)
DEVICE_INFO(mem_base_addr_align, i.memory_base_alignment * 8)
DEVICE_INFO(max_parameter_size, 4096)
DEVICE_INFO(error_correction_support, i.error_correction)
DEVICE_INFO(is_available, true)
DEVICE_INFO(queue_profiling, has(aspect::queue_profiling))
DEVICE_INFO(profiling_timer_resolution, i.timer_resolution_ns)
DEVICE_INFO(partition_max_sub_devices, 0)
DEVICE_INFO(execution_capabilities, {info::execution_capability::exec_kernel})
DEVICE_INFO(half_fp_config, FloatConfig(has(aspect::fp16)))
DEVICE_INFO(single_fp_config, FloatConfig(true))
DEVICE_INFO(double_fp_config, FloatConfig(has(aspect::fp64)))
DEVICE_INFO(atomic_memory_order_capabilities, kOrders)
DEVICE_INFO(atomic_memory_scope_capabilities, kScopes)
DEVICE_INFO(atomic_fence_order_capabilities, kOrders)
DEVICE_INFO(atomic_fence_scope_capabilities, kScopes)
#undef DEVICE_INFO

}  // namespace _V1
}  // namespace sycl
