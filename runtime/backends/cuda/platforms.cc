// Enumerates NVIDIA devices.
//
// In:  the CUDA driver, if there is one.
// Out: one platform with all devices, or one line on why an installed driver is
//      unusable.
// Why one platform: devices of one driver share a virtual address space.

#include <memory>
#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/api.h"
#include "runtime/backends/cuda/context.h"
#include "runtime/backends/cuda/device.h"

namespace facet {

PlatformList EnumerateCudaPlatforms() {
  PlatformList list;
  std::string warning;
  const cuda::Api* api = cuda::LoadApi(&warning);
  if (!api) {
    if (!warning.empty()) list.warnings.push_back(warning);
    return list;
  }
  const cuda::Context nowhere(api, 0);
  const auto failed = [&](cuda::CUresult result, const char* function) {
    if (result == cuda::CUDA_SUCCESS) return false;
    // A driver package on a machine without its hardware is no defect.
    if (result != cuda::CUDA_ERROR_NO_DEVICE)
      list.warnings.push_back("CUDA: " +
                              nowhere.ToStatus(result, function).message());
    return true;
  };
  int count = 0, version = 0;
  if (failed(api->cuInit(0), "cuInit") ||
      failed(api->cuDeviceGetCount(&count), "cuDeviceGetCount"))
    return list;
  api->cuDriverGetVersion(&version);
  auto platform = std::make_shared<Platform>();
  platform->info.name = "NVIDIA CUDA";
  platform->info.vendor = "NVIDIA Corporation";
  platform->info.version = "CUDA " + std::to_string(version / 1000) + "." +
                           std::to_string(version % 1000 / 10);
  platform->info.backend = BackendKind::kCuda;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cuda::CUdevice device = 0;
    if (failed(api->cuDeviceGet(&device, ordinal), "cuDeviceGet")) continue;
    platform->devices.push_back(
        std::make_shared<cuda::CudaDevice>(api, device, version));
  }
  if (!platform->devices.empty()) list.platforms.push_back(platform);
  return list;
}

}  // namespace facet
