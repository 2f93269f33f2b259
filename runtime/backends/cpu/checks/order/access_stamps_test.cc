#include "runtime/backends/cpu/checks/order/access_stamps.h"

#include <gtest/gtest.h>

#include <thread>

#include "runtime/backends/cpu/checks/state/access_cells.h"

namespace facet {
namespace {

constexpr uint32_t kMany = 900000;
constexpr AccessStamp kHalf = 1u << 22;

// Nobody accesses what is there.
const char* Memory(int number) {
  return reinterpret_cast<const char*>(uintptr_t{1} << 41 | uintptr_t(number)
                                                                << 30);
}

AccessCell& CellOf(const char* address) {
  size_t count = 1;
  return *WordCells(address, &count);
}

TEST(AccessStampsTest, NoCellHasANumberThatIsGivenAwayAgain) {
  ASSERT_TRUE(MapAccessCells());
  AccessStamp before = 0;
  int halves = 0;
  for (int i = 0; i < 40; ++i) {
    const StampRange range = TakeStamps({.command = 1}, kMany);
    EXPECT_GE(range.count, kMany);
    EXPECT_EQ(CommandOf(range.begin + range.count - 1), 1u);
    // Within one half.
    EXPECT_EQ(range.begin < kHalf, range.begin + range.count <= kHalf);
    const bool is_other = (range.begin < kHalf) != (before < kHalf);
    if (is_other) {
      ++halves;
      EXPECT_EQ(CellOf(Memory(0)), 0u);
      EXPECT_EQ(CellOf(Memory(0) + 100), 0u);
    }
    CellOf(Memory(0)) = range.begin;
    before = range.begin;
  }
  EXPECT_GT(halves, 5);
}

TEST(AccessStampsTest, AreTakenByThoseWhoVisitCells) {
  ASSERT_TRUE(MapAccessCells());
  std::thread other([] {
    for (int i = 0; i < 300; ++i) TakeStamps({.command = 2}, kMany);
  });
  for (int i = 0; i < 300; ++i) {
    bool stopped = false;
    UpdateRuns(
        Memory(1), 100, /*in_words=*/true,
        [](uint64_t, uint64_t* after) {
          const StampRange own = TakeStamps({.command = 3}, 1);
          EXPECT_EQ(CommandOf(own.begin), 3u);
          *after = own.begin;
          return true;
        },
        &stopped);
    EXPECT_FALSE(stopped);
  }
  other.join();
}

// All of them, so that the reserve is used up.
TEST(AccessStampsTest, ManyAreTakenByThoseWhoVisitCells) {
  ASSERT_TRUE(MapAccessCells());
  bool stopped = false;
  UpdateRuns(
      Memory(2), 100, /*in_words=*/true,
      [](uint64_t, uint64_t* after) {
        for (int i = 0; i < 40; ++i) {
          const StampRange own = TakeStamps({.command = 4}, kMany);
          EXPECT_EQ(own.begin < kHalf, own.begin + own.count <= kHalf);
          EXPECT_EQ(CommandOf(own.begin), 4u);
        }
        return *after = 1, true;
      },
      &stopped);
  EXPECT_FALSE(stopped);
}

}  // namespace
}  // namespace facet
