// See platforms.h.
#include "runtime/core/platforms.h"

#include <cstdlib>
#include <string_view>

#include "runtime/core/device_filter.h"
#include "runtime/core/errors.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

void Append(PlatformList more, PlatformList* list) {
  for (auto& platform : more.platforms)
    if (!platform->devices.empty())
      list->platforms.push_back(std::move(platform));
  for (auto& warning : more.warnings)
    list->warnings.push_back(std::move(warning));
}

std::vector<std::string> EmulatedTargets() {
  const char* value = std::getenv("SYCL_DEVICE_EMULATION");
  if (!value) return ImageRegistry::Global().EmulatedDevices();
  std::vector<std::string> targets;
  std::string_view rest = value;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    if (comma != 0) targets.emplace_back(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return targets;
}

// A first entry "only": as on a machine that has just these devices, which is
// how a test of one device runs.
bool TakeOnly(std::vector<std::string>* targets) {
  if (targets->empty() || targets->front() != "only") return false;
  targets->erase(targets->begin());
  return true;
}

PlatformList* Enumerate() {
  auto owned = std::make_unique<PlatformList>();
  PlatformList* list = owned.get();
  auto targets = EmulatedTargets();
  if (!TakeOnly(&targets)) {
    Append(EnumerateCudaPlatforms(), list);
    Append(EnumerateOpenClPlatforms(), list);
    Append(EnumerateCpuPlatforms(), list);
  }
  if (!targets.empty()) Append(EnumerateEmulatedPlatforms(targets), list);
  if (const char* text = std::getenv("ONEAPI_DEVICE_SELECTOR"))
    ThrowIfFailed(SelectDevices(text, list));
  return owned.release();
}

}  // namespace

const PlatformList& AllPlatforms() {
  static const PlatformList* list = Enumerate();
  return *list;
}

std::shared_ptr<const Platform> PlatformOf(const Device* device) {
  for (const auto& platform : AllPlatforms().platforms)
    for (const auto& candidate : platform->devices)
      if (candidate.get() == device) return platform;
  Throw(sycl::errc::platform, "the device belongs to no platform");
}

}  // namespace facet
