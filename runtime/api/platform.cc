// sycl::platform, sycl::context and the selectors.
#include <sycl/context.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/platform.hpp>
#include <sycl/property_list.hpp>

#include <algorithm>

#include "runtime/api/extension_names.h"
#include "runtime/devices/errors.h"
#include "runtime/devices/platforms.h"
#include "runtime/memory/context.h"
#include "runtime/program/device_choice.h"

namespace sycl {
inline namespace _V1 {
namespace {

using implementation = detail::access_implementation;

std::shared_ptr<facet::Context> MakeContext(const std::vector<device>& devices,
                                            async_handler handler) {
  if (devices.empty())
    facet::Throw(errc::invalid, "a context needs at least one device");
  auto made = std::make_shared<facet::Context>();
  made->platform = facet::PlatformOf(implementation::get(devices.front()).get());
  made->handler = std::move(handler);
  for (const device& d : devices) {
    made->devices.push_back(implementation::get(d));
    if (facet::PlatformOf(implementation::get(d).get()) != made->platform)
      facet::Throw(errc::invalid,
                   "the devices of a context must belong to one platform");
  }
  return made;
}

}  // namespace

platform::platform() : platform(device().get_platform()) {}
platform platform::select(const std::function<int(const device&)>& selector) {
  return device(selector).get_platform();
}

backend platform::get_backend() const noexcept {
  return static_cast<backend>(implementation_->info.backend);
}

std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> devices;
  for (const auto& implementation : implementation_->devices) {
    device candidate(implementation);
    const auto own = candidate.get_info<info::device::device_type>();
    if (type == info::device_type::all || type == own ||
        type == info::device_type::automatic)
      devices.push_back(std::move(candidate));
  }
  return devices;
}

bool platform::has(aspect a) const {
  const auto devices = get_devices();
  return std::all_of(devices.begin(), devices.end(),
                     [&](const device& d) { return d.has(a); });
}

std::vector<platform> platform::get_platforms() {
  std::vector<platform> platforms;
  for (const auto& implementation : facet::AllPlatforms().platforms)
    platforms.push_back(platform(implementation));
  return platforms;
}

context platform::khr_get_default_context() const {
  return implementation::make<context>(facet::DefaultContext(implementation_));
}

context platform::ext_oneapi_get_default_context() const {
  return khr_get_default_context();
}

#define PLATFORM_INFO(NAME, EXPRESSION)                            \
  template <>                                                      \
  info::platform::NAME::return_type                                \
  platform::get_info<info::platform::NAME>() const {               \
    return EXPRESSION;                                             \
  }
PLATFORM_INFO(name, implementation_->info.name)
PLATFORM_INFO(vendor, implementation_->info.vendor)
PLATFORM_INFO(version, implementation_->info.version)
PLATFORM_INFO(profile, "FULL_PROFILE")
PLATFORM_INFO(extensions,
              facet::ExtensionNames([this](aspect a) { return has(a); }))
#undef PLATFORM_INFO

bool platform::has_extension(const std::string& name) const {
  const auto names = get_info<info::platform::extensions>();
  return std::find(names.begin(), names.end(), name) != names.end();
}

context::context(const property_list& p) : context(device(), p) {}
context::context(async_handler h, const property_list& p)
    : context(device(), std::move(h), p) {}
context::context(const device& d, const property_list& p)
    : context(std::vector<device>{d}, p) {}
context::context(const device& d, async_handler h, const property_list& p)
    : context(std::vector<device>{d}, std::move(h), p) {}
context::context(const platform& all, const property_list& p)
    : context(all.get_devices(), p) {}
context::context(const platform& all, async_handler h, const property_list& p)
    : context(all.get_devices(), std::move(h), p) {}
context::context(const std::vector<device>& devices, const property_list&)
    : implementation_(MakeContext(devices, nullptr)) {}
context::context(const std::vector<device>& devices, async_handler h,
                 const property_list&)
    : implementation_(MakeContext(devices, std::move(h))) {}

backend context::get_backend() const noexcept {
  return static_cast<backend>(implementation_->platform->info.backend);
}
platform context::get_platform() const {
  return implementation::make<platform>(implementation_->platform);
}
std::vector<device> context::get_devices() const {
  std::vector<device> devices;
  for (const auto& d : implementation_->devices)
    devices.push_back(implementation::make<device>(d));
  return devices;
}
template <>
platform context::get_info<info::context::platform>() const {
  return get_platform();
}
template <>
std::vector<device> context::get_info<info::context::devices>() const {
  return get_devices();
}

namespace {

// What all devices of the context have.
template <typename Descriptor>
typename Descriptor::return_type Common(const std::vector<device>& devices) {
  auto common = devices.front().get_info<Descriptor>();
  for (const device& d : devices) {
    const auto own = d.get_info<Descriptor>();
    std::erase_if(common, [&](auto value) {
      return std::count(own.begin(), own.end(), value) == 0;
    });
  }
  return common;
}

}  // namespace

#define CONTEXT_INFO(NAME)                                   \
  template <>                                                \
  info::context::NAME::return_type                           \
  context::get_info<info::context::NAME>() const {           \
    return Common<info::device::NAME>(get_devices());        \
  }
CONTEXT_INFO(atomic_memory_order_capabilities)
CONTEXT_INFO(atomic_memory_scope_capabilities)
CONTEXT_INFO(atomic_fence_order_capabilities)
CONTEXT_INFO(atomic_fence_scope_capabilities)
#undef CONTEXT_INFO

detail::context_property::context_property(const sycl::context& c)
    : context_(std::make_shared<sycl::context>(c)) {}
sycl::context detail::context_property::get_context() const {
  return *context_;
}

int default_selector_v(const device& candidate) {
  return facet::DeviceScore(facet::ImageRegistry::Global(),
                            *implementation::get(candidate));
}
int cpu_selector_v(const device& c) {
  return c.is_cpu() ? default_selector_v(c) : -1;
}
int gpu_selector_v(const device& c) {
  return c.is_gpu() ? default_selector_v(c) : -1;
}
int accelerator_selector_v(const device& c) {
  return c.is_accelerator() ? default_selector_v(c) : -1;
}

}  // namespace _V1
}  // namespace sycl
