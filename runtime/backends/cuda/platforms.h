// Enumerates the devices behind CUDA's functions, or HIP's in their place.
//
// In:  the driver, if there is one.
// Out: one platform with all devices, or one line on why an installed driver is
//      unusable.
// Why one platform: devices of one driver share a virtual address space.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_PLATFORMS_H_
#define FACET_RUNTIME_BACKENDS_CUDA_PLATFORMS_H_

#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/api.h"

namespace facet::cuda {

struct DriverKind {
  const char* name;  // "CUDA"; begins warnings and the platform's version
  const char* platform;
  const char* vendor;
  BackendKind backend;
  const char* count_function;  // for messages, beginning with "cu"
  // Null: unusable, and the text says why, if that is worth saying.
  const Api* (*load)(std::string* warning);
  DevicePtr (*make)(const Api* api, CUdevice device, int driver_version);
};

PlatformList EnumerateDevices(const DriverKind& kind);

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_PLATFORMS_H_
