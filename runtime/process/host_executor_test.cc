#include "runtime/process/host_executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sycl/exception.hpp>

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

// ------------------------------------------------- when no thread can be had

// How many more can; negative: any number.
std::atomic<int> g_threads_left{-1};
std::atomic<int> g_starting{0};
std::atomic<bool> g_start_fails_now{true};

void StartIfThereAre(std::function<void()> run) {
  ++g_starting;
  while (!g_start_fails_now) std::this_thread::yield();
  if (g_threads_left == 0) throw std::system_error(EAGAIN, std::generic_category());
  if (g_threads_left > 0) --g_threads_left;
  std::thread(std::move(run)).detach();
}

HostExecutor& WithThreads(int threads) {
  g_threads_left = threads;
  g_starting = 0;
  // Its threads use it as long as there are any: none is ever destroyed.
  static auto& all = *new std::vector<HostExecutor*>;
  return *all.emplace_back(new HostExecutor(StartIfThereAre));
}

TEST(HostExecutor, WithoutAnyThreadTheTaskIsNotRun) {
  HostExecutor& executor = WithThreads(0);
  auto captured = std::make_shared<int>(1);
  std::atomic<int> runs{0};
  EXPECT_THROW(executor.Post([&, captured] { ++runs; }), sycl::exception);
  EXPECT_EQ(captured.use_count(), 1);
  g_threads_left = 1;
  executor.Post([&] { runs += 10; });
  while (runs == 0) std::this_thread::yield();
  EXPECT_EQ(runs, 10);
}

TEST(HostExecutor, TheOnlyThreadThatCanBeHadDoesAll) {
  HostExecutor& executor = WithThreads(1);
  std::atomic<int> runs{0};
  for (int i = 0; i < 100; ++i) executor.Post([&] { ++runs; });
  while (runs != 100) std::this_thread::yield();
}

// Many fail to start a thread at the same time: each task is either run or its
// own poster is told that it is not.
TEST(HostExecutor, NobodyElsesTaskIsDropped) {
  for (int threads : {0, 1})
    for (int round = 0; round < 20; ++round) {
      HostExecutor& executor = WithThreads(0);
      g_start_fails_now = false;
      std::atomic<int> runs{0}, refused{0};
      std::vector<std::thread> posters;
      for (int i = 0; i < 4; ++i)
        posters.emplace_back([&] {
          try {
            executor.Post([&] { ++runs; });
          } catch (const sycl::exception&) {
            ++refused;
          }
        });
      while (g_starting != 4) std::this_thread::yield();
      g_threads_left = threads;
      g_start_fails_now = true;
      for (auto& poster : posters) poster.join();
      while (runs + refused != 4) std::this_thread::yield();
      EXPECT_EQ(refused, threads == 0 ? 4 : 0);
    }
}

}  // namespace
}  // namespace facet
