#include "runtime/backends/common/kept_memory.h"

#include <algorithm>
#include <cstdint>

#include "gtest/gtest.h"

namespace facet {
namespace {

void* Address(uintptr_t number) { return reinterpret_cast<void*>(number); }

TEST(KeptMemory, ClassesAreAnEighthApart) {
  constexpr size_t kLimit = size_t{1} << 40;
  for (size_t bytes :
       {size_t{1}, size_t{511}, size_t{512}, size_t{513}, size_t{4095},
        size_t{4097}, size_t{1000000}, (size_t{1} << 30) + 1}) {
    const size_t size = KeptMemory::ClassOf(bytes, kLimit);
    EXPECT_GE(size, bytes);
    EXPECT_LE(size, std::max(bytes + 511, bytes + bytes / 8));
    EXPECT_EQ(KeptMemory::ClassOf(size, kLimit), size);
  }
  EXPECT_EQ(KeptMemory::ClassOf(10001, 10000), 10001u);
  EXPECT_EQ(KeptMemory::ClassOf(SIZE_MAX, kLimit), SIZE_MAX);
}

TEST(KeptMemory, GivesABlockOfTheClassAgain) {
  KeptMemory memory;
  memory.SetLimit(1 << 20);
  EXPECT_EQ(memory.Take(1000), nullptr);
  memory.Add(Address(1), 1000);
  EXPECT_TRUE(memory.Give(Address(1)).empty());
  EXPECT_EQ(memory.bytes(), 1024u);
  EXPECT_EQ(memory.Take(1025), nullptr);
  EXPECT_EQ(memory.Take(512), nullptr);
  EXPECT_EQ(memory.Take(1010), Address(1));
  EXPECT_EQ(memory.bytes(), 0u);
  EXPECT_EQ(memory.Take(1010), nullptr);
  EXPECT_TRUE(memory.Give(Address(1)).empty());
  EXPECT_EQ(memory.Clear(), std::vector<void*>{Address(1)});
  EXPECT_EQ(memory.bytes(), 0u);
  EXPECT_EQ(memory.Take(1000), nullptr);
}

TEST(KeptMemory, FreesWhatWasKeptLongest) {
  KeptMemory memory;
  memory.SetLimit(4096);
  for (uintptr_t i = 1; i <= 3; ++i) memory.Add(Address(i), 2048);
  memory.Add(Address(4), 5000);  // larger than all that is kept
  EXPECT_TRUE(memory.Give(Address(2)).empty());
  EXPECT_TRUE(memory.Give(Address(1)).empty());
  EXPECT_EQ(memory.Give(Address(3)), std::vector<void*>{Address(2)});
  EXPECT_EQ(memory.Give(Address(4)), std::vector<void*>{Address(4)});
  EXPECT_EQ(memory.bytes(), 4096u);
  EXPECT_EQ(memory.Clear(), (std::vector<void*>{Address(1), Address(3)}));
}

TEST(KeptMemory, KnowsTheLastBlockAtAnAddress) {
  KeptMemory memory;
  memory.SetLimit(1 << 20);
  memory.Add(Address(1), 4096);
  memory.Add(Address(1), 512);
  EXPECT_TRUE(memory.Give(Address(1)).empty());
  EXPECT_EQ(memory.Take(4096), nullptr);
  EXPECT_EQ(memory.Take(512), Address(1));
  memory.Add(Address(1), 2 << 20);
  EXPECT_EQ(memory.Give(Address(1)), std::vector<void*>{Address(1)});
}

TEST(KeptMemory, KeepsNothingWithoutALimit) {
  KeptMemory memory;
  memory.Add(Address(1), 64);
  EXPECT_EQ(memory.Give(Address(1)), std::vector<void*>{Address(1)});
  // Nor what it was not told of.
  memory.SetLimit(1 << 20);
  EXPECT_EQ(memory.Give(Address(2)), std::vector<void*>{Address(2)});
  EXPECT_EQ(memory.bytes(), 0u);
}

}  // namespace
}  // namespace facet
