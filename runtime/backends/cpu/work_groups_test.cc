#include "runtime/backends/cpu/work_groups.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace facet {
namespace {

struct Grid {
  std::atomic<int>* hits;
  uint64_t width, height;
};

// Counts each item once, and that scratch and ids are what they should be.
void Kernel(const void* arguments, facet_cpu_group* g, uint64_t) {
  const Grid& grid = *static_cast<const Grid*>(arguments);
  auto* a = static_cast<char*>(g->scratch(100, 64));
  auto* b = static_cast<char*>(g->scratch(200000, 4096));
  ASSERT_EQ(reinterpret_cast<uintptr_t>(a) % 64, 0u);
  ASSERT_EQ(reinterpret_cast<uintptr_t>(b) % 4096, 0u);
  a[99] = b[199999] = 1;
  if (g->local_memory) g->local_memory[127] = 1;
  for (uint64_t z = 0; z < g->local_range[2]; ++z)
    for (uint64_t y = 0; y < g->local_range[1]; ++y)
      for (uint64_t x = 0; x < g->local_range[0]; ++x)
        ++grid.hits[((g->global_base[2] + z) * grid.height +
                     g->global_base[1] + y) * grid.width +
                    g->global_base[0] + x];
}

TEST(WorkGroups, EveryItemOnceAlsoInRemainders) {
  for (auto [w, h, d] : std::vector<std::array<uint64_t, 3>>{
           {1, 1, 1}, {1000, 1, 1}, {7, 13, 5}, {65, 3, 2}, {1, 300, 1}}) {
    std::vector<std::atomic<int>> hits(w * h * d);
    const Grid grid{hits.data(), w, h};
    LaunchRange range;
    range.dimensions = 3;
    range.global[0] = w;
    range.global[1] = h;
    range.global[2] = d;
    for (unsigned rows : {0u, 1u, 4u}) {
      for (auto& hit : hits) hit = 0;
      uint64_t local[3];
      ChooseLocalSize(range, {}, {rows}, 2, local);
      KernelPace pace;
      RunWorkGroups({Kernel}, &grid, range, local, 128, pace);
      for (const auto& hit : hits) ASSERT_EQ(hit, 1);
    }
  }
}

// Groups of a series are counted in `grid` as those of single calls are. A
// remainder has no neighbours of its size.
void Series(const void* arguments, facet_cpu_group* g, uint64_t count) {
  ASSERT_GT(count, 0u);
  if (count != 1) {
    ASSERT_EQ(g->local_range[0], g->uniform_local_range[0]);
  }
  for (; count; --count) {
    Kernel(arguments, g, 1);
    ++g->group_id[0];
    g->global_base[0] += g->local_range[0];
  }
}

TEST(WorkGroups, NeighboursAreExecutedTogetherButForRemainders) {
  static std::atomic<int> single, together;
  for (auto [w, h, x, y] : std::vector<std::array<uint64_t, 4>>{
           {1, 1, 1, 1}, {64, 1, 64, 1}, {640, 1, 64, 1}, {650, 3, 64, 2},
           {63, 5, 64, 5}, {65, 7, 64, 2}, {4096, 3, 1, 1}, {1000, 40, 7, 9}}) {
    std::vector<std::atomic<int>> hits(w * h);
    const Grid grid{hits.data(), w, h};
    LaunchRange range;
    range.dimensions = 2;
    range.global[0] = w;
    range.global[1] = h;
    const uint64_t local[3] = {x, y, 1};
    KernelPace pace;
    single = together = 0;
    const auto several = [](const void* arguments, facet_cpu_group* g,
                            uint64_t count) {
      ++(count == 1 ? single : together);
      Series(arguments, g, count);
    };
    RunWorkGroups({several, /*is_series=*/true}, &grid, range, local, 128, pace);
    for (const auto& hit : hits) ASSERT_EQ(hit, 1) << w << " " << h;
    // Parts of short rows may be single groups.
    if (w / x < 2) {
      EXPECT_EQ(together, 0);
    } else if (w / x > 100) {
      EXPECT_GT(together, 0);
    }
  }
}

struct Counted {
  uint32_t* narrow;
  uint64_t* wide;
  uint64_t count;
};

// As code that the compiler makes adds to a counter.
template <typename T>
void Add(const facet_cpu_group& g, T* counter, T value) {
  const auto address = reinterpret_cast<uint64_t>(counter);
  const uint64_t place = address + (sizeof(T) == 8);
  facet_cpu_sum& sum = g.sums->sums[address / sizeof(T) % FACET_CPU_SUMS];
  if (sum.place == place)
    sum.sum += value;
  else if (g.sums->is_full)
    std::atomic_ref(*counter) += value;
  else
    g.replace_sum(&sum, place, value);
}

void CountingKernel(const void* arguments, facet_cpu_group* g, uint64_t) {
  const Counted& counted = *static_cast<const Counted*>(arguments);
  for (uint64_t i = 0; i < g->local_range[0]; ++i) {
    const uint64_t id = g->global_base[0] + i;
    Add(*g, counted.narrow + id * 7 % counted.count, uint32_t(id));
    Add(*g, counted.wide + id * 3 % counted.count, id << 32 | 5);
    Add(*g, counted.narrow, ~uint32_t{0});
    const uint64_t length = std::min<uint64_t>(counted.count, FACET_CPU_LONGEST_ROW);
    auto* narrow = static_cast<uint32_t*>(g->row_of_sums(
        reinterpret_cast<uint64_t>(counted.narrow), length));
    narrow[id * 5 % length] += 3;
    auto* wide = static_cast<uint64_t*>(g->row_of_sums(
        reinterpret_cast<uint64_t>(counted.wide) + 1, length));
    wide[id * 5 % length] += id << 31;
  }
}

// Also where counters share a place in the table, of one thread or several, and
// with those of the launch before.
TEST(WorkGroups, AdditionsAreMadeAtTheEnd) {
  for (uint64_t count : {1, 5, 1024, 4096, 30000})
    for (uint64_t groups : {1, 2, 300}) {
      std::vector<uint32_t> narrow(count, 9);
      std::vector<uint64_t> wide(count, 9);
      const Counted counted{narrow.data(), wide.data(), count};
      LaunchRange range;
      range.global[0] = groups * 64;
      const uint64_t local[3] = {64, 1, 1};
      KernelPace pace;
      RunWorkGroups({CountingKernel}, &counted, range, local, 0, pace);
      std::vector<uint32_t> narrow_sums(count, 9);
      std::vector<uint64_t> wide_sums(count, 9);
      for (uint64_t id = 0; id < groups * 64; ++id) {
        narrow_sums[id * 7 % count] += uint32_t(id);
        wide_sums[id * 3 % count] += id << 32 | 5;
        --narrow_sums[0];
        const uint64_t length = std::min<uint64_t>(count, FACET_CPU_LONGEST_ROW);
        narrow_sums[id * 5 % length] += 3;
        wide_sums[id * 5 % length] += id << 31;
      }
      EXPECT_EQ(narrow, narrow_sums) << count << " counters";
      EXPECT_EQ(wide, wide_sums) << count << " counters";
    }
}

void RunOnce() {
  std::atomic<int> hits[8] = {};
  const Grid grid{hits, 8, 1};
  LaunchRange range;
  range.global[0] = 8;
  const uint64_t local[3] = {8, 1, 1};
  KernelPace pace;
  RunWorkGroups({Kernel}, &grid, range, local, 128, pace);
  for (const auto& hit : hits) EXPECT_EQ(hit, 1);
}

// Destructors of global objects run kernels when the main thread's thread-local
// objects are gone, those of the runtime too.
TEST(WorkGroups, RunWhenAThreadsObjectsAreGone) {
  std::thread([] {
    struct Late {
      ~Late() { RunOnce(), RunOnce(); }
    };
    thread_local Late late;  // the first to come, the last to go
    (void)&late;
    RunOnce();
  }).join();
}

TEST(WorkGroups, ChoiceKeepsLimits) {
  LaunchRange range;
  range.global[0] = 1 << 20;
  KernelInfo info;
  info.max_work_group_size = 48;
  uint64_t local[3];
  ChooseLocalSize(range, info, {1}, 4, local);
  EXPECT_LE(local[0] * local[1] * local[2], 48u);
  info.reqd_work_group_size[0] = 8;
  info.reqd_work_group_size[1] = 2;
  info.reqd_work_group_size[2] = 1;
  ChooseLocalSize(range, info, {1}, 4, local);
  EXPECT_EQ(local[0], 8u);
  EXPECT_EQ(local[1], 2u);
}

TEST(WorkGroups, ColumnsOfMemoryAreTiles) {
  LaunchRange range;
  range.global[0] = 4096;
  range.global[2] = 4096;
  uint64_t local[3];
  // Columns that share sets of the cache, some of them, none; and short ones.
  const uint64_t sizes[][3] = {{4096, 16, 512}, {512, 16, 512}, {2016, 128, 64},
                               {2000, 256, 32}, {1001, 256, 32}, {3, 256, 3}};
  for (const auto& [length, width, height] : sizes) {
    range.global[1] = length;
    ChooseLocalSize(range, {}, {1, 1}, 4, local);
    EXPECT_EQ(local[0], width) << length;
    EXPECT_EQ(local[1], height) << length;
    EXPECT_EQ(local[2], 1u);
  }
  range.global[1] = 5;
  ChooseLocalSize(range, {}, {1, 2}, 4, local);
  EXPECT_EQ(local[0], 16u);
  EXPECT_EQ(local[1], 1u);
  EXPECT_EQ(local[2], 512u);
  range.global[0] = 5;
  ChooseLocalSize(range, {}, {1, 1}, 4, local);
  EXPECT_EQ(local[0], 5u);
  EXPECT_EQ(local[1], 5u);
  KernelInfo info;
  info.max_work_group_size = 10;
  ChooseLocalSize(range, info, {1, 1}, 4, local);
  EXPECT_EQ(local[0], 5u);
  EXPECT_EQ(local[1], 2u);
  range.global[0] = range.global[1] = 0;
  ChooseLocalSize(range, {}, {1, 1}, 4, local);
  EXPECT_EQ(local[0] * local[1] * local[2], 1u);
}

TEST(WorkGroups, RowsAreShorterWhereSeveralAreWanted) {
  LaunchRange range;
  range.global[0] = 4096;
  range.global[1] = 4096;
  uint64_t local[3];
  ChooseLocalSize(range, {}, {0}, 4, local);
  EXPECT_EQ(local[0], 1024u);
  EXPECT_EQ(local[1], 1u);
  ChooseLocalSize(range, {}, {1}, 4, local);
  EXPECT_EQ(local[0], 4096u);
  EXPECT_EQ(local[1], 2u);
  ChooseLocalSize(range, {}, {4}, 4, local);
  EXPECT_EQ(local[0], 256u);
  EXPECT_EQ(local[1], 4u);
  range.global[0] = 100;
  ChooseLocalSize(range, {}, {4}, 4, local);
  EXPECT_EQ(local[0], 100u);
  EXPECT_EQ(local[1], 8u);
  // There are not as many.
  range.global[0] = 4096;
  range.global[1] = 3;
  ChooseLocalSize(range, {}, {4}, 1, local);
  EXPECT_EQ(local[0], 1024u);
  // A small launch has strips, too.
  range.global[0] = range.global[1] = 64;
  ChooseLocalSize(range, {}, {4}, 16, local);
  EXPECT_EQ(local[0], 32u);
  EXPECT_EQ(local[1], 4u);
}

}  // namespace
}  // namespace facet
