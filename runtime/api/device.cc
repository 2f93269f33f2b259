// sycl::device and what it says about itself.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/ext/oneapi/experimental/current_device.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>

#include "runtime/devices/errors.h"
#include "runtime/devices/peer_access.h"
#include "runtime/devices/platforms.h"
#include "runtime/program/device_choice.h"
#include "runtime/registry/registry.h"

namespace sycl {
inline namespace _V1 {

namespace {

using Selector = int(const device&);

// Returns the selector's function, if it is nothing else: as it is, or as
// detail::make_selector keeps it.
Selector* FunctionOf(const std::function<Selector>& selector) {
  if (const auto* pointer = selector.target<Selector*>()) return *pointer;
  if (const auto* kept = selector.target<std::reference_wrapper<Selector>>())
    return &kept->get();
  return nullptr;
}

// Returns what a selector of SYCL's selects, without asking drivers that have
// nothing better. Null: it is another one, or there is no such device.
facet::DevicePtr SelectFast(const std::function<Selector>& selector) {
  static constexpr struct {
    Selector* selector;
    std::optional<facet::DeviceType> type;
  } kSelectors[] = {{default_selector_v, {}},
                    {gpu_selector_v, facet::DeviceType::kGpu},
                    {cpu_selector_v, facet::DeviceType::kCpu},
                    {accelerator_selector_v, facet::DeviceType::kAccelerator}};
  Selector* const function = FunctionOf(selector);
  for (const auto& known : kSelectors)
    if (known.selector == function)
      return facet::BestDevice(facet::ImageRegistry::Global(), known.type,
                               &facet::ProcessPlatforms());
  return nullptr;
}

}  // namespace

device::device() : device(select(default_selector_v)) {}

device device::select(const std::function<int(const device&)>& selector) {
  if (facet::DevicePtr best = SelectFast(selector))
    return device(std::move(best));
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
  const auto& registry = facet::ImageRegistry::Global();
  const auto hold = registry.Hold();
  if (const auto targets = registry.Targets(); !targets.empty()) {
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
bool device::ext_oneapi_can_access_peer(const device& peer,
                                        ext::oneapi::peer_access what) const {
  return facet::CanAccessPeer(
      *implementation_, *peer.implementation_,
      what == ext::oneapi::peer_access::atomics_supported
          ? facet::PeerAccess::kAtomics
          : facet::PeerAccess::kAnyAccess);
}
void device::ext_oneapi_enable_peer_access(const device& peer) {
  facet::EnablePeerAccess(*implementation_, *peer.implementation_);
}
void device::ext_oneapi_disable_peer_access(const device& peer) {
  facet::DisablePeerAccess(*implementation_, *peer.implementation_);
}
namespace {
struct DeviceFilter {
  std::optional<backend> of_backend;
  std::optional<info::device_type> type;
  std::optional<size_t> number;
};

// One of "BACKEND:TYPE:NUMBER", in this order, each at most once.
DeviceFilter ParseFilter(const std::string& text) {
  static const std::map<std::string, backend> kBackends = {
      {"cuda", backend::ext_oneapi_cuda},
      {"hip", backend::ext_oneapi_hip},
      {"level_zero", backend::ext_oneapi_level_zero},
      {"native_cpu", backend::ext_oneapi_native_cpu},
      {"opencl", backend::opencl}};
  static const std::map<std::string, info::device_type> kTypes = {
      {"accelerator", info::device_type::accelerator},
      {"cpu", info::device_type::cpu},
      {"gpu", info::device_type::gpu},
      {"host", info::device_type::host}};
  DeviceFilter filter;
  const auto refuse = [&] {
    facet::Throw(errc::runtime,
                 "filter_selector: '" + text +
                     "' is not BACKEND:TYPE:NUMBER, of which parts may be left "
                     "out; back ends: cuda, hip, host, level_zero, native_cpu, "
                     "opencl; types: accelerator, cpu, gpu, host");
  };
  size_t start = 0;
  do {
    const size_t end = std::min(text.find(':', start), text.size());
    const std::string part = text.substr(start, end - start);
    if (filter.number) refuse();
    if (const auto b = kBackends.find(part); b != kBackends.end()) {
      if (filter.of_backend || filter.type) refuse();
      filter.of_backend = b->second;
    } else if (const auto t = kTypes.find(part); t != kTypes.end()) {
      // Also the back end of the same name: "host:host".
      if (filter.type && part != "host") refuse();
      filter.type = t->second;
    } else if (!part.empty() && part.size() < 6 &&
               part.find_first_not_of("0123456789") == part.npos) {
      filter.number = std::stoul(part);
    } else {
      refuse();
    }
    start = end + 1;
  } while (start <= text.size());
  return filter;
}
}  // namespace

std::vector<device> detail::devices_of_filters(const std::string& filters) {
  std::vector<device> found;
  const std::vector<device> all = device::get_devices();
  size_t start = 0;
  do {
    const size_t end = std::min(filters.find(',', start), filters.size());
    const DeviceFilter filter = ParseFilter(filters.substr(start, end - start));
    size_t number = 0;
    for (const device& d : all) {
      if (filter.of_backend && d.get_backend() != *filter.of_backend) continue;
      if (filter.type &&
          d.get_info<info::device::device_type>() != *filter.type)
        continue;
      if (!filter.number || *filter.number == number) found.push_back(d);
      ++number;
    }
    start = end + 1;
  } while (start <= filters.size());
  return found;
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> devices;
  for (const platform& p : platform::get_platforms())
    for (device& d : p.get_devices(type)) devices.push_back(std::move(d));
  return devices;
}

namespace {

// SYCL 2020, 4.6.4.3 says which errors, and in this order.
std::vector<device> Partition(const std::shared_ptr<facet::Device>& parent,
                              const std::vector<size_t>& counts,
                              facet::PartitionKind kind) {
  const facet::DeviceInfo& info = parent->info();
  if (!parent->CanPartition())
    facet::Throw(
        errc::feature_not_supported,
        "create_sub_devices: device '" + info.name + "' cannot be partitioned");
  size_t sum = 0;
  for (const size_t count : counts) {
    if (count == 0 || count > info.max_compute_units - sum)
      facet::Throw(errc::invalid,
                   "create_sub_devices: device '" + info.name + "' has " +
                       std::to_string(info.max_compute_units) +
                       " compute units, and no sub-device can have none");
    sum += count;
  }
  std::vector<facet::DevicePtr> parts;
  if (counts.empty()) return {};
  facet::ThrowIfFailed(
      parent->Partition({counts.begin(), counts.end()}, kind, &parts));
  std::vector<device> devices;
  for (auto& part : parts)
    devices.push_back(
        detail::access_implementation::make<device>(std::move(part)));
  return devices;
}

}  // namespace

std::vector<device> device::partition_equally(std::size_t count) const {
  const size_t units = implementation_->info().max_compute_units;
  const size_t parts = count == 0 || count > units ? 1 : units / count;
  return Partition(implementation_, std::vector<size_t>(parts, count),
                   facet::PartitionKind::kEqually);
}
std::vector<device> device::partition_by_counts(
    const std::vector<std::size_t>& counts) const {
  std::vector<size_t> parts;  // 4.6.4.1: of "each non-zero value"
  std::copy_if(counts.begin(), counts.end(), std::back_inserter(parts),
               [](size_t count) { return count != 0; });
  return Partition(implementation_, parts, facet::PartitionKind::kByCounts);
}
std::vector<device> device::partition_by_affinity_domain(
    info::partition_affinity_domain) const {
  facet::Throw(errc::feature_not_supported,
               "create_sub_devices: device '" + implementation_->info().name +
                   "' cannot be partitioned by affinity domain");
}

namespace ext::oneapi::experimental::this_thread {
namespace {
thread_local std::optional<device> current_device;
}  // namespace

device get_current_device() {
  return current_device ? *current_device : device();
}
void set_current_device(device dev) { current_device = std::move(dev); }
}  // namespace ext::oneapi::experimental::this_thread

}  // namespace _V1
}  // namespace sycl
