// The devices that ONEAPI_DEVICE_SELECTOR leaves.
//
// In:  SYCL_DEVICE_EMULATION, ONEAPI_DEVICE_SELECTOR, the drivers.
// Out: platforms, by back end, for the runtime, sycl-ls and sycl-explain.
// Why: a driver that the variable excludes is not loaded, for that may be slow,
//      or crash; and one whose devices nobody has asked for is not loaded yet.
#ifndef FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_
#define FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/devices/device_filter.h"

namespace facet {

// Back ends, each of which is asked for its devices when they are needed first.
// Thread-safe.
class SelectedPlatforms {
 public:
  // Fails if ONEAPI_DEVICE_SELECTOR is malformed; the message says how.
  static Status Make(std::vector<Backend> backends,
                     std::unique_ptr<SelectedPlatforms>* made);

  // Returns those of which the variable may select devices, in the order in
  // which devices are listed.
  std::span<const Backend> backends() const { return backends_; }
  // Returns what the variable selects of a back end, which is asked if it was
  // not yet. Valid as long as this object.
  const PlatformList& Of(size_t backend);
  // Returns those of all back ends.
  PlatformList All();
  // Returns the platform of a device that was asked for; null for any other
  // device.
  std::shared_ptr<const Platform> PlatformOf(const Device* device);
  // Returns what names the devices that have been asked for.
  DeviceIds Ids();

 private:
  SelectedPlatforms() = default;

  DeviceSelector selector_;
  std::vector<Backend> backends_;
  std::mutex mutex_;
  std::vector<std::optional<PlatformList>> answers_;  // by back end
  DeviceIds ids_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_
