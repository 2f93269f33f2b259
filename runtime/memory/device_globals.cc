// See device_globals.h.
#include "runtime/memory/device_globals.h"

#include <cstring>
#include <unordered_map>
#include <vector>

#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/devices/errors.h"
#include "runtime/order/queue.h"
#include "runtime/process/exiting.h"
#include "runtime/process/forked.h"
#include "runtime/registry/registry.h"

namespace facet {

void CopyAndWait(const DevicePtr& device, void* to,
                 const std::vector<unsigned char>& bytes) {
  if (device->info().host_can_access_device_memory) {
    std::memcpy(to, bytes.data(), bytes.size());
    MakeDefined(to, bytes.size());
    return;
  }
  const CommandPtr copy = Command::OnDevice(
      TransferQueue(device), [&](Stream& stream, EventPtr* event) {
        return stream.Copy(to, bytes.data(), bytes.size(), event);
      });
  copy->ReportTo(nullptr);
  copy->WantEvent();
  copy->Submit({});
  copy->Wait();
  if (const std::exception_ptr error = copy->error())
    std::rethrow_exception(error);
}

namespace {

DeviceGlobal OfHostAlone(const sycl::detail::device_global_reference& object) {
  DeviceGlobal global;
  global.name =
      "host@" + std::to_string(reinterpret_cast<uintptr_t>(object.object));
  global.size = object.size;
  global.alignment = object.alignment;
  const auto* bytes = static_cast<const unsigned char*>(object.object);
  global.initial.assign(bytes, bytes + object.size);
  return global;
}

DeviceGlobal Find(const sycl::detail::device_global_reference& object) {
  DeviceGlobal::Place place;
  std::memcpy(&place, object.object, sizeof(place));
  std::vector<DeviceGlobal> found =
      ImageRegistry::Global().DeviceGlobalsOf(object.object, object.size, place);
  if (found.size() > 1)
    std::erase_if(found, [&](const DeviceGlobal& global) {
      return global.place().source != place.source;
    });
  if (found.size() > 1)
    Throw(sycl::errc::invalid,
          "device_global: several variables of internal linkage are declared at "
          "one place of the source, as instances of templates are: copies "
          "cannot tell them apart");
  // Of one that no kernel of the program uses, the host has the first value.
  return found.empty() ? OfHostAlone(object) : std::move(found.front());
}

}  // namespace

DeviceGlobalMemory::~DeviceGlobalMemory() {
  if (Forked() || Exiting()) return;
  for (auto& [key, memory] : all_)
    (void)memory.first->Free(memory.second, UsmKind::kDevice);
}

void* DeviceGlobalMemory::Address(const DevicePtr& device,
                                  const DeviceGlobal& global) {
  std::lock_guard lock(mutex_);
  const auto key = std::make_pair(device.get(), global.name);
  if (const auto known = all_.find(key); known != all_.end())
    return known->second.second;
  std::vector<unsigned char> bytes(global.size);
  std::memcpy(bytes.data(), global.initial.data(), global.initial.size());
  void* address = nullptr;
  ThrowIfFailed(device->Allocate(
      UsmKind::kDevice, global.size,
      std::max<size_t>(global.alignment, 64), &address));
  try {
    CopyAndWait(device, address, bytes);
    all_.emplace(key, std::make_pair(device, address));
  } catch (...) {
    (void)device->Free(address, UsmKind::kDevice);
    throw;
  }
  return address;
}

std::shared_ptr<const DeviceGlobal> FindDeviceGlobal(
    const sycl::detail::device_global_reference& object) {
  struct Known {
    uint64_t generation;
    std::shared_ptr<const DeviceGlobal> global;
  };
  static auto* mutex = new std::mutex;
  static auto* all = new std::unordered_map<const void*, Known>;
  const uint64_t generation = ImageRegistry::Global().generation();
  std::lock_guard lock(*mutex);
  Known& known = (*all)[object.object];
  if (!known.global || known.generation != generation)
    known = {generation, std::make_shared<const DeviceGlobal>(Find(object))};
  return known.global;
}

}  // namespace facet
