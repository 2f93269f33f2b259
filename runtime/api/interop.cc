// Interoperability: the driver's objects behind those of SYCL.
#include <sycl/interop.hpp>
#include <sycl/queue.hpp>

#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/errors.h"
#include "runtime/core/platforms.h"
#include "runtime/core/queue.h"

namespace sycl {
inline namespace _V1 {
namespace detail {
namespace {

using facet::NativeKind;
using implementation = access_implementation;

void CheckBackend(backend own, backend wanted, const char* what) {
  if (own != wanted)
    facet::Throw(errc::backend_mismatch,
                 std::string(what) + ": the object is of another back end");
}

void* Retained(facet::Device& device, NativeKind kind, void* handle) {
  if (handle) device.RetainNative(kind, handle);
  return handle;
}

void* ContextOf(facet::Device& device) {
  void* handle = nullptr;
  facet::ThrowIfFailed(device.NativeContext(&handle));
  return handle;
}

void* StreamOf(facet::Queue& queue) {
  void* handle = nullptr;
  facet::ThrowIfFailed(queue.NativeStream(&handle));
  return handle;
}

// Calls `use` with each device of the back end and its platform, until it says
// that it has what it wanted.
template <typename Use>
bool FindAmongDevices(backend b, Use use) {
  for (const auto& platform : facet::AllPlatforms().platforms) {
    if (static_cast<backend>(platform->info.backend) != b) continue;
    for (const auto& device : platform->devices)
      if (!device->info().emulated && use(platform, device)) return true;
  }
  return false;
}

}  // namespace

void* native_of(const platform& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  return implementation::get(object)->devices.front()->NativePlatform();
}
void* native_of(const device& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  facet::Device& device = *implementation::get(object);
  return Retained(device, NativeKind::kDevice, device.NativeHandle());
}
void* native_of(const context& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  facet::Device& device = *implementation::get(object)->devices.front();
  return Retained(device, NativeKind::kContext, ContextOf(device));
}
void* native_of(const queue& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  facet::Queue& queue = *implementation::get(object);
  return Retained(*queue.device(), NativeKind::kStream, StreamOf(queue));
}
void* native_of(const event& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  const auto& command = implementation::get(object);
  if (!command || !command->queue()) return nullptr;
  void* handle = nullptr;
  facet::ThrowIfFailed(command->NativeEvent(&handle));
  return Retained(*command->queue()->device(), NativeKind::kEvent, handle);
}

platform find_platform(const void* native, backend b) {
  std::shared_ptr<const facet::Platform> found;
  if (!FindAmongDevices(b, [&](const auto& platform, const auto& device) {
        found = platform;
        return device->NativePlatform() == native;
      }))
    facet::Throw(errc::invalid, "make_platform: there is no such platform");
  return implementation::make<platform>(found);
}
device find_device(const void* native, backend b) {
  facet::DevicePtr found;
  if (!FindAmongDevices(b, [&](const auto&, const auto& device) {
        found = device;
        return device->NativeHandle() == native;
      }))
    facet::Throw(errc::invalid,
                 "make_device: there is no such device, or it is hidden by "
                 "ONEAPI_DEVICE_SELECTOR");
  return implementation::make<device>(found);
}
context find_context(const void* native, backend b) {
  std::shared_ptr<const facet::Platform> found;
  if (!FindAmongDevices(b, [&](const auto& platform, const auto& device) {
        found = platform;
        return ContextOf(*device) == native;
      }))
    facet::Throw(errc::feature_not_supported,
                 "make_context: the context was made by the program; only "
                 "those that sycl::get_native gives can be used");
  return context(implementation::make<platform>(found).get_devices());
}

void* native_queue_of(facet::Queue& q, backend b) {
  CheckBackend(static_cast<backend>(q.device()->info().backend), b,
               "interop_handle");
  return StreamOf(q);
}
void* native_device_of(facet::Queue& q, backend b) {
  CheckBackend(static_cast<backend>(q.device()->info().backend), b,
               "interop_handle");
  return q.device()->NativeHandle();
}
void* native_context_of(facet::Queue& q, backend b) {
  CheckBackend(static_cast<backend>(q.device()->info().backend), b,
               "interop_handle");
  return ContextOf(*q.device());
}
std::shared_ptr<void> native_memory_of(facet::Queue& q, backend b,
                                       void* address, std::size_t bytes) {
  CheckBackend(static_cast<backend>(q.device()->info().backend), b,
               "interop_handle");
  std::shared_ptr<void> memory;
  facet::ThrowIfFailed(q.device()->WrapMemory(address, bytes, &memory));
  return memory;
}

}  // namespace detail
}  // namespace _V1
}  // namespace sycl
