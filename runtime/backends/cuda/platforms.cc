// Enumerates NVIDIA devices, and others in the same way; see platforms.h.

#include "runtime/backends/cuda/platforms.h"

#include <memory>
#include <string>

#include "runtime/backends/cuda/context.h"
#include "runtime/backends/cuda/device.h"
#include "targets/nvidia/family.h"

namespace facet {
namespace cuda {

PlatformList EnumerateDevices(const DriverKind& kind) {
  PlatformList list;
  std::string warning;
  const Api* api = kind.load(&warning);
  if (!api) {
    if (!warning.empty()) list.warnings.push_back(warning);
    return list;
  }
  const Context nowhere(api, 0);
  const auto failed = [&](CUresult result, const char* function) {
    if (result == CUDA_SUCCESS) return false;
    // A driver package on a machine without its hardware is no defect.
    if (result != CUDA_ERROR_NO_DEVICE)
      list.warnings.push_back(kind.name + (": " +
                              nowhere.ToStatus(result, function).message()));
    return true;
  };
  int count = 0, version = 0;
  if (failed(api->cuInit(0), "cuInit") ||
      failed(api->cuDeviceGetCount(&count), kind.count_function))
    return list;
  api->cuDriverGetVersion(&version);
  auto platform = std::make_shared<Platform>();
  platform->info.name = kind.platform;
  platform->info.vendor = kind.vendor;
  platform->info.backend = kind.backend;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    if (failed(api->cuDeviceGet(&device, ordinal), "cuDeviceGet")) continue;
    platform->devices.push_back(kind.make(api, device, version));
  }
  if (platform->devices.empty()) return list;
  platform->info.version =
      kind.name + (" " + platform->devices[0]->info().driver_version);
  list.platforms.push_back(platform);
  return list;
}

}  // namespace cuda

PlatformList EnumerateCudaPlatforms() {
  return cuda::EnumerateDevices(
      {"CUDA", "NVIDIA CUDA", kNvidia.name, BackendKind::kCuda,
       "cuDeviceGetCount", cuda::LoadApi,
       [](const cuda::Api* api, cuda::CUdevice device,
          int version) -> DevicePtr {
         return std::make_shared<cuda::CudaDevice>(api, device, version);
       }});
}

}  // namespace facet
