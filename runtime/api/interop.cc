// Interoperability: the driver's objects behind those of SYCL.
#include <sycl/interop.hpp>
#include <sycl/queue.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include "runtime/api/adopted_queue.h"
#include "runtime/devices/errors.h"
#include "runtime/devices/platforms.h"
#include "runtime/memory/context.h"
#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/program/kernel_bundle.h"
#include "runtime/program/kernel_cache.h"

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
  const auto& own = implementation::get(object);
  facet::Device& device = *own->InContext(own->devices.front());
  return Retained(device, NativeKind::kContext, ContextOf(device));
}
void* native_of(const queue& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  facet::Queue& queue = *implementation::get(object);
  return Retained(*queue.device(), NativeKind::kStream, StreamOf(queue));
}
std::vector<void*> natives_of(const event& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  const auto& command = implementation::get(object);
  std::vector<void*> handles;
  if (!command || !command->device()) return handles;
  facet::ThrowIfFailed(command->NativeEvents(&handles));
  for (void* handle : handles)
    Retained(*command->device(), NativeKind::kEvent, handle);
  return handles;
}

namespace {

// The kernel on a device of the bundle.
facet::KernelPtr KernelOn(const facet::KernelBundle& bundle,
                          facet::KernelEntry* entry,
                          const facet::DevicePtr& device) {
  const auto& context = implementation::get(bundle.context);
  facet::KernelPtr kernel;
  while (!kernel)
    kernel =
        facet::LoadKernel(entry, context->InContext(device)).kernel->Own();
  return kernel;
}

// Calls `use` with the kernels of the bundle that are the compiler's.
template <typename Use>
void ForEachKernel(const facet::KernelBundle& bundle, Use use) {
  for (const auto& [entry, wanted] : bundle.kernels)
    for (const facet::DevicePtr& device : bundle.devices)
      if (device.get() == wanted) use(KernelOn(bundle, entry, device), device);
}

facet::Interop& InteropOf(facet::Device& device, const char* what) {
  if (facet::Interop* interop = device.interop()) return *interop;
  facet::Throw(errc::feature_not_supported,
               std::string(what) + ": the driver of device '" +
                   device.info().name + "' does not have what this needs");
}

// Where objects of the context are adopted.
facet::Interop& InteropOf(const context& ctx, backend b, const char* what) {
  CheckBackend(ctx.get_backend(), b, what);
  const auto& own = implementation::get(ctx);
  return InteropOf(*own->InContext(own->devices.front()), what);
}

// What the driver says is wrong with an object of the program's.
void Check(const facet::Status& status, const char* what) {
  if (!status.ok())
    facet::Throw(errc::invalid, std::string(what) + ": " + status.message());
}

}  // namespace

void* native_of(const kernel& object, backend b) {
  CheckBackend(object.get_backend(), b, "get_native");
  const facet::BundleKernel& own = *implementation::get(object);
  const facet::DevicePtr* device = &own.bundle->devices.front();
  facet::KernelPtr kernel = own.object;
  if (!kernel) {
    for (const facet::DevicePtr& d : own.bundle->devices)
      if (own.bundle->kernels.count({own.entry, d.get()})) device = &d;
    kernel = KernelOn(*own.bundle, own.entry, *device);
  }
  return Retained(**device, NativeKind::kKernel, kernel->NativeHandle());
}

