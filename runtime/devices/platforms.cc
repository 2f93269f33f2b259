// See platforms.h.
#include "runtime/devices/platforms.h"

#include <memory>

#include "runtime/devices/errors.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/process/exiting.h"
#include "runtime/process/forked.h"
#include "runtime/process/runtime_copies.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

PlatformList* Enumerate() {
  if (std::string conflict = UseThisRuntime(nullptr); !conflict.empty())
    Throw(sycl::errc::runtime, conflict);
  NoteRuntimeInUse();
  auto owned = std::make_unique<PlatformList>();
  ThrowIfFailed(EnumerateSelected(
      EmulatedTargets(ImageRegistry::Global().EmulatedDevices()),
      ImageRegistry::Global().DescribedDevices(), owned.get()));
  NoticeExit();
  return owned.release();
}

}  // namespace

const PlatformList& AllPlatforms() {
  static const PlatformList* list = Enumerate();
  return *list;
}

std::shared_ptr<const Platform> PlatformOf(const Device* device) {
  device = ShownDevice(device);
  while (device->Parent()) device = device->Parent().get();
  for (const auto& platform : AllPlatforms().platforms)
    for (const auto& candidate : platform->devices)
      if (candidate.get() == device) return platform;
  Throw(sycl::errc::platform, "the device belongs to no platform");
}

}  // namespace facet
