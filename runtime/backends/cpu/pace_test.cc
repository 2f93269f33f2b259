#include "runtime/backends/cpu/pace.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

TEST(KernelPace, KnowsNothingAtFirst) {
  const KernelPace pace;
  EXPECT_EQ(pace.CyclesOf(1), 0u);
  EXPECT_EQ(pace.CyclesOf(~uint64_t{0}), 0u);
}

TEST(KernelPace, IsOfWorkItems) {
  KernelPace pace;
  pace.SawAlone(1'000, 5'000);
  EXPECT_NEAR(static_cast<double>(pace.CyclesOf(1'000)), 5'000, 5);
  EXPECT_NEAR(static_cast<double>(pace.CyclesOf(1'000'000)), 5e6, 5e3);
  EXPECT_GE(pace.CyclesOf(1), 4u);
}

TEST(KernelPace, HoldsAllNumbers) {
  for (const uint64_t items : {uint64_t{1}, uint64_t{1} << 20, ~uint64_t{0}})
    for (const uint64_t cycles : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
      KernelPace pace;
      for (int i = 0; i < 10; ++i) {
        pace.SawShared(items, cycles);
        pace.SawAlone(items, cycles);
      }
      EXPECT_NE(pace.CyclesOf(1), 0u);
      EXPECT_GE(pace.CyclesOf(~uint64_t{0}), pace.CyclesOf(1));
    }
}

TEST(KernelPace, OutlivesAnInterruption) {
  KernelPace pace;
  for (int i = 0; i < 10; ++i) pace.SawAlone(100, 1'000);
  pace.SawAlone(100, 1'000'000);
  EXPECT_LT(pace.CyclesOf(100), 2'000u);
  for (int i = 0; i < 20; ++i) pace.SawAlone(100, 1'000);
  EXPECT_LT(pace.CyclesOf(100), 1'100u);
}

TEST(KernelPace, FollowsAKernelThatChanges) {
  KernelPace pace;
  for (int i = 0; i < 10; ++i) pace.SawAlone(100, 1'000);
  for (int i = 0; i < 40; ++i) pace.SawAlone(100, 100'000);
  EXPECT_GT(pace.CyclesOf(100), 70'000u);
  for (int i = 0; i < 40; ++i) pace.SawAlone(100, 1'000);
  EXPECT_LT(pace.CyclesOf(100), 1'100u);
}

// What has not been tried is expected to be fast, and what was not fast is tried
// again, but seldom.
TEST(KernelPace, TriesAgain) {
  KernelPace pace;
  pace.SawShared(100, 1'000);
  EXPECT_LT(pace.CyclesOf(100), 1'000u);
  pace.SawAlone(100, 10'000);
  EXPECT_GT(pace.CyclesOf(100), 9'000u);
  int launches = 0;
  for (; pace.CyclesOf(100) > 2'000; ++launches) pace.SawShared(100, 1'000);
  EXPECT_GT(launches, 50);
  EXPECT_LT(launches, 500);
}

}  // namespace
}  // namespace facet
