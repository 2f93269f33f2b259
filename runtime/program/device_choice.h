// Which device a program has if it names none.
//
// In:  the program's images; the back ends and their devices.
// Out: a score of a device, and the device that has the highest.
// Why: a driver takes a tenth of a second to start. One whose devices cannot
//      have the highest score is not asked for any.
#ifndef FACET_RUNTIME_PROGRAM_DEVICE_CHOICE_H_
#define FACET_RUNTIME_PROGRAM_DEVICE_CHOICE_H_

#include <optional>

#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/registry/registry.h"

namespace facet {

// Returns what default_selector_v returns, at least 1: first by what the
// program has for the device; then real devices before emulated ones, GPUs, and
// back ends that know most.
int DeviceScore(const ImageRegistry& registry, const Device& device);

// Returns the device that would be the first with the highest score if all were
// asked for; only of this type, if there is one. Null: there is none.
DevicePtr BestDevice(const ImageRegistry& registry,
                     std::optional<DeviceType> type,
                     SelectedPlatforms* platforms);

}  // namespace facet

#endif  // FACET_RUNTIME_PROGRAM_DEVICE_CHOICE_H_
