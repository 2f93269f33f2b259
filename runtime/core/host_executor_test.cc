#include "runtime/core/host_executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace facet {
namespace {

size_t Threads() {
  size_t count = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task"))
    count += thread.is_directory();
  return count;
}

// Beside those that are kept: the one that watches, and this one.
size_t Few() { return HostExecutor::AtOnce() + 2; }

TEST(HostExecutor, ManyShortTasksNeedFewThreads) {
  const size_t before = Threads();
  constexpr int kTasks = 5000;
  std::atomic<int> done{0};
  for (int i = 0; i < kTasks; ++i)
    HostExecutor::Global().Post([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      ++done;
    });
  size_t most = 0;
  while (done != kTasks) most = std::max(most, Threads());
  // A slow machine may seem to stand still now and then.
  EXPECT_LE(most, before + Few() + 20);
}

TEST(HostExecutor, TasksMayWaitForAllOthersAndThreadsEnd) {
  const size_t tasks = 5 * HostExecutor::AtOnce();
  struct {
    std::mutex mutex;
    std::condition_variable changed;
    size_t running = 0, done = 0;
  } all;
  for (size_t i = 0; i < tasks; ++i)
    HostExecutor::Global().Post([&] {
      std::unique_lock lock(all.mutex);
      ++all.running;
      all.changed.notify_all();
      all.changed.wait(lock, [&] { return all.running == tasks; });
      ++all.done;
      all.changed.notify_all();
    });
  {
    std::unique_lock lock(all.mutex);
    all.changed.wait(lock, [&] { return all.done == tasks; });
  }
  EXPECT_GT(Threads(), Few());
  for (int i = 0; i < 1000 && Threads() > Few() + 1; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(Threads(), Few() + 1);
}

}  // namespace
}  // namespace facet
