#include "runtime/backends/cpu/spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace facet {
namespace {

// Spreads `count` numbers; each must come once, whatever is known of their cycles.
void SpreadAndCount(uint64_t count, uint64_t cycles = 0) {
  std::vector<std::atomic<int>> hits(count);
  KernelPace pace;
  if (cycles != 0 && count != 0) pace.SawAlone(count, cycles);
  Spread(
      count, Effort{&pace},
      [&](uint64_t first, uint64_t last) {
        EXPECT_LT(first, last);
        for (uint64_t i = first; i < last; ++i) ++hits[i];
      },
      [] {});
  for (uint64_t i = 0; i < count; ++i) ASSERT_EQ(hits[i], 1) << i;
}

TEST(Spread, EachNumberOnce) {
  for (uint64_t count : {0, 1, 2, 3, 15, 16, 17, 1000, 65537})
    for (uint64_t cycles : {uint64_t{0}, uint64_t{1}, uint64_t{1'000'000}})
      SpreadAndCount(count, cycles);
}

// More than there are places for.
TEST(Spread, FromManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 12; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) SpreadAndCount(1 + 37 * t + i, i % 2);
    });
  for (auto& thread : threads) thread.join();
}

// Threads that stayed from the last time, that are about to go, and new ones.
TEST(Spread, AfterPauses) {
  for (int pause : {0, 10, 150, 190, 200, 210, 250, 1000})
    for (int i = 0; i < 40; ++i) {
      SpreadAndCount(1 + 13 * i);
      const auto end = std::chrono::steady_clock::now() +
                       std::chrono::microseconds(pause + i % 8);
      while (std::chrono::steady_clock::now() < end) continue;
    }
}

// What one thread does, and what several do at the same time, with a limit and
// without, are in each other's way in no order.
TEST(Spread, OneAndSeveralInTurns) {
  for (int turn = 0; turn < 20; ++turn) {
    SpreadAndCount(100 + turn);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([t] {
        ThreadLimit limit(2);
        for (int i = 0; i < 10; ++i)
          if (t == 2)
            limit.Run([&] { SpreadAndCount(1 + 7 * i); });
          else
            SpreadAndCount(1 + 11 * i);
      });
    for (auto& thread : threads) thread.join();
  }
}

TEST(Spread, WithinALimit) {
  for (unsigned limit : {1u, std::min(2u, std::thread::hardware_concurrency())}) {
    ThreadLimit threads(limit);
    EXPECT_EQ(threads.threads(), limit);
    std::atomic<unsigned> now{0}, most{0};
    threads.Run([&] {
      Spread(500, [&](uint64_t, uint64_t) {
        const unsigned running = ++now;
        unsigned before = most;
        while (before < running && !most.compare_exchange_weak(before, running))
          ;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        --now;
      });
      SpreadAndCount(1000);
    });
    EXPECT_LE(most, limit);
  }
  SpreadAndCount(1000);  // no limit is left behind
}

TEST(Spread, ExceptionsComeOut) {
  for (int i = 0; i < 20; ++i)
    EXPECT_THROW(Spread(100,
                        [](uint64_t, uint64_t) {
                          throw std::runtime_error("no");
                        }),
                 std::runtime_error);
  // Of another thread, and of this one behind it: each its own.
  for (int i = 0; i < 200; ++i) {
    const std::thread::id caller = std::this_thread::get_id();
    const bool from_caller = i % 2 == 0;
    bool thrown = false;
    std::atomic<int> thrower{0};
    try {
      Spread(16, [&](uint64_t, uint64_t) {
        if ((std::this_thread::get_id() == caller) == from_caller) {
          ++thrower;
          throw std::runtime_error("no");
        }
      });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    EXPECT_EQ(thrown, thrower > 0) << i;
    SpreadAndCount(16);
  }
  ThreadLimit limit(2);
  EXPECT_THROW(limit.Run([] { throw std::runtime_error("no"); }),
               std::runtime_error);
  SpreadAndCount(1000);
}

// Once on each thread that had a part, behind all of it.
TEST(Spread, EachThreadIsDone) {
  for (uint64_t count : {1, 2, 1000}) {
    std::atomic<uint64_t> run{0}, finished{0};
    thread_local uint64_t own = 0;
    Spread(
        count, Effort(),
        [&](uint64_t first, uint64_t last) {
          own += last - first;
          run += last - first;
        },
        [&] { finished += std::exchange(own, 0); });
    EXPECT_EQ(run, count);
    EXPECT_EQ(finished, count);
  }
  std::atomic<int> begun{0}, done{0};
  EXPECT_THROW(Spread(
                   100, Effort(),
                   [&](uint64_t, uint64_t) {
                     ++begun;
                     throw std::runtime_error("no");
                   },
                   [&] { ++done; }),
               std::runtime_error);
  EXPECT_GE(done, begun);
}

// The unequal parts of a range are shared: nobody waits long for one thread.
TEST(Spread, OthersTakeFromASlowPart) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP();
  std::mutex mutex;
  std::set<std::thread::id> threads;
  Spread(64, [&](uint64_t first, uint64_t last) {
    if (first >= 32) return;  // the rest is quick
    {
      std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5) * (last - first));
  });
  EXPECT_GT(threads.size(), 1u);
}

// Work that was thought to be done at once, and is not, is shared.
TEST(Spread, OthersTakeFromWorkThatTakesLonger) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP();
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::vector<int> hits(64);
  std::atomic<int> done{0};
  KernelPace pace;
  pace.SawAlone(64, 1);
  Spread(
      64, Effort{&pace},
      [&](uint64_t first, uint64_t last) {
        {
          std::lock_guard lock(mutex);
          threads.insert(std::this_thread::get_id());
          for (uint64_t i = first; i < last; ++i) ++hits[i];
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2) *
                                    (last - first));
      },
      [&] { ++done; });
  EXPECT_GT(threads.size(), 1u);
  EXPECT_GE(done, static_cast<int>(threads.size()));
  EXPECT_EQ(hits, std::vector<int>(64, 1));
}

// Whether the thread is alone or not.
TEST(Spread, ExceptionsComeOutOfWorkOfOneThread) {
  for (uint64_t thrower : {0, 7, 8, 40, 63}) {
    std::atomic<int> begun{0}, done{0};
    KernelPace pace;
    pace.SawAlone(64, 1);
    EXPECT_THROW(Spread(
                     64, Effort{&pace},
                     [&](uint64_t first, uint64_t last) {
                       ++begun;
                       if (first <= thrower && thrower < last)
                         throw std::runtime_error("no");
                     },
                     [&] { ++done; }),
                 std::runtime_error);
    EXPECT_GE(begun, 1);
    EXPECT_GE(done, 1);
    SpreadAndCount(64, 1);
  }
}

}  // namespace
}  // namespace facet
