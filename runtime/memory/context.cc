// See context.h.
#include "runtime/memory/context.h"

#include <sycl/aspects.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>

#include "runtime/backends/cpu/checks/memory/allocations.h"
#include "runtime/devices/errors.h"

namespace facet {
namespace {

struct UsmTable {
  std::mutex mutex;
  std::map<const char*, UsmAllocation> allocations;
};

UsmTable& Table() {
  static auto* table = new UsmTable;
  return *table;
}

bool HasKind(const Device& device, UsmKind kind) {
  const AspectSet& aspects = device.info().features.aspects;
  auto has = [&](sycl::aspect a) {
    return aspects.Contains(static_cast<Aspect>(a));
  };
  switch (kind) {
    case UsmKind::kDevice: return has(sycl::aspect::usm_device_allocations);
    case UsmKind::kHost: return has(sycl::aspect::usm_host_allocations);
    case UsmKind::kShared: return has(sycl::aspect::usm_shared_allocations);
  }
  return false;
}

}  // namespace

const DevicePtr& Context::InContext(const DevicePtr& device) const {
  for (const DevicePtr& own : adopted)
    if (own->Shown() == device) return own;
  return device;
}

bool Context::Has(const Device* device) const {
  const bool own = std::any_of(
      devices.begin(), devices.end(),
      [&](const DevicePtr& d) { return d.get() == device; });
  return own || (device->Parent() && Has(device->Parent().get()));
}

std::shared_ptr<Context> DefaultContext(
    const std::shared_ptr<const Platform>& platform) {
  static std::mutex mutex;
  static auto* all =
      new std::map<const Platform*, std::shared_ptr<Context>>;
  std::lock_guard lock(mutex);
  std::shared_ptr<Context>& context = (*all)[platform.get()];
  if (!context) {
    auto made = std::make_shared<Context>();
    made->platform = platform;
    made->devices.assign(platform->devices.begin(), platform->devices.end());
    context = std::move(made);
  }
  return context;
}

void* AllocateUsm(const Context& context, const DevicePtr& device, UsmKind kind,
                  size_t bytes, size_t alignment) {
  static constexpr const char* kNames[] = {"device", "host", "shared"};
  if (!context.Has(device.get()))
    Throw(sycl::errc::invalid, "USM: the device is not in the context");
  if (!HasKind(*device, kind))
    Throw(sycl::errc::feature_not_supported,
          "USM: device '" + device->info().name + "' does not support " +
              kNames[static_cast<int>(kind)] + " allocations");
  if ((alignment & (alignment - 1)) != 0) return nullptr;
  if (bytes == 0 || bytes > PTRDIFF_MAX) return nullptr;
  void* address = nullptr;
  const DevicePtr& own = context.InContext(device);
  const Status status = own->Allocate(
      kind, bytes, std::max<size_t>(alignment, 64), &address);
  if (status.code() == StatusCode::kOutOfMemory) return nullptr;
  ThrowIfFailed(status);
  try {
    std::lock_guard lock(Table().mutex);
    Table().allocations[static_cast<char*>(address)] = {kind, own, bytes,
                                                        &context};
  } catch (const std::bad_alloc&) {
    (void)own->Free(address, kind);
    return nullptr;
  }
  return address;
}

void FreeUsm(void* address) {
  if (!address) return;
  UsmAllocation allocation;
  {
    std::lock_guard lock(Table().mutex);
    auto found = Table().allocations.find(static_cast<char*>(address));
    if (found == Table().allocations.end()) {
      if (const auto* request = ProgramRequest::Current();
          request && MemoryIsChecked())
        ReportFree(address, request->from());
      Throw(sycl::errc::invalid, "sycl::free: not an address from sycl::malloc");
    }
    allocation = found->second;
    Table().allocations.erase(found);
  }
  ThrowIfFailed(allocation.device->Free(address, allocation.kind));
}

std::optional<UsmAllocation> FindUsm(const void* address) {
  std::lock_guard lock(Table().mutex);
  auto& all = Table().allocations;
  auto after = all.upper_bound(static_cast<const char*>(address));
  if (after == all.begin()) return std::nullopt;
  --after;
  if (static_cast<const char*>(address) >= after->first + after->second.bytes)
    return std::nullopt;
  return after->second;
}

}  // namespace facet
