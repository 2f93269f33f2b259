// See platforms.h.
#include "runtime/core/platforms.h"

#include <cstdlib>
#include <memory>

#include "runtime/core/device_filter.h"
#include "runtime/core/errors.h"
#include "runtime/process/exiting.h"
#include "runtime/process/forked.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

PlatformList* Enumerate() {
  NoteRuntimeInUse();
  auto owned = std::make_unique<PlatformList>(EnumeratePlatforms(
      EmulatedTargets(ImageRegistry::Global().EmulatedDevices()),
      ImageRegistry::Global().DescribedDevices()));
  if (const char* text = std::getenv("ONEAPI_DEVICE_SELECTOR"))
    ThrowIfFailed(SelectDevices(text, owned.get()));
  NoticeExit();
  return owned.release();
}

}  // namespace

const PlatformList& AllPlatforms() {
  static const PlatformList* list = Enumerate();
  return *list;
}

std::shared_ptr<const Platform> PlatformOf(const Device* device) {
  while (device->Parent()) device = device->Parent().get();
  for (const auto& platform : AllPlatforms().platforms)
    for (const auto& candidate : platform->devices)
      if (candidate.get() == device) return platform;
  Throw(sycl::errc::platform, "the device belongs to no platform");
}

}  // namespace facet
