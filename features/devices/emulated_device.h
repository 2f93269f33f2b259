// The device that an image for an emulated target was made for, as a property
// set of the image.
//
// In:  what the device has (the target's slice, through sycl-aot), or the bytes.
// Out: properties, or the device again.
// Why: a program can be run as if on a device that its author described. The
//      runtime has a table of the built-in targets only, and nobody would give
//      it the author's file. std only: programs link it.
//
// The set's properties have the names of the configuration's keys (but
// `architecture_id`); all are little-endian uint32, of 64-bit numbers the low
// half first. `target_aspect` says which targets an image that was compiled
// with -fsycl-fixed-targets may run as.

#ifndef FACET_FEATURES_DEVICES_EMULATED_DEVICE_H_
#define FACET_FEATURES_DEVICES_EMULATED_DEVICE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/requirements/requirements.h"

namespace facet {

inline constexpr std::string_view kEmulatedDeviceSet = "Facet/emulated device";

struct EmulatedDevice {
  DeviceFeatures features;
  std::uint64_t architecture_id = 0;
};
// By names of targets, without "emu_".
using EmulatedDevices = std::map<std::string, EmulatedDevice, std::less<>>;

// In ascending name order.
std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeEmulatedDevice(const EmulatedDevice& device);

// Accepts any bytes: what is malformed or missing gives nullopt. Properties it
// does not know are skipped.
std::optional<EmulatedDevice> DecodeEmulatedDevice(
    std::span<const PropertyView> properties);

}  // namespace facet

#endif  // FACET_FEATURES_DEVICES_EMULATED_DEVICE_H_
