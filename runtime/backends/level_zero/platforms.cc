// Enumerates Level Zero drivers.
//
// In:  the loader, whatever drivers it finds.
// Out: a platform for each driver with usable devices, and one line for each
//      thing that is installed but broken.

#include <stdlib.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/api.h"
#include "runtime/backends/level_zero/device.h"
#include "runtime/backends/level_zero/driver.h"
#include "runtime/backends/level_zero/status.h"
#include "runtime/backends/loader/dynamic_library.h"

namespace facet {
namespace {

using level_zero::Api;
using level_zero::Driver;
using level_zero::LevelZeroDevice;
using level_zero::ToStatus;

// The loader skips drivers it cannot open without a word.
void WarnOfBrokenDrivers(std::vector<std::string>* warnings) {
  const auto check = [&](const std::string& name, bool wanted) {
    DynamicLibrary driver;
    const auto result = driver.Open(name);
    if (result == DynamicLibrary::Result::kBroken ||
        (wanted && result == DynamicLibrary::Result::kMissing))
      warnings->push_back("Level Zero: a driver cannot be loaded: " +
                          driver.error());
  };
  check("libze_intel_gpu.so.1", false);
  const char* others = secure_getenv("ZE_ENABLE_ALT_DRIVERS");
  std::string_view rest = others ? others : "";
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    if (comma != 0) check(std::string(rest.substr(0, comma)), true);
    rest = comma == rest.npos ? "" : rest.substr(comma + 1);
  }
}

// Handles by a function of Level Zero that counts first.
template <typename Handle, typename Get>
std::vector<Handle> Handles(Get get, const char* function, Status* status) {
  uint32_t count = 0;
  *status = ToStatus(get(&count, nullptr), function);
  std::vector<Handle> handles(status->ok() ? count : 0);
  if (!handles.empty()) *status = ToStatus(get(&count, handles.data()), function);
  if (!status->ok()) return {};
  std::erase(handles, nullptr);
  return handles;
}

void AddDriver(const Api* api, ze_driver_handle_t handle, PlatformList* list) {
  const auto warn = [&](const Status& status) {
    list->warnings.push_back("Level Zero: " + status.message());
  };
  auto driver = std::make_shared<Driver>(api, handle);
  Status status = driver->Start();
  if (!status.ok()) return warn(status);
  const auto devices = Handles<ze_device_handle_t>(
      [&](uint32_t* n, ze_device_handle_t* h) {
        return api->zeDeviceGet(handle, n, h);
      },
      "zeDeviceGet", &status);
  if (!status.ok()) return warn(status);
  auto platform = std::make_shared<Platform>();
  for (ze_device_handle_t device : devices)
    platform->devices.push_back(
        std::make_shared<LevelZeroDevice>(driver, device));
  if (platform->devices.empty()) return;
  platform->info.name = "Level Zero";
  platform->info.vendor = platform->devices[0]->info().vendor;
  platform->info.version = "Level Zero " + driver->version_text();
  platform->info.backend = BackendKind::kLevelZero;
  list->platforms.push_back(std::move(platform));
}

}  // namespace

PlatformList EnumerateLevelZeroPlatforms() {
  PlatformList list;
  std::string warning;
  const Api* api = level_zero::LoadApi(&warning);
  if (!api) {
    if (!warning.empty()) list.warnings.push_back(warning);
    return list;
  }
  WarnOfBrokenDrivers(&list.warnings);
  const ze_result_t started = api->zeInit(0);
  // The loader's answer when it finds no driver.
  if (started == ZE_RESULT_ERROR_UNINITIALIZED) return list;
  Status status = ToStatus(started, "zeInit");
  std::vector<ze_driver_handle_t> drivers;
  if (status.ok())
    drivers = Handles<ze_driver_handle_t>(
        [&](uint32_t* n, ze_driver_handle_t* h) { return api->zeDriverGet(n, h); },
        "zeDriverGet", &status);
  if (!status.ok()) list.warnings.push_back("Level Zero: " + status.message());
  for (ze_driver_handle_t driver : drivers) AddDriver(api, driver, &list);
  return list;
}

}  // namespace facet
