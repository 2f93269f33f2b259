// What a sycl::context is, and the USM allocations of the process.
//
// In:  devices of a platform.
// Out: a context; allocations, and what address is in which.
#ifndef FACET_RUNTIME_MEMORY_CONTEXT_H_
#define FACET_RUNTIME_MEMORY_CONTEXT_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <sycl/exception.hpp>

#include "runtime/backends/backend.h"
#include "runtime/memory/device_globals.h"

namespace facet {

class Context {
 public:
  std::vector<DevicePtr> devices;
  std::shared_ptr<const Platform> platform;
  sycl::async_handler handler;
  // Of a context that the program made: the devices as they are in it. They stay
  // for the life of the process, like all devices.
  std::vector<DevicePtr> adopted;
  DeviceGlobalMemory device_globals;

  // Returns the device that has the context's memory, programs and streams.
  const DevicePtr& InContext(const DevicePtr& device) const;
  // Returns whether it has the device, or the one that it is a part of.
  bool Has(const Device* device) const;
};

// Returns the context of the queues that are made for a device of the platform
// and name none (SYCL 2020, 4.6.2): all devices of the platform, no handler.
// One for each platform, for as long as the process lives.
std::shared_ptr<Context> DefaultContext(
    const std::shared_ptr<const Platform>& platform);

struct UsmAllocation {
  UsmKind kind;
  DevicePtr device;
  size_t bytes;
  const void* context;
};

// Returns null when there is no memory left; throws errc::feature_not_supported
// when the device has no memory of this kind.
void* AllocateUsm(const Context& context, const DevicePtr& device, UsmKind kind,
                  size_t bytes, size_t alignment);
// Throws errc::invalid for what is not the start of an allocation.
void FreeUsm(void* address);
// Returns the allocation that an address lies in.
std::optional<UsmAllocation> FindUsm(const void* address);

}  // namespace facet

#endif  // FACET_RUNTIME_MEMORY_CONTEXT_H_
