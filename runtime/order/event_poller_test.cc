#include "runtime/order/event_poller.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

size_t Threads() {
  size_t count = 0;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/self/task"))
    count += thread.is_directory();
  return count;
}

TEST(EventPoller, OneThreadWaitsForAll) {
  const size_t before = Threads();
  std::vector<std::shared_ptr<FakeEvent>> events;
  std::atomic<int> calls{0};
  for (int i = 0; i < 100; ++i) {
    events.push_back(std::make_shared<FakeEvent>(false));
    EventPoller::Global().Add(events.back(), [&] { ++calls; });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(Threads(), before + 1);
  EXPECT_EQ(calls, 0);
  for (int i = 99; i >= 0; i -= 2) events[i]->Finish();
  while (calls < 50) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(calls, 50);
  for (const auto& event : events) event->Finish();
  while (calls < 100) std::this_thread::yield();
  for (const auto& event : events)
    while (event.use_count() != 1) std::this_thread::yield();
  EXPECT_EQ(calls, 100);
}

TEST(EventPoller, CallsWhenTheDriverFailsToTell) {
  struct Failing : FakeEvent {
    Failing() : FakeEvent(false) {}
    Status Query(bool*) override { return {StatusCode::kInternal, "lost"}; }
  };
  std::atomic<bool> called{false};
  EventPoller::Global().Add(std::make_shared<Failing>(),
                            [&] { called = true; });
  while (!called) std::this_thread::yield();
}

// A call may add, and may block.
TEST(EventPoller, CallsMayDoAnything) {
  auto gate = std::make_shared<FakeEvent>(false);
  auto done = std::make_shared<FakeEvent>(true);
  std::atomic<int> calls{0};
  EventPoller::Global().Add(done, [&] {
    EventPoller::Global().Add(done, [&] { ++calls; });
    (void)gate->Wait();
    ++calls;
  });
  while (calls < 1) std::this_thread::yield();
  gate->Finish();
  while (calls < 2) std::this_thread::yield();
}

}  // namespace
}  // namespace facet
