// What other users of buffers can do while one of them is blocked in the driver:
// everything.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/memory/buffer.h"
#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/submission/command_group.h"
#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

// A kernel runs until the test ends it. Copies, which are of pageable memory,
// block until the kernel whose bytes they want is done; allocations and
// launches block when the test says so.
struct Driver {
  std::shared_ptr<FakeEvent> kernel = std::make_shared<FakeEvent>(false);
  std::atomic<void*> bytes_of_kernel{nullptr};
  std::atomic<int> copies_blocked{0};
  std::atomic<bool> allocations_block{false};
  std::atomic<int> allocations_blocked{0};
  std::atomic<bool> fills_block{false};
  std::atomic<int> fills_blocked{0};
  FakeEvent go_on{false};  // what blocks

  void BlockIf(std::atomic<bool>& blocks, std::atomic<int>& blocked) {
    if (!blocks.exchange(false)) return;
    ++blocked;
    (void)go_on.Wait();
  }
};

class BlockingStream : public FakeStream {
 public:
  explicit BlockingStream(Driver& driver) : driver_(driver) {}
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override {
    if (from == driver_.bytes_of_kernel) {
      ++driver_.copies_blocked;
      (void)driver_.kernel->Wait();
      --driver_.copies_blocked;
    }
    return FakeStream::Copy(to, from, bytes, event);
  }
  Status Fill(void*, const void*, size_t, size_t, EventPtr* event) override {
    driver_.BlockIf(driver_.fills_block, driver_.fills_blocked);
    return RecordEvent(event);
  }

 private:
  Driver& driver_;
};

class BlockingDevice : public FakeDevice {
 public:
  explicit BlockingDevice(Driver& driver) : driver_(driver) {
    fake_info.host_copies_block = true;
  }
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override {
    driver_.BlockIf(driver_.allocations_block, driver_.allocations_blocked);
    return FakeDevice::Allocate(kind, bytes, alignment, address);
  }
  Status CreateStream(const StreamOptions&, StreamPtr* stream) override {
    *stream = std::make_shared<BlockingStream>(driver_);
    return {};
  }

 private:
  Driver& driver_;
};

class BufferLocks : public testing::Test {
 protected:
  std::shared_ptr<Buffer> MakeInts(int* values) {
    sycl::detail::buffer_source source;
    source.host = values;
    source.writable = true;
    return MakeBuffer(source, 4 * sizeof(int), alignof(int));
  }
  // A command of the device that writes the buffers.
  CommandPtr Write(const std::vector<std::shared_ptr<Buffer>>& buffers,
                   std::function<Status(Stream&, EventPtr*)> action) {
    CommandGroup group(queue_);
    for (const auto& buffer : buffers) group.Acquire(buffer, true, false, false);
    group.SetDeviceAction(CommandKind::kCopy, std::move(action));
    return group.Submit();
  }
  CommandPtr Add(const std::shared_ptr<Buffer>& buffer, int value) {
    int* bytes = static_cast<int*>(buffer->Address(queue_->device()));
    return Write({buffer}, [=](Stream& s, EventPtr* event) {
      bytes[0] += value;
      return event ? s.RecordEvent(event) : Status();
    });
  }
  // A kernel that writes the buffer until the test ends it.
  CommandPtr WriteForLong(const std::shared_ptr<Buffer>& buffer) {
    int* bytes = static_cast<int*>(buffer->Address(queue_->device()));
    driver_.bytes_of_kernel = bytes;
    return Write({buffer}, [this, bytes](Stream&, EventPtr* event) {
      bytes[1] = 77;
      if (event) *event = driver_.kernel;
      return Status();
    });
  }
  // Everything that one does with buffers, of which none is in use elsewhere.
  void UseOthers() {
    for (int i = 0; i < 10; ++i) {
      int one[4] = {1, 1, 1, 1}, two[4] = {2, 2, 2, 2};
      {
        auto first = MakeInts(one), second = MakeInts(two);
        Add(first, 5);
        Add(second, 6)->Wait();
        {
          HostLock host(first, true, false);
          EXPECT_EQ(static_cast<int*>(host.address())[0], 6);
          static_cast<int*>(host.address())[0] = 10;
        }
        Add(first, 1);
      }
      EXPECT_EQ(one[0], 11);
      EXPECT_EQ(two[0], 8);
    }
  }
  void TearDown() override {
    driver_.kernel->Finish();
    driver_.go_on.Finish();
  }

