// Enumerates AMD GPUs; see runtime/backends/cuda/platforms.h.
//
// In:  HIP, if it is there.
// Out: one platform with all devices, or one line on why an installed HIP is
//      unusable.

#include "runtime/backends/cuda/platforms.h"

#include <memory>

#include "runtime/backends/backend.h"
#include "runtime/backends/hip/api.h"
#include "runtime/backends/hip/device.h"
#include "targets/amd/family.h"

namespace facet {

PlatformList EnumerateHipPlatforms() {
  return cuda::EnumerateDevices(
      {"HIP", "AMD HIP", kAmd.name, BackendKind::kHip,
       "cuGetDeviceCount",  // hipGetDeviceCount
       hip::LoadApi,
       [](const cuda::Api* api, cuda::CUdevice device,
          int version) -> DevicePtr {
         return std::make_shared<hip::HipDevice>(api, device, version,
                                                 hip::ArchitectureOf(device));
       }});
}

}  // namespace facet
