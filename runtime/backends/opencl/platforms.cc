// Enumerates OpenCL platforms.
//
// In:  the ICD loader, whatever drivers it finds.
// Out: platforms with usable devices, and one line for each thing that is
//      installed but broken.

#include <algorithm>
#include <stdlib.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/loader/dynamic_library.h"
#include "runtime/backends/opencl/api.h"
#include "runtime/backends/opencl/device.h"
#include "runtime/backends/opencl/driver.h"
#include "runtime/backends/opencl/status.h"

namespace facet {
namespace {

using opencl::Api;
using opencl::Driver;
using opencl::OpenClDevice;

// The ICD loader skips drivers it cannot open without a word.
void WarnOfBrokenDrivers(std::vector<std::string>* warnings) {
  const char* chosen = secure_getenv("OCL_ICD_VENDORS");
  const std::filesystem::path folder =
      chosen && *chosen ? chosen : "/etc/OpenCL/vendors";
  std::error_code error;
  std::vector<std::filesystem::path> files;
  if (folder.extension() == ".icd") files.push_back(folder);
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::ifstream stream(file);
    std::string library;
    stream >> library;
    DynamicLibrary driver;
    if (!library.empty() &&
        driver.Open(library) != DynamicLibrary::Result::kOpened)
      warnings->push_back(
          "OpenCL: " + file.string() +
          " names a driver that cannot be loaded: " + driver.error());
  }
}

std::string Text(const Api& api, cl_platform_id platform,
                 cl_platform_info what) {
  size_t size = 0;
  if (api.clGetPlatformInfo(platform, what, 0, nullptr, &size) != CL_SUCCESS)
    return "";
  std::string text(size, '\0');
  if (api.clGetPlatformInfo(platform, what, size, text.data(), nullptr) !=
      CL_SUCCESS)
    return "";
  while (!text.empty() && (text.back() == '\0' || text.back() == ' '))
    text.pop_back();
  return text;
}

std::vector<cl_device_id> DevicesOf(const Api& api, cl_platform_id platform,
                                    cl_int* error) {
  cl_uint count = 0;
  *error = api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  std::vector<cl_device_id> devices(*error == CL_SUCCESS ? count : 0);
  if (!devices.empty())
    *error = api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count,
                                devices.data(), nullptr);
  if (*error == CL_DEVICE_NOT_FOUND) *error = CL_SUCCESS;
  return devices;
}

void AddPlatform(const Api* api, cl_platform_id id, PlatformList* list) {
  auto platform = std::make_shared<Platform>();
  platform->info.backend = BackendKind::kOpenCl;
  platform->info.name = Text(*api, id, CL_PLATFORM_NAME);
  platform->info.vendor = Text(*api, id, CL_PLATFORM_VENDOR);
  platform->info.version = Text(*api, id, CL_PLATFORM_VERSION);
  const auto warn = [&](const std::string& what) {
    list->warnings.push_back("OpenCL: platform '" + platform->info.name +
                             "': " + what);
  };
  cl_int error = CL_SUCCESS;
  const std::vector<cl_device_id> devices = DevicesOf(*api, id, &error);
  if (error != CL_SUCCESS)
    return warn("clGetDeviceIDs: " + opencl::ErrorName(error));
  if (devices.empty()) return;
  auto driver = std::make_shared<Driver>(api, id);
  bool runs_code = false;
  for (cl_device_id device : devices) {
    cl_bool available = CL_TRUE;
    api->clGetDeviceInfo(device, CL_DEVICE_AVAILABLE, sizeof available,
                         &available, nullptr);
    if (!available) {
      warn("a device is not available");
      continue;
    }
    auto made = std::make_shared<OpenClDevice>(driver, device);
    runs_code = runs_code || made->runs_code();
    platform->devices.push_back(std::move(made));
  }
  if (!runs_code)
    driver->StartLater(devices);
  else if (Status status = driver->Start(devices); !status.ok())
    return warn(status.message());
  if (!platform->devices.empty()) list->platforms.push_back(platform);
}

}  // namespace

PlatformList EnumerateOpenClPlatforms() {
  PlatformList list;
  std::string warning;
  const Api* api = opencl::LoadApi(&warning);
  if (!api) {
    if (!warning.empty()) list.warnings.push_back(warning);
    return list;
  }
  WarnOfBrokenDrivers(&list.warnings);
  cl_uint count = 0;
  cl_int error = api->clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(error == CL_SUCCESS ? count : 0);
  if (!platforms.empty())
    error = api->clGetPlatformIDs(count, platforms.data(), nullptr);
  // The ICD loader's answer when no driver is installed (cl_khr_icd).
  constexpr cl_int kPlatformNotFound = -1001;
  if (error != CL_SUCCESS) {
    if (error != kPlatformNotFound)
      list.warnings.push_back("OpenCL: clGetPlatformIDs: " +
                              opencl::ErrorName(error));
    return list;
  }
  for (cl_platform_id platform : platforms) AddPlatform(api, platform, &list);
  return list;
}

}  // namespace facet
