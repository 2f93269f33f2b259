#include "runtime/backends/cpu/checks/state/small_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace facet {
namespace {

struct Block {
  char* begin;
  size_t bytes;
  char content;
};

TEST(SmallMemoryTest, BlocksAreApart) {
  SmallMemory memory;
  std::mt19937 random(1);
  std::vector<Block> blocks;
  for (int i = 0; i < 20000; ++i) {
    if (blocks.empty() || random() % 5 < (i < 10000 ? 4u : 1u)) {
      const size_t bytes = SmallMemory::kUnit * (1 + random() % 24);
      Block block = {static_cast<char*>(memory.Take(bytes)), bytes,
                     static_cast<char>(i)};
      ASSERT_NE(block.begin, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block.begin) % SmallMemory::kUnit,
                0u);
      std::memset(block.begin, block.content, bytes);
      blocks.push_back(block);
      continue;
    }
    std::swap(blocks[random() % blocks.size()], blocks.back());
    const Block& block = blocks.back();
    ASSERT_TRUE(std::all_of(block.begin, block.begin + block.bytes,
                            [&](char c) { return c == block.content; }));
    EXPECT_TRUE(memory.Give(block.begin));
    blocks.pop_back();
  }
}

TEST(SmallMemoryTest, BlocksAreClose) {
  SmallMemory memory;
  std::set<uintptr_t> pages;
  constexpr size_t kCount = 10000, kBytes = 192, kPage = 4096;
  for (size_t i = 0; i < kCount; ++i)
    pages.insert(reinterpret_cast<uintptr_t>(memory.Take(kBytes)) / kPage);
  EXPECT_LE(pages.size(), kCount * kBytes / kPage * 11 / 10);
}

TEST(SmallMemoryTest, BlocksAreTakenAgain) {
  SmallMemory memory;
  std::vector<void*> blocks(1000);
  for (void*& block : blocks) block = memory.Take(128);
  std::set<void*> known(blocks.begin(), blocks.end());
  EXPECT_EQ(known.size(), blocks.size());
  for (size_t i = 0; i < blocks.size(); i += 2)
    EXPECT_TRUE(memory.Give(blocks[i]));
  for (size_t i = 0; i < blocks.size(); i += 2)
    EXPECT_TRUE(known.contains(memory.Take(128)));
}

TEST(SmallMemoryTest, OthersAreMallocs) {
  SmallMemory memory;
  EXPECT_EQ(memory.Take(0), nullptr);
  EXPECT_EQ(memory.Take(SmallMemory::kMostBytes + SmallMemory::kUnit), nullptr);
  EXPECT_EQ(memory.Take(100), nullptr);
  char other[64];
  EXPECT_FALSE(memory.Give(other));
  void* const own = memory.Take(64);
  EXPECT_FALSE(memory.Give(other));
  EXPECT_FALSE(memory.Give(reinterpret_cast<void*>(8)));
  EXPECT_FALSE(memory.Give(reinterpret_cast<void*>(UINTPTR_MAX - 8)));
  EXPECT_TRUE(memory.Give(own));
}

TEST(SmallMemoryTest, IsForManyThreads) {
  SmallMemory memory;
  std::vector<std::thread> threads;
  for (int own = 1; own <= 4; ++own)
    threads.emplace_back([&memory, own] {
      for (int i = 0; i < 2000; ++i) {
        char* blocks[4];
        for (char*& block : blocks) {
          block = static_cast<char*>(memory.Take(64 * own));
          std::memset(block, own, 64 * own);
        }
        for (char* block : blocks) {
          EXPECT_EQ(block[64 * own - 1], own);
          EXPECT_TRUE(memory.Give(block));
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace facet