std::vector<void*> natives_of(
    const std::shared_ptr<facet::KernelBundle>& object, backend b) {
  CheckBackend(object->context.get_backend(), b, "get_native");
  std::vector<void*> handles;
  for (const auto& program : object->programs) handles.push_back(program.get());
  ForEachKernel(*object, [&](const facet::KernelPtr& kernel, const auto&) {
    void* const handle = kernel->NativeProgram();
    if (handle && std::count(handles.begin(), handles.end(), handle) == 0)
      handles.push_back(handle);
  });
  for (void* handle : handles)
    Retained(*object->devices.front(), NativeKind::kProgram, handle);
  return handles;
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
namespace {

// Of a context that the program made: once, and for the life of the process.
const std::vector<facet::DevicePtr>& DevicesIn(void* native, backend b) {
  static auto* mutex = new std::mutex;
  static auto* known = new std::map<void*, std::vector<facet::DevicePtr>>;
  std::lock_guard lock(*mutex);
  std::vector<facet::DevicePtr>& devices = (*known)[native];
  if (!devices.empty()) return devices;
  const auto find = [&](void* handle) {
    facet::DevicePtr found;
    return FindAmongDevices(b,
                            [&](const auto&, const auto& device) {
                              found = device;
                              return device->NativeHandle() == handle;
                            })
               ? found
               : nullptr;
  };
  // A device of the context's platform knows its functions.
  facet::Status status{facet::StatusCode::kInvalidArgument,
                       "there is no device of this back end"};
  const bool adopted =
      FindAmongDevices(b, [&](const auto&, const auto& device) {
        facet::Interop* interop = device->interop();
        if (interop) status = interop->AdoptContext(native, find, &devices);
        return interop && status.ok();
      });
  if (!adopted) {
    known->erase(native);
    Check(status, "make_context");
  }
  return devices;
}

}  // namespace

context find_context(void* native, backend b, const async_handler& handler) {
  std::shared_ptr<const facet::Platform> found;
  if (FindAmongDevices(b, [&](const auto& platform, const auto& device) {
        found = platform;
        return ContextOf(*device) == native;
      }))
    return context(implementation::make<platform>(found).get_devices(), handler);
  auto made = std::make_shared<facet::Context>();
  made->adopted = DevicesIn(native, b);
  for (const facet::DevicePtr& own : made->adopted)
    made->devices.push_back(own->Shown());
  made->platform = facet::PlatformOf(made->devices.front().get());
  made->handler = handler;
  return implementation::make<context>(std::move(made));
}

queue adopt_queue(void* native, const context& ctx, const async_handler& handler,
                  backend b) {
  CheckBackend(ctx.get_backend(), b, "make_queue");
  const auto& own = implementation::get(ctx);
  facet::Status status;
  for (const facet::DevicePtr& shown : own->devices) {
    facet::Interop& interop = InteropOf(*own->InContext(shown), "make_queue");
    facet::StreamOptions options;
    bool in_order = false;
    facet::StreamPtr stream;
    status = interop.AdoptStream(native, &options, &in_order, &stream);
    if (status.ok())
      return make_adopted_queue(ctx, implementation::make<device>(shown),
                                {.in_order = in_order, .profiling = options.profiling}, handler,
                                std::move(stream));
  }
  Check(status, "make_queue");
  facet::Throw(errc::invalid, "make_queue: the context has no devices");
}

event adopt_events(const std::vector<void*>& natives, const context& ctx,
                   backend b) {
  facet::Interop& interop = InteropOf(ctx, b, "make_event");
  std::vector<facet::EventPtr> events(natives.size());
  for (size_t i = 0; i < natives.size(); ++i)
    Check(interop.AdoptEvent(natives[i], &events[i]), "make_event");
  const auto& own = implementation::get(ctx);
  return implementation::make<event>(facet::Command::OfEvents(
      own->InContext(own->devices.front()), std::move(events)));
}

kernel adopt_kernel(void* native, const context& ctx, backend b) {
  facet::KernelPtr object;
  Check(InteropOf(ctx, b, "make_kernel").AdoptKernel(native, &object),
        "make_kernel");
  auto bundle = std::make_shared<facet::KernelBundle>(facet::KernelBundle{
      ctx, implementation::get(ctx)->devices, bundle_state::executable});
  return implementation::make<kernel>(std::make_shared<facet::BundleKernel>(
      facet::BundleKernel{std::move(bundle), nullptr, std::move(object)}));
}

std::shared_ptr<void> adopt_program(const context& ctx, void* native,
                                    bundle_state state) {
  std::shared_ptr<void> program;
  Check(InteropOf(ctx, ctx.get_backend(), "make_kernel_bundle")
            .AdoptProgram(native, static_cast<facet::ProgramState>(state),
                          &program),
        "make_kernel_bundle");
  return program;
}

std::shared_ptr<facet::KernelBundle> adopt_bundle(void* native,
                                                  const context& ctx,
                                                  bundle_state state,
                                                  backend b) {
  CheckBackend(ctx.get_backend(), b, "make_kernel_bundle");
  auto bundle = std::make_shared<facet::KernelBundle>(
      facet::KernelBundle{ctx, implementation::get(ctx)->devices, state});
  bundle->programs.push_back(adopt_program(ctx, native, state));
  return bundle;
}

adopted_memory adopt_memory(void* native, const context& ctx, backend b) {
  facet::Interop& interop = InteropOf(ctx, b, "make_buffer");
  std::shared_ptr<void> memory;
  size_t bytes = 0;
  Check(interop.AdoptMemory(native, &memory, &bytes), "make_buffer");
  constexpr size_t kAlignment = 128;  // of the largest type of SYCL
  const size_t room = (std::max<size_t>(bytes, 1) + kAlignment - 1) /
                      kAlignment * kAlignment;
  std::shared_ptr<void> copy(std::aligned_alloc(kAlignment, room), std::free);
  if (!copy)
    facet::Throw(errc::memory_allocation, "make_buffer: no memory is left");
  Check(interop.ReadMemory(native, copy.get(), bytes), "make_buffer");
  return {std::move(copy), bytes,
          [memory, bytes, &interop](const void* data) {
            facet::ThrowIfFailed(interop.WriteMemory(memory.get(), data, bytes));
          }};
}

bool has_opencl_extension(const platform& p, const std::string& name) {
  CheckBackend(p.get_backend(), backend::opencl, "has_extension");
  facet::Device& first = *implementation::get(p)->devices.front();
  return InteropOf(first, "has_extension").HasExtension(true, name);
}
bool has_opencl_extension(const device& d, const std::string& name) {
  CheckBackend(d.get_backend(), backend::opencl, "has_extension");
  return InteropOf(*implementation::get(d), "has_extension")
      .HasExtension(false, name);
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
