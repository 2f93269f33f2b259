// See scratch.h.
#include "runtime/memory/scratch.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <vector>

#include "runtime/devices/errors.h"

namespace facet {
namespace {

constexpr size_t kSmallest = 4096;
// What lies unused; more than that goes back to the driver.
constexpr size_t kMostKept = size_t{16} << 20;

struct Pool {
  std::mutex mutex;
  // Unused blocks by device and size, which is a power of two.
  std::map<std::pair<Device*, size_t>, std::vector<void*>> blocks;
  std::map<Device*, size_t> kept;
};

Pool& AllScratch() {
  static auto* pool = new Pool;
  return *pool;
}

void GiveBack(const DevicePtr& device, void* address, size_t bytes) {
  {
    std::lock_guard lock(AllScratch().mutex);
    size_t& kept = AllScratch().kept[device.get()];
    if (kept + bytes <= kMostKept) {
      kept += bytes;
      AllScratch().blocks[{device.get(), bytes}].push_back(address);
      return;
    }
  }
  (void)device->Free(address, UsmKind::kDevice);
}

}  // namespace

std::shared_ptr<void> TakeScratch(const DevicePtr& device, size_t bytes) {
  if (bytes > SIZE_MAX / 2)
    Throw(sycl::errc::memory_allocation, "scratch memory: size too large");
  bytes = std::bit_ceil(std::max(bytes, kSmallest));
  void* address = nullptr;
  {
    std::lock_guard lock(AllScratch().mutex);
    auto& unused = AllScratch().blocks[{device.get(), bytes}];
    if (!unused.empty()) {
      address = unused.back();
      unused.pop_back();
      AllScratch().kept[device.get()] -= bytes;
    }
  }
  if (!address)
    ThrowIfFailed(device->Allocate(UsmKind::kDevice, bytes, 64, &address));
  return {address, [device, bytes](void* memory) {
            GiveBack(device, memory, bytes);
          }};
}

}  // namespace facet
