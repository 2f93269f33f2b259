// All platforms of the machine; see backend.h.
#include <cstdlib>
#include <string_view>
#include <utility>

#include "runtime/backends/backend.h"

namespace facet {
namespace {

void Append(PlatformList more, PlatformList* list) {
  for (auto& platform : more.platforms)
    if (!platform->devices.empty())
      list->platforms.push_back(std::move(platform));
  for (auto& warning : more.warnings)
    list->warnings.push_back(std::move(warning));
}

}  // namespace

std::vector<std::string> EmulatedTargets(std::vector<std::string> otherwise) {
  const char* value = std::getenv("SYCL_DEVICE_EMULATION");
  if (!value) return otherwise;
  std::vector<std::string> targets;
  std::string_view rest = value;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    if (comma != 0) targets.emplace_back(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return targets;
}

PlatformList EnumeratePlatforms(std::vector<std::string> emulated,
                                const EmulatedDevices& described) {
  PlatformList list;
  if (!emulated.empty() && emulated.front() == "only") {
    emulated.erase(emulated.begin());
  } else {
    Append(EnumerateCudaPlatforms(), &list);
    Append(EnumerateHipPlatforms(), &list);
    Append(EnumerateLevelZeroPlatforms(), &list);
    Append(EnumerateOpenClPlatforms(), &list);
    Append(EnumerateCpuPlatforms(), &list);
  }
  if (!emulated.empty())
    Append(EnumerateEmulatedPlatforms(emulated, described), &list);
  return list;
}

}  // namespace facet
