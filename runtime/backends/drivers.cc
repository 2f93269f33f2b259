// The table of back ends; see backend.h.
#include <stdlib.h>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"
#include "targets/amd/family.h"
#include "targets/cpu/family.h"
#include "targets/families.h"
#include "targets/intel/family.h"
#include "targets/nvidia/family.h"
#include "targets/spirv/family.h"

namespace facet {
namespace {

constexpr DeviceType kCpu = DeviceType::kCpu, kGpu = DeviceType::kGpu;
std::vector<DeviceType> AnyType() {
  return {kGpu, kCpu, DeviceType::kAccelerator, DeviceType::kCustom};
}

// In the order in which devices are listed.
std::vector<Backend> Drivers() {
  const auto row = [](BackendKind kind,
                      std::vector<const TargetFamily*> families,
                      std::vector<DeviceType> types,
                      PlatformList (*enumerate)()) {
    return Backend{kind, NameOf(kind), std::move(families), std::move(types),
                   enumerate};
  };
  return {
      row(BackendKind::kCuda, {&kNvidiaFamily}, {kGpu}, EnumerateCudaPlatforms),
      row(BackendKind::kHip, {&kAmdFamily}, {kGpu}, EnumerateHipPlatforms),
      row(BackendKind::kLevelZero, {&kSpirvFamily, &kIntelFamily}, AnyType(),
          EnumerateLevelZeroPlatforms),
      row(BackendKind::kOpenCl, {&kSpirvFamily, &kIntelFamily}, AnyType(),
          EnumerateOpenClPlatforms),
      row(BackendKind::kCpu, {&kCpuFamily}, {kCpu}, EnumerateCpuPlatforms)};
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

std::vector<Backend> Backends(std::vector<std::string> emulated,
                              const EmulatedDevices& described) {
  std::vector<Backend> backends;
  if (!emulated.empty() && emulated.front() == "only")
    emulated.erase(emulated.begin());
  else
    backends = Drivers();
  if (emulated.empty()) return backends;
  const auto families = Families();
  backends.push_back({BackendKind::kCpu,
                      kEmulatedName,
                      {families.begin(), families.end()},
                      AnyType(),
                      [emulated = std::move(emulated), described] {
                        return EnumerateEmulatedPlatforms(emulated, described);
                      }});
  return backends;
}

}  // namespace facet
