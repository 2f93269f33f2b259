// Scratch memory of commands: used again, grown, given back, from many threads.
#include "runtime/memory/scratch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <sycl/exception.hpp>

#include "runtime/devices/platforms.h"
#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

// Knows what it has given.
class CountingDevice : public FakeDevice {
 public:
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override {
    EXPECT_EQ(kind, UsmKind::kDevice);
    if (fails) return {StatusCode::kOutOfMemory, "no memory"};
    const Status status =
        FakeDevice::Allocate(kind, bytes, alignment, address);
    std::lock_guard lock(mutex);
    allocated[*address] = bytes;
    ++allocations;
    return status;
  }
  Status Free(void* address, UsmKind kind) override {
    {
      std::lock_guard lock(mutex);
      EXPECT_EQ(allocated.erase(address), 1u) << "freed what was not there";
      ++frees;
    }
    return FakeDevice::Free(address, kind);
  }

  std::mutex mutex;
  std::map<void*, size_t> allocated;
  int allocations = 0, frees = 0;
  bool fails = false;
};

// Devices stay for the life of the process, and go by their addresses.
std::shared_ptr<CountingDevice> NewDevice() {
  static auto* devices = new std::vector<std::shared_ptr<CountingDevice>>;
  devices->push_back(std::make_shared<CountingDevice>());
  return devices->back();
}

// Commands that nobody holds, of a queue that nobody holds: the next queue's
// commands would get the memory.
TEST(Scratch, OutlivesTheWorkOfAQueueThatIsGone) {
  for (const auto& platform : AllPlatforms().platforms) {
    if (platform->info.backend != BackendKind::kCpu) continue;
    std::vector<char> memory(size_t{256} << 20);
    std::atomic<int> seen{-1};
    {
      const auto queue = std::make_shared<Queue>(platform->devices.front(),
                                                 QueueOptions{}, nullptr);
      const CommandPtr fill =
          Command::OnDevice(queue, [&](Stream& stream, EventPtr* event) {
            return stream.Fill(memory.data(), "x", 1, memory.size(), event);
          });
      fill->KeepInStream({std::shared_ptr<const void>(
          &seen, [&](const void*) { seen = memory.back(); })});
      queue->Submit(fill, {});
    }
    while (seen == -1) std::this_thread::yield();
    EXPECT_EQ(seen, 'x');
    return;
  }
  FAIL() << "no native CPU";
}

TEST(Scratch, IsUsedAgain) {
  const auto device = NewDevice();
  void* first = nullptr;
  {
    const auto scratch = TakeScratch(device, 100);
    first = scratch.get();
    std::memset(first, 1, 100);
  }
  for (const size_t bytes : {100, 1, 4096}) {
    const auto scratch = TakeScratch(device, bytes);
    EXPECT_EQ(scratch.get(), first) << bytes;
  }
  EXPECT_EQ(device->allocations, 1);
  EXPECT_EQ(device->frees, 0);
}

TEST(Scratch, IsNotSharedWhileSomebodyHasIt) {
  const auto device = NewDevice();
  const auto a = TakeScratch(device, 5000);
  auto b = TakeScratch(device, 5000);
  EXPECT_NE(a.get(), b.get());
  const auto also_b = b;
  b.reset();
  EXPECT_NE(TakeScratch(device, 5000).get(), also_b.get());
  EXPECT_EQ(device->allocations, 3);
}

TEST(Scratch, GrowsToWhatIsAskedFor) {
  const auto device = NewDevice();
  for (size_t bytes = 1; bytes <= size_t{1} << 20; bytes = bytes * 3 + 1) {
    const auto scratch = TakeScratch(device, bytes);
    std::memset(scratch.get(), 7, bytes);
    EXPECT_GE(device->allocated.at(scratch.get()), bytes);
  }
  // Each size once more: nothing new.
  const int allocations = device->allocations;
  for (size_t bytes = 1; bytes <= size_t{1} << 20; bytes = bytes * 3 + 1)
    TakeScratch(device, bytes);
  EXPECT_EQ(device->allocations, allocations);
}

TEST(Scratch, DoesNotKeepWithoutEnd) {
  const auto device = NewDevice();
  std::vector<std::shared_ptr<void>> held;
  for (int i = 0; i < 40; ++i) held.push_back(TakeScratch(device, 1 << 20));
  held.clear();
  EXPECT_EQ(device->allocated.size(), 16u) << "16 MiB are kept";
  // A large block is never kept, and not in the way of others.
  TakeScratch(device, size_t{64} << 20);
  EXPECT_EQ(device->allocated.size(), 16u);
  for (int i = 0; i < 16; ++i) held.push_back(TakeScratch(device, 1 << 20));
  EXPECT_EQ(device->allocations, 41);
}

TEST(Scratch, IsOfOneDevice) {
  const auto one = NewDevice();
  const auto two = NewDevice();
  TakeScratch(one, 100);
  TakeScratch(two, 100);
  EXPECT_EQ(one->allocations, 1);
  EXPECT_EQ(two->allocations, 1);
}

TEST(Scratch, SaysThatThereIsNone) {
  const auto device = NewDevice();
  const auto code_of = [&](size_t bytes) {
    try {
      TakeScratch(device, bytes);
    } catch (const sycl::exception& e) {
      return e.code();
    }
    return std::error_code();
  };
  const auto expected = sycl::make_error_code(sycl::errc::memory_allocation);
  EXPECT_EQ(code_of(SIZE_MAX), expected);
  device->fails = true;
  EXPECT_EQ(code_of(100), expected);
  device->fails = false;
  EXPECT_EQ(code_of(100), std::error_code());
}

TEST(Scratch, ServesManyThreads) {
  const auto device = NewDevice();
  std::vector<std::thread> threads;
  std::atomic<int> clashes{0};
  for (unsigned char t = 1; t <= 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        const size_t bytes = 1 + (i * 37u) % 20000;
        const auto scratch = TakeScratch(device, bytes);
        auto* memory = static_cast<unsigned char*>(scratch.get());
        std::memset(memory, t, bytes);
        std::this_thread::yield();
        for (size_t at = 0; at < bytes; at += 97) clashes += memory[at] != t;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(clashes, 0);
  // At most one block of each of the sizes 4 KiB to 32 KiB for each thread.
  EXPECT_LE(device->allocations, 8 * 4);
}

}  // namespace
}  // namespace facet
