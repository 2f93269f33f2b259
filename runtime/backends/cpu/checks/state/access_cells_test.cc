// Tests of cells, as whole blocks, as runs, and as cells: against a model.
#include "runtime/backends/cpu/checks/state/access_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

namespace facet {
namespace {

constexpr size_t kBlocks = 3, kCells = kBlocks * kCellsPerBlock;

// Nobody accesses what is there. From a block on.
const char* Memory(int number) {
  return reinterpret_cast<const char*>(uintptr_t{1} << 40 | uintptr_t(number)
                                                                << 30);
}

void SetTo(const char* memory, size_t first, size_t count, bool in_words,
           uint64_t bits) {
  const size_t unit = in_words ? 4 : 1;
  const size_t end = first + count;
  while (first < end) {
    bool stopped = true;
    first += UpdateRuns(
        memory + unit * first, end - first, in_words,
        [&](uint64_t, uint64_t* after) {
          *after = bits;
          return true;
        },
        &stopped);
    EXPECT_FALSE(stopped);
    size_t some = end - first;
    if (some == 0) return;
    AccessCell* const cells = in_words
                                  ? WordCells(memory + unit * first, &some)
                                  : ByteCells(memory + unit * first, &some);
    for (size_t i = 0; i < some; ++i) cells[i] = bits;
    first += some;
  }
}

uint64_t At(const char* memory, size_t cell, bool in_words) {
  size_t count = 1;
  return *(in_words ? WordCells(memory + 4 * cell, &count)
                    : ByteCells(memory + cell, &count));
}

class AccessCellsTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { ASSERT_TRUE(MapAccessCells()); }
};
INSTANTIATE_TEST_SUITE_P(All, AccessCellsTest, testing::Bool());

TEST_P(AccessCellsTest, AreWhatTheyWereSetTo) {
  std::mt19937_64 random(1);
  for (int number = 0; number < 60; ++number) {
    const char* const memory = Memory(number + (GetParam() ? 100 : 200));
    std::vector<uint64_t> model(kCells, 0);
    const size_t most = std::vector<size_t>{kCells, 1000, 20, 3}[number % 4];
    for (int i = 0; i < (most < 1000 ? 2000 : 60); ++i) {
      const size_t first = random() % kCells / 4 * (random() % 5) % kCells;
      const size_t count =
          1 + random() % std::min<size_t>(most, kCells - first);
      const uint64_t bits = random() % 3;
      SetTo(memory, first, count, GetParam(), bits);
      std::fill_n(model.begin() + first, count, bits);
      // Somebody asks for cells now and then.
      if (random() % 20 == 0) {
        const size_t at = random() % kCells;
        ASSERT_EQ(At(memory, at, GetParam()), model[at]);
      }
    }
    for (size_t at = 0; at < kCells; ++at)
      ASSERT_EQ(At(memory, at, GetParam()), model[at]) << number << " " << at;
  }
}

TEST_P(AccessCellsTest, AreForgotten) {
  const char* const memory = Memory(GetParam() ? 1 : 2);
  const size_t unit = GetParam() ? 4 : 1;
  SetTo(memory, 0, kCells, GetParam(), 7);
  ForgetAccessesOf(memory + 100 * unit, 50 * unit);
  for (size_t at : {0, 99, 100, 149, 150})
    EXPECT_EQ(At(memory, at, GetParam()), at >= 100 && at < 150 ? 0u : 7u);
  EXPECT_EQ(At(memory, kCells - 1, GetParam()), 7u);
  ForgetAccessesOf(memory, kCells * unit);
  EXPECT_EQ(At(memory, 0, GetParam()), 0u);
  EXPECT_EQ(At(memory, kCells - 1, GetParam()), 0u);
  SetTo(memory, 10, 20, GetParam(), 7);
  SetTo(memory, kCellsPerBlock, 20, GetParam(), 7);
  ForgetAccesses();
  for (size_t at : {size_t{10}, size_t{29}, kCellsPerBlock})
    EXPECT_EQ(At(memory, at, GetParam()), 0u);
}

TEST_P(AccessCellsTest, AreForgottenBehindAnUpdateThatAsksForIt) {
  const char* const memory = Memory(GetParam() ? 9 : 10);
  bool stopped = false;
  UpdateRuns(
      memory, 100, GetParam(),
      [](uint64_t, uint64_t* after) {
        ForgetAccesses();
        *after = 5;
        return true;
      },
      &stopped);
  EXPECT_EQ(At(memory, 0, GetParam()), 0u);
  SetTo(memory, 0, 100, GetParam(), 5);
  EXPECT_EQ(At(memory, 0, GetParam()), 5u);
}

TEST(ByteCellsTest, AreVisited) {
  ASSERT_TRUE(MapAccessCells());
  const char* const memory = Memory(11);
  std::mt19937 random(1);
  std::vector<uint64_t> model(kCells, 0);
  for (int i = 0; i < 100; ++i) {
    const size_t first = random() % kCells,
                 count = 1 + random() % (kCells - first);
    SetTo(memory, first, i % 2 ? count : 1, false, i);
    std::fill_n(model.begin() + first, i % 2 ? count : 1, i);
    size_t one = 1;
    const size_t at = random() % kCells;
    *ByteCells(memory + at, &one) = model[at] = 1000 + i;
  }
  for (const size_t first : {size_t{0}, size_t{100}, kCellsPerBlock - 1}) {
    std::vector<uint64_t> found;
    EXPECT_TRUE(VisitByteCells(
        memory + first, kCells - first, [&](size_t n, uint64_t bits) {
          found.resize(n, found.empty() ? 0 : found.back());
          found.push_back(bits);
          return true;
        }));
    found.resize(kCells - first, found.back());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), model.begin() + first));
  }
  size_t calls = 0;
  EXPECT_FALSE(VisitByteCells(memory, kCells,
                              [&](size_t, uint64_t) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3u);
}

