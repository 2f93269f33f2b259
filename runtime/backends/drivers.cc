// All platforms of the machine; see backend.h.
#include <stdlib.h>
#include <string_view>
#include <utility>

#include "runtime/backends/backend.h"

namespace facet {
namespace {

// In the order in which devices are listed.
constexpr struct {
  BackendKind kind;
  PlatformList (*enumerate)();
} kDrivers[] = {{BackendKind::kCuda, EnumerateCudaPlatforms},
                {BackendKind::kHip, EnumerateHipPlatforms},
                {BackendKind::kLevelZero, EnumerateLevelZeroPlatforms},
                {BackendKind::kOpenCl, EnumerateOpenClPlatforms},
                {BackendKind::kCpu, EnumerateCpuPlatforms}};

void Append(PlatformList more, PlatformList* list) {
  for (auto& platform : more.platforms)
    if (!platform->devices.empty())
      list->platforms.push_back(std::move(platform));
  for (auto& warning : more.warnings)
    list->warnings.push_back(std::move(warning));
}

}  // namespace

std::vector<std::string> EmulatedTargets(std::vector<std::string> otherwise) {
  const char* value = secure_getenv("SYCL_DEVICE_EMULATION");
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
                                const EmulatedDevices& described,
                                const WantedBackends& wanted) {
  PlatformList list;
  const auto append = [&](std::string_view backend, auto enumerate) {
    if (!wanted || wanted(backend)) Append(enumerate(), &list);
  };
  if (!emulated.empty() && emulated.front() == "only") {
    emulated.erase(emulated.begin());
  } else {
    for (const auto& [kind, enumerate] : kDrivers)
      append(NameOf(kind), enumerate);
  }
  if (!emulated.empty())
    append(kEmulatedName,
           [&] { return EnumerateEmulatedPlatforms(emulated, described); });
  return list;
}

}  // namespace facet
