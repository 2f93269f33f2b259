// See platforms.h.
#include "runtime/devices/platforms.h"

#include <memory>

#include "runtime/devices/errors.h"
#include "runtime/process/forked.h"
#include "runtime/process/runtime_copies.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

SelectedPlatforms* Start() {
  if (std::string conflict = UseThisRuntime(nullptr); !conflict.empty())
    Throw(sycl::errc::runtime, conflict);
  NoteRuntimeInUse();
  std::unique_ptr<SelectedPlatforms> platforms;
  ThrowIfFailed(SelectedPlatforms::Make(
      Backends(EmulatedTargets(ImageRegistry::Global().EmulatedDevices()),
               ImageRegistry::Global().DescribedDevices()),
      &platforms));
  return platforms.release();
}

}  // namespace

SelectedPlatforms& ProcessPlatforms() {
  static SelectedPlatforms* platforms = Start();
  return *platforms;
}

const PlatformList& AllPlatforms() {
  static const auto* list = new PlatformList(ProcessPlatforms().All());
  return *list;
}

std::shared_ptr<const Platform> PlatformOf(const Device* device) {
  device = ShownDevice(device);
  while (device->Parent()) device = device->Parent().get();
  if (auto platform = ProcessPlatforms().PlatformOf(device)) return platform;
  Throw(sycl::errc::platform, "the device belongs to no platform");
}

}  // namespace facet
