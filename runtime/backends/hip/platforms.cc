// Enumerates AMD GPUs.
//
// In:  HIP, if it is there.
// Out: one platform with all devices, or one line on why an installed HIP is
//      unusable.

#include <memory>
#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/context.h"
#include "runtime/backends/hip/api.h"
#include "runtime/backends/hip/device.h"

namespace facet {

PlatformList EnumerateHipPlatforms() {
  PlatformList list;
  std::string warning;
  const cuda::Api* api = hip::LoadApi(&warning);
  if (!api) {
    if (!warning.empty()) list.warnings.push_back(warning);
    return list;
  }
  const cuda::Context nowhere(api, 0);
  const auto failed = [&](cuda::CUresult result, const char* function) {
    if (result == cuda::CUDA_SUCCESS) return false;
    // A driver package on a machine without its hardware is no defect.
    if (result != cuda::CUDA_ERROR_NO_DEVICE)
      list.warnings.push_back("HIP: " +
                              nowhere.ToStatus(result, function).message());
    return true;
  };
  int count = 0, version = 0;
  if (failed(api->cuInit(0), "cuInit") ||
      failed(api->cuDeviceGetCount(&count), "cuGetDeviceCount"))
    return list;
  api->cuDriverGetVersion(&version);
  auto platform = std::make_shared<Platform>();
  platform->info.name = "AMD HIP";
  platform->info.vendor = "Advanced Micro Devices, Inc.";
  platform->info.backend = BackendKind::kHip;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cuda::CUdevice device = 0;
    if (failed(api->cuDeviceGet(&device, ordinal), "cuDeviceGet")) continue;
    platform->devices.push_back(std::make_shared<hip::HipDevice>(
        api, device, version, hip::ArchitectureOf(device)));
  }
  if (platform->devices.empty()) return list;
  platform->info.version =
      "HIP " + platform->devices[0]->info().driver_version;
  list.platforms.push_back(platform);
  return list;
}

}  // namespace facet
