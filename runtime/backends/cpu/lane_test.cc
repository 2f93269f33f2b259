// Lanes: order, waiting threads that help, errors that are told once.
#include "runtime/backends/cpu/lane.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace facet {
namespace {

class Action : public CpuOperation {
 public:
  explicit Action(std::function<Status()> run) : run_(std::move(run)) {}
  Status Run() override { return run_(); }

 private:
  const std::function<Status()> run_;
};

uint64_t Add(Lane& lane, std::function<Status()> run) {
  uint64_t number = 0;
  EXPECT_TRUE(lane.Add(std::make_unique<Action>(std::move(run)), &number).ok());
  return number;
}

TEST(Lane, KeepsOrderWhoeverRuns) {
  auto lane = std::make_shared<Lane>();
  std::vector<int> order;
  std::vector<std::thread> waiters;
  uint64_t last = 0;
  for (int i = 0; i < 2000; ++i) {
    last = Add(*lane, [&order, i] {
      order.push_back(i);
      return Status();
    });
    if (i % 500 == 0)
      waiters.emplace_back([lane, last] { lane->Wait(last); });
  }
  lane->Wait(last);
  for (auto& waiter : waiters) waiter.join();
  ASSERT_EQ(order.size(), 2000u);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(order[i], i);
  lane->Close();
}

TEST(Lane, RunsWithoutAnybodyWaiting) {
  auto lane = std::make_shared<Lane>();
  std::atomic<int> runs{0};
  for (int i = 0; i < 10; ++i) {
    Add(*lane, [&] { return ++runs, Status(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (int i = 0; i < 1000 && runs < 10; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(runs, 10);
  lane->Close();
}

// A thread that has always waited at once goes on to other work this time.
TEST(Lane, RunsWithoutAnybodyWaitingThisTime) {
  auto lane = std::make_shared<Lane>();
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 40; ++i)
      lane->Wait(Add(*lane, [] { return Status(); }));
    // Also when the thread has gone to sleep.
    if (round % 2)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> runs{0};
    const int count = 1 + round % 3;
    for (int i = 0; i < count; ++i)
      Add(*lane, [&] { return ++runs, Status(); });
    for (int i = 0; i < 1000 && runs < count; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ASSERT_EQ(runs, count);
  }
  lane->Close();
}

// The thread leaves to them what they wait for.
TEST(Lane, WhoWaitsAtOnceRunsIt) {
  auto lane = std::make_shared<Lane>();
  int own = 0;
  for (int i = 0; i < 10000; ++i)
    lane->Wait(Add(*lane, [&, self = std::this_thread::get_id()] {
      own += std::this_thread::get_id() == self;
      return Status();
    }));
  EXPECT_GT(own, 1000);
  lane->Close();
}

// A waiting thread takes over what it waits for, not what comes after.
TEST(Lane, GoesOnAfterAHelper) {
  auto lane = std::make_shared<Lane>();
  std::atomic<bool> done{false};
  for (int i = 0; i < 300; ++i) {
    const uint64_t first = Add(*lane, [] { return Status(); });
    done = false;
    Add(*lane, [&] { return done = true, Status(); });
    lane->Wait(first);
    while (!done) std::this_thread::yield();
  }
  lane->Close();
}

TEST(Lane, ErrorsAreToldOnce) {
  auto lane = std::make_shared<Lane>();
  const uint64_t before = Add(*lane, [] { return Status(); });
  Add(*lane, [] { return Status(StatusCode::kInternal, "first"); });
  Add(*lane, []() -> Status { throw std::runtime_error("second"); });
  const uint64_t last = Add(*lane, [] { return Status(); });
  lane->Wait(last);
  EXPECT_TRUE(lane->TakeError(before).ok());
  EXPECT_EQ(lane->TakeError(last).message(), "first");
  EXPECT_EQ(lane->TakeError(last).message(), "CPU: second");
  EXPECT_TRUE(lane->TakeError(last).ok());
  lane->Close();
}

TEST(Lane, CallsBackOnce) {
  auto lane = std::make_shared<Lane>();
  std::atomic<int> calls{0};
  std::atomic<bool> go{false};
  const uint64_t number = Add(*lane, [&] {
    while (!go) std::this_thread::yield();
    return Status();
  });
  lane->OnComplete(number, [&] { ++calls; });
  EXPECT_EQ(calls, 0);
  go = true;
  lane->Wait(number);
  lane->OnComplete(number, [&] { ++calls; });
  for (int i = 0; i < 1000 && calls < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(calls, 2);
  lane->Close();
}

// Longer than from adding an operation to waiting for it at once.
void LetTimePass() {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::microseconds(100);
  while (std::chrono::steady_clock::now() < end) continue;
}

class Waiter {
 public:
  bool IsSteady() const { return habit_.IsSteady(); }
  void AddAndWait() {
    habit_.Added(++number_, /*first=*/true);
    habit_.Awaited(number_);
  }
  void AddAndWaitLater() {
    habit_.Added(++number_, /*first=*/true);
    LetTimePass();
    habit_.Awaited(number_);
  }
  void AddAlone() {
    habit_.Added(++number_, /*first=*/true);
    LetTimePass();
  }

 private:
  WaitingHabit habit_;
  uint64_t number_ = 0;
};

// This thread, too, is interrupted at times.
TEST(WaitingHabit, OutlivesOneInterruption) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Waiter waiter;
    for (int i = 0; i < 40; ++i) waiter.AddAndWait();
    waiter.AddAndWaitLater();
    if (waiter.IsSteady()) return;
  }
  FAIL();
}

TEST(WaitingHabit, NeedsSomeTimesAndIsLost) {
  Waiter waiter;
  for (int i = 0; i < 10; ++i) waiter.AddAndWait();
  EXPECT_FALSE(waiter.IsSteady());
  for (int i = 0; i < 40; ++i) waiter.AddAndWait();
  for (int i = 0; i < 4; ++i) waiter.AddAndWaitLater();
  EXPECT_FALSE(waiter.IsSteady());
  for (int i = 0; i < 40; ++i) waiter.AddAndWait();
  for (int i = 0; i < 5; ++i) waiter.AddAlone();
  EXPECT_FALSE(waiter.IsSteady());
}

}  // namespace
}  // namespace facet
