#include "runtime/backends/cpu/checks/state/defined_ranges.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace facet {
namespace {

using By = DefinedRanges::By;

const void* At(uintptr_t number) {
  return reinterpret_cast<const void*>(number);
}

TEST(DefinedRangesTest, KnowsWhatWasAdded) {
  DefinedRanges ranges;
  EXPECT_FALSE(ranges.Has(At(100), 1));
  ranges.Add(At(100), 50, ranges.changes());
  EXPECT_TRUE(ranges.Has(At(100), 50));
  EXPECT_TRUE(ranges.Has(At(149), 1));
  EXPECT_FALSE(ranges.Has(At(99), 2));
  EXPECT_FALSE(ranges.Has(At(149), 2));
  EXPECT_FALSE(ranges.Has(At(150), 1));
}

TEST(DefinedRangesTest, WhatWasComparedBeforeAChangeIsWorthNothing) {
  DefinedRanges ranges;
  for (const By by : {By::kRuntime, By::kCommand}) {
    const uint64_t before = ranges.changes();
    ranges.Remove(At(500), 1, by);
    ranges.Add(At(100), 50, before);
    EXPECT_FALSE(ranges.Has(At(100), 1));
  }
  const uint64_t before = ranges.changes();
  ranges.RemoveAll();
  ranges.Add(At(100), 50, before);
  EXPECT_FALSE(ranges.Has(At(100), 1));
}

TEST(DefinedRangesTest, ForgetsAll) {
  DefinedRanges ranges;
  ranges.Add(At(100), 50, ranges.changes());
  ranges.RemoveAll();
  EXPECT_FALSE(ranges.Has(At(100), 1));
}

TEST(DefinedRangesTest, KnowsWhatCommandsDo) {
  DefinedRanges ranges;
  const uint64_t before = ranges.changes_by_commands();
  ranges.Remove(At(100), 50, By::kRuntime);
  EXPECT_EQ(ranges.changes_by_commands(), before);
  ranges.BeginCommand();
  EXPECT_EQ(ranges.changes_by_commands(), 0u) << "it may do anything yet";
  ranges.EndCommand();
  EXPECT_EQ(ranges.changes_by_commands(), before);
  ranges.Remove(At(100), 50, By::kCommand);
  const uint64_t after = ranges.changes_by_commands();
  EXPECT_NE(after, before);
  ranges.RemoveAll();
  EXPECT_NE(ranges.changes_by_commands(), after);
}

// Against bytes, one by one.
TEST(DefinedRangesTest, KnowsWhatBytesKnow) {
  std::mt19937 random(1);
  DefinedRanges ranges;
  constexpr uintptr_t kBytes = 64, kFirst = 1000;
  std::vector<bool> defined(kBytes, false);
  for (int i = 0; i < 20000; ++i) {
    const uintptr_t begin = random() % kBytes,
                    bytes = 1 + random() % (kBytes - begin);
    const bool adds = random() % 3 == 0;
    if (adds)
      ranges.Add(At(kFirst + begin), bytes, ranges.changes());
    else
      ranges.Remove(At(kFirst + begin), std::min<uintptr_t>(bytes, 5),
                    By::kRuntime);
    std::fill_n(defined.begin() + begin,
                adds ? bytes : std::min<uintptr_t>(bytes, 5), adds);
    for (uintptr_t at = 0; at < kBytes; ++at) {
      ASSERT_EQ(ranges.Has(At(kFirst + at), 1), defined[at]) << i << " " << at;
      if (at > 0)
        ASSERT_EQ(ranges.Has(At(kFirst + at - 1), 2),
                  defined[at - 1] && defined[at]);
    }
  }
}

TEST(DefinedRangesTest, MayForgetIfThereAreVeryMany) {
  DefinedRanges ranges;
  for (uintptr_t i = 0; i < 100000; ++i)
    ranges.Add(At(1000 + 100 * i), 50, ranges.changes());
  EXPECT_TRUE(ranges.Has(At(1000 + 100 * 99999), 50));
  EXPECT_FALSE(ranges.Has(At(1000 + 100 * 99999), 51));
}

TEST(DefinedRangesTest, IsForManyThreads) {
  DefinedRanges ranges;
  std::vector<std::thread> threads;
  for (uintptr_t own = 1; own <= 4; ++own)
    threads.emplace_back([&ranges, own] {
      for (int i = 0; i < 2000; ++i) {
        ranges.BeginCommand();
        ranges.Remove(At(own << 20), 100, By::kCommand);
        EXPECT_FALSE(ranges.Has(At(own << 20), 1));
        ranges.EndCommand();
        ranges.Add(At(own << 20), 100, ranges.changes());
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(ranges.changes_by_commands(), 0u);
}

}  // namespace
}  // namespace facet
