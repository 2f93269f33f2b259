// The memory of variables of each device (sycl_ext_oneapi_device_global).
//
// In:  a variable, of a kernel or of the host, and a device.
// Out: its address there, the same for all images: one for each context.
// Why: kernels get the address as an argument (config/image/device_globals.h),
//      and copies from and to the host need no driver's help.
#ifndef FACET_RUNTIME_MEMORY_DEVICE_GLOBALS_H_
#define FACET_RUNTIME_MEMORY_DEVICE_GLOBALS_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <sycl/ext/oneapi/device_global.hpp>

#include "config/image/device_globals.h"
#include "runtime/backends/backend.h"

namespace facet {

// Copies to the device's memory and waits until the bytes are there.
void CopyAndWait(const DevicePtr& device, void* to,
                 const std::vector<unsigned char>& bytes);

// Of one context. Thread-safe.
class DeviceGlobalMemory {
 public:
  DeviceGlobalMemory() = default;
  ~DeviceGlobalMemory();
  DeviceGlobalMemory(const DeviceGlobalMemory&) = delete;
  DeviceGlobalMemory& operator=(const DeviceGlobalMemory&) = delete;

  // The first call for a device takes the memory and waits until the first value
  // is there.
  void* Address(const DevicePtr& device, const DeviceGlobal& global);

 private:
  std::mutex mutex_;
  std::map<std::pair<Device*, std::string>, std::pair<DevicePtr, void*>> all_;
};

// Returns what kernels call the variable that is this object of the host.
// Throws errc::invalid where several could be meant.
std::shared_ptr<const DeviceGlobal> FindDeviceGlobal(
    const sycl::detail::device_global_reference& object);

}  // namespace facet

#endif  // FACET_RUNTIME_MEMORY_DEVICE_GLOBALS_H_
