#include "runtime/backends/cpu/checks/state/mapping.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

namespace facet {
namespace {

constexpr size_t kMap = size_t{1} << 32;

class MappingTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(map_ = MapSparseZeros(kMap), nullptr); }
  void TearDown() override { munmap(map_, kMap); }

  // Whether all numbers from byte `begin` on are `expected`.
  bool Are(size_t begin, size_t bytes, uint32_t expected) const {
    for (size_t at = begin; at < begin + bytes; at += sizeof(expected)) {
      uint32_t found;
      std::memcpy(&found, map_ + at, sizeof(found));
      if (found != expected) return false;
    }
    return true;
  }

  char* map_ = nullptr;
};

// Real memory of the process, each page once.
size_t BytesInUse() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::string word;
  while (file >> word)
    if (word == "Pss:") {
      size_t kilobytes = 0;
      file >> kilobytes;
      return kilobytes << 10;
    }
  ADD_FAILURE() << "no /proc/self/smaps_rollup";
  return 0;
}

TEST_F(MappingTest, RepeatsThePatternAndNothingBesideIt) {
  constexpr size_t kBegin = size_t{1} << 20, kBeside = 8192;
  for (size_t bytes :
       {size_t{4}, size_t{4096}, size_t{131072}, size_t{135172},
        (size_t{8} << 20) + 12})
    for (size_t before : {0, 4, 2048, 4092})
      for (uint32_t pattern : {0x01020304u, 0xffffffffu, 0x08080808u}) {
        const size_t begin = kBegin + before;
        FillMap(map_ + begin, bytes, pattern);
        EXPECT_TRUE(Are(begin, bytes, pattern)) << bytes << " " << before;
        EXPECT_TRUE(Are(begin - kBeside, kBeside, 0)) << bytes;
        EXPECT_TRUE(Are(begin + bytes, kBeside, 0)) << bytes << " " << before;
        // In the middle of views of the same pages.
        map_[begin + bytes / 2] ^= 0x40;
        if (bytes > 16) {
          EXPECT_TRUE(Are(begin, bytes / 2 / 4 * 4, pattern)) << bytes;
          EXPECT_TRUE(Are(begin + bytes / 2 / 4 * 4 + 4,
                          bytes - bytes / 2 / 4 * 4 - 4, pattern))
              << bytes;
        }
        ClearMap(map_ + begin, bytes);
        EXPECT_TRUE(Are(begin - kBeside, bytes + 2 * kBeside, 0)) << bytes;
      }
}

TEST_F(MappingTest, FillsBytesFromAnyOneOn) {
  for (size_t bytes : {1, 7, 100, 300001}) {
    FillMap(map_ + 8191, bytes, 0xfefefefe);
    EXPECT_EQ(std::count(map_, map_ + (1 << 20), '\xfe'),
              static_cast<ptrdiff_t>(bytes));
    ClearMap(map_ + 8191, bytes);
  }
}

TEST_F(MappingTest, TakesMemoryWhereItIsWritten) {
  const size_t before = BytesInUse();
  constexpr size_t kBytes = size_t{1} << 30;
  FillMap(map_, kBytes, 0x04030201);
  EXPECT_TRUE(Are(0, kBytes, 0x04030201));
  EXPECT_LT(BytesInUse(), before + kBytes / 16);
  for (size_t at = 0; at < kBytes / 4; at += 4096) map_[at] = 0;
  EXPECT_GT(BytesInUse(), before + kBytes / 4 - (size_t{1} << 20));
  ClearMap(map_, kBytes);
  EXPECT_LT(BytesInUse(), before + kBytes / 16);
}

TEST_F(MappingTest, FillsMoreThanTheSystemMaps) {
  constexpr size_t kPart = size_t{128} << 10;
  constexpr int kParts = 2000;  // of 32 pages each, a view for each
  for (int i = 0; i < kParts; ++i)
    FillMap(map_ + i * kPart, kPart, 0x01010101u * (i % 200 + 1));
  for (int i = 0; i < kParts; ++i)
    ASSERT_TRUE(Are(i * kPart, kPart, 0x01010101u * (i % 200 + 1))) << i;
  ClearMap(map_, kParts * kPart);
  EXPECT_TRUE(Are(0, kParts * kPart, 0));
}

}  // namespace
}  // namespace facet