TEST_P(AccessCellsTest, StayIfTheUpdateSaysSo) {
  const char* const memory = Memory(GetParam() ? 3 : 4);
  SetTo(memory, 0, 100, GetParam(), 1);
  SetTo(memory, 100, 100, GetParam(), 2);
  bool stopped = false;
  UpdateRuns(
      memory, 200, GetParam(),
      [](uint64_t bits, uint64_t* after) {
        *after = 9;
        return bits != 2;
      },
      &stopped);
  EXPECT_TRUE(stopped);
  EXPECT_EQ(At(memory, 100, GetParam()), 2u);
  EXPECT_EQ(At(memory, 199, GetParam()), 2u);
  EXPECT_EQ(At(memory, 200, GetParam()), 0u);
}

// Rows of a matrix without its border take no cells, also after somebody has
// asked for them.
TEST_P(AccessCellsTest, RowsAreRuns) {
  const char* const memory = Memory(GetParam() ? 5 : 6);
  const size_t unit = GetParam() ? 4 : 1;
  constexpr size_t kWide = 1024;
  for (int time = 0; time < 3; ++time) {
    for (size_t row = 0; row < kCells / kWide; ++row)
      SetTo(memory, row * kWide + 1, kWide - 2, GetParam(), time + 1);
    for (size_t row = 0; row < kCells / kWide; ++row) {
      bool stopped = false;
      size_t calls = 0;
      EXPECT_EQ(UpdateRuns(
                    memory + unit * row * kWide, kWide, GetParam(),
                    [&](uint64_t bits, uint64_t* after) {
                      *after = bits;
                      ++calls;
                      return true;
                    },
                    &stopped),
                kWide);
      EXPECT_LE(calls, 4u);  // a leaf is one by itself
    }
    if (time == 0) EXPECT_EQ(At(memory, 0, GetParam()), 0u);
    if (time == 0) EXPECT_EQ(At(memory, 1, GetParam()), 1u);
    // Only the first block has cells now: the next updates make runs of them.
  }
}

TEST_P(AccessCellsTest, AreForManyThreads) {
  const char* const memory = Memory(GetParam() ? 7 : 8);
  std::vector<std::thread> threads;
  for (size_t own = 0; own < 4; ++own)
    threads.emplace_back([&, own] {
      const size_t first = own * (kCells / 4) + own;
      for (uint64_t bits = 1; bits < 200; ++bits) {
        SetTo(memory, first, 1000, GetParam(), bits);
        EXPECT_EQ(At(memory, first + bits, GetParam()), bits);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(At(memory, 0, GetParam()), 199u);
}

}  // namespace
}  // namespace facet