  Driver driver_;
  // Profiling: each command is asked for its own event.
  std::shared_ptr<Queue> queue_ = std::make_shared<Queue>(
      std::make_shared<BlockingDevice>(driver_),
      QueueOptions{.in_order = false, .profiling = true}, nullptr);
};

TEST_F(BufferLocks, HostAccessorOnALongKernel) {
  int values[4] = {};
  auto buffer = MakeInts(values);
  WriteForLong(buffer);
  std::atomic<bool> has_lock{false};
  std::thread accessing([&] {
    HostLock host(buffer, false, false);
    EXPECT_EQ(static_cast<int*>(host.address())[1], 77);
    has_lock = true;
  });
  UseOthers();
  // Of the same buffer, too: they are submitted and wait their turn.
  auto later = Add(buffer, 3);
  EXPECT_FALSE(has_lock);
  EXPECT_EQ(driver_.copies_blocked, 0);
  driver_.kernel->Finish();
  accessing.join();
  later->Wait();
}

// With a host task, which nobody's thread waits for.
TEST_F(BufferLocks, HostTaskOnALongKernel) {
  int values[4] = {};
  auto buffer = MakeInts(values);
  WriteForLong(buffer);
  std::atomic<int> seen{0};
  CommandGroup group(queue_);
  int* host = static_cast<int*>(group.Acquire(buffer, false, false, true));
  group.SetHostTask([&seen, host] { seen = host[1]; });
  auto task = group.Submit();
  UseOthers();
  EXPECT_EQ(seen, 0);
  EXPECT_EQ(driver_.copies_blocked, 0);
  driver_.kernel->Finish();
  task->Wait();
  EXPECT_EQ(seen, 77);
}

TEST_F(BufferLocks, LastHandleOnALongKernel) {
  int values[4] = {};
  std::thread writing_back([&] {
    auto buffer = MakeInts(values);
    WriteForLong(buffer);
  });
  while (!driver_.bytes_of_kernel) std::this_thread::yield();
  UseOthers();
  driver_.kernel->Finish();
  writing_back.join();
  EXPECT_EQ(values[1], 77);
}

TEST_F(BufferLocks, AllocationThatBlocks) {
  int values[4] = {};
  auto buffer = MakeInts(values);
  driver_.allocations_block = true;
  std::thread blocked([&] { Add(buffer, 1); });
  while (driver_.allocations_blocked == 0) std::this_thread::yield();
  UseOthers();
  driver_.go_on.Finish();
  blocked.join();
}

TEST_F(BufferLocks, CallOfTheDriverThatBlocks) {
  int values[4] = {};
  auto buffer = MakeInts(values);
  auto other = std::make_shared<Queue>(queue_->device(), QueueOptions{},
                                       nullptr);
  driver_.fills_block = true;
  std::thread blocked([&] {
    CommandGroup group(other);
    group.Acquire(buffer, true, false, false);
    group.SetDeviceAction(CommandKind::kCopy,
                          [](Stream& stream, EventPtr* event) {
                            return stream.Fill(nullptr, nullptr, 1, 1, event);
                          });
    group.Submit();
  });
  while (driver_.fills_blocked == 0) std::this_thread::yield();
  UseOthers();
  driver_.go_on.Finish();
  blocked.join();
}

// Several threads, several buffers, in different orders.
TEST_F(BufferLocks, OrderOfBuffersDoesNotMatter) {
  int values[3][4] = {};
  std::vector<std::shared_ptr<Buffer>> buffers;
  for (auto& v : values) buffers.push_back(MakeInts(v));
  int* bytes[3];
  for (int i = 0; i < 3; ++i)
    bytes[i] = static_cast<int*>(buffers[i]->Address(queue_->device()));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        const int a = (t + i) % 3, b = (a + 1 + i % 2) % 3;
        Write({buffers[a], buffers[b], buffers[a]},
              [x = bytes[a], y = bytes[b]](Stream& s, EventPtr* event) {
                ++x[0], ++y[0];
                return event ? s.RecordEvent(event) : Status();
              });
        if (i % 50 == 0) HostLock host(buffers[a], true, false);
      }
    });
  for (auto& thread : threads) thread.join();
  buffers.clear();
  EXPECT_EQ(values[0][0] + values[1][0] + values[2][0], 2 * 4 * 300);
}

}  // namespace
}  // namespace facet
