// Tests of what accesses of a launch touch: against all accesses, one by one.
#include "runtime/backends/cpu/checks/order/footprints.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace facet {
namespace {

using Item = std::array<int64_t, 6>;  // group, local id

LaunchShape Shape(std::array<int64_t, 3> global, std::array<int64_t, 3> local,
                  int64_t offset = 0) {
  LaunchShape shape;
  for (int d = 0; d < 3; ++d) {
    shape.offset[d] = offset;
    shape.global[d] = global[d];
    shape.local[d] = local[d];
    shape.groups[d] = (global[d] + local[d] - 1) / local[d];
  }
  return shape;
}

// By the bytes that are accessed, whose they are; of one group if it is local.
using Touched = std::map<int64_t, std::set<Item>>;

bool Has(const facet_cpu_variable& v, int64_t value) {
  return v.first <= value && value <= v.last;
}

// With the iterations of the loops in `fixed` at their first value.
void TouchLoops(const facet_cpu_footprint& f, int loop, int64_t address,
                const Item& item, uint64_t fixed, Touched* touched) {
  if (loop == FACET_CPU_MOST_LOOPS) {
    for (uint64_t i = 0; i < f.bytes; ++i)
      (*touched)[address + static_cast<int64_t>(i)].insert(item);
    return;
  }
  const facet_cpu_variable& v = f.variables[FACET_CPU_LOOPS + loop];
  const int64_t last = (fixed >> loop & 1) != 0 ? v.first : v.last;
  for (int64_t i = v.first; i <= last; ++i)
    TouchLoops(f, loop + 1, address + v.stride * i, item, fixed, touched);
}

Touched TouchedBy(const facet_cpu_footprint& f, const LaunchShape& shape,
                  uint64_t fixed = 0) {
  Touched touched;
  int64_t id[3];
  for (id[2] = 0; id[2] < shape.global[2]; ++id[2])
    for (id[1] = 0; id[1] < shape.global[1]; ++id[1])
      for (id[0] = 0; id[0] < shape.global[0]; ++id[0]) {
        int64_t address = reinterpret_cast<intptr_t>(f.base) + f.offset;
        bool is_in = true;
        Item item;
        for (int d = 0; d < 3; ++d) {
          const int64_t values[] = {id[d] + shape.offset[d],
                                    id[d] % shape.local[d],
                                    id[d] / shape.local[d]};
          for (int kind = 0; kind < 3; ++kind) {
            const facet_cpu_variable& v = f.variables[3 * kind + d];
            is_in = is_in && Has(v, values[kind]);
            address += v.stride * values[kind];
          }
          item[d] = values[2];
          item[3 + d] = values[1];
        }
        if (is_in) TouchLoops(f, 0, address, item, fixed, &touched);
      }
  return touched;
}

bool Overlap(const Touched& a, const Touched& b, bool is_local) {
  for (const auto& [byte, items] : a) {
    const auto found = b.find(byte);
    if (found == b.end()) continue;
    for (const Item& x : items)
      for (const Item& y : found->second)
        if (x != y && (!is_local || std::equal(x.begin(), x.begin() + 3,
                                               y.begin())))
          return true;
  }
  return false;
}

facet_cpu_footprint At(const LaunchShape& shape, int64_t base, uint64_t bytes) {
  facet_cpu_footprint f = EmptyFootprint(shape);
  f.base = reinterpret_cast<const char*>(base);
  f.bytes = bytes;
  f.flags = FACET_CPU_IS_EXACT;
  return f;
}

TEST(FootprintsTest, VectorsMatricesAndBlocksAreSeenToBeApart) {
  const LaunchShape line = Shape({64, 1, 1}, {16, 1, 1});
  facet_cpu_footprint vector = At(line, 1000, 4);
  vector.variables[0].stride = 4;
  EXPECT_FALSE(MayOverlap(vector, vector, line));
  facet_cpu_footprint next = vector;
  next.offset = 4;
  EXPECT_TRUE(MayOverlap(vector, next, line));
  // Four elements for each work-item, in a loop; or with the size as a stride.
  facet_cpu_footprint blocks = vector;
  blocks.variables[0].stride = 16;
  blocks.variables[FACET_CPU_LOOPS] = {4, 0, 3};
  EXPECT_FALSE(MayOverlap(blocks, blocks, line));
  facet_cpu_footprint columns = vector;
  columns.variables[FACET_CPU_LOOPS] = {256, 0, 9};
  EXPECT_FALSE(MayOverlap(columns, columns, line));
  // By the group's number and the local id.
  facet_cpu_footprint by_group = At(line, 1000, 4);
  by_group.variables[FACET_CPU_GROUP_IDS] = {64, 0, 3};
  by_group.variables[FACET_CPU_LOCAL_IDS] = {4, 0, 15};
  EXPECT_FALSE(MayOverlap(vector, by_group, line));
  // One work-item of each group.
  facet_cpu_footprint first = At(line, 1000, 4);
  first.variables[FACET_CPU_GROUP_IDS].stride = 4;
  EXPECT_TRUE(MayOverlap(first, first, line));
  first.variables[FACET_CPU_LOCAL_IDS].last = 0;
  EXPECT_FALSE(MayOverlap(first, first, line));
  const LaunchShape square = Shape({32, 32, 1}, {32, 1, 1});
  facet_cpu_footprint matrix = At(square, 1000, 4);
  matrix.variables[0].stride = 128;
  matrix.variables[1].stride = 4;
  EXPECT_FALSE(MayOverlap(matrix, matrix, square));
  matrix.variables[1].stride = 0;
  EXPECT_TRUE(MayOverlap(matrix, matrix, square));
}

TEST(FootprintsTest, ATileIsWrittenInTurnsWithItsReads) {
  const LaunchShape shape = Shape({16, 16, 1}, {4, 4, 1});
  facet_cpu_footprint write = At(shape, 0, 4);
  write.flags = FACET_CPU_IS_LOCAL;
  write.variables[FACET_CPU_LOCAL_IDS] = {4, 0, 3};
  write.variables[FACET_CPU_LOCAL_IDS + 1] = {16, 0, 3};
  write.variables[FACET_CPU_LOOPS] = {64, 0, 1};  // two buffers in turns
  EXPECT_FALSE(MayOverlap(write, write, shape, 1));
  EXPECT_FALSE(MayOverlap(write, write, shape));
  facet_cpu_footprint read = write;
  read.variables[FACET_CPU_LOCAL_IDS] = {0, 0, 3};
  read.variables[FACET_CPU_LOOPS + 1] = {4, 0, 3};
  EXPECT_TRUE(MayOverlap(write, read, shape, 1));
  read.offset = 128;  // behind both buffers
  EXPECT_FALSE(MayOverlap(write, read, shape, 1));
}

class RandomFootprints : public ::testing::Test {
 protected:
  int64_t Choose(std::initializer_list<int64_t> among) {
    return std::data(among)[generator_() % among.size()];
  }

  LaunchShape RandomShape() {
    const int64_t local = Choose({1, 2, 4});
    return Shape({local * Choose({1, 2, 3}) + Choose({0, 0, 0, 1}),
                  Choose({1, 2, 4}), Choose({1, 1, 2})},
                 {local, Choose({1, 2}), 1}, Choose({0, 0, 3}));
  }

  facet_cpu_footprint RandomFootprint(const LaunchShape& shape, bool is_local) {
    facet_cpu_footprint f =
        At(shape, is_local ? 0 : Choose({1000, 1000, 1004, 1016}),
           Choose({1, 2, 4, 4, 8}));
    if (is_local) f.flags |= FACET_CPU_IS_LOCAL;
    for (int i = 0; i < FACET_CPU_VARIABLES; ++i) {
      facet_cpu_variable& v = f.variables[i];
      if (Choose({0, 1}) == 0) continue;
      if (i >= FACET_CPU_LOOPS) {
        if (i > FACET_CPU_LOOPS + 1) continue;
        v = {0, Choose({0, 0, 1}), 0};
        v.last = v.first + Choose({0, 1, 3});
      } else if (i >= FACET_CPU_LOCAL_IDS && Choose({0, 1}) == 0) {
        continue;
      }
      v.stride = Choose({-8, -4, 1, 2, 4, 4, 8, 8, 12, 16, 16, 32, 64});
      if (i < FACET_CPU_LOOPS && Choose({0, 0, 1}) != 0) {
        if (v.first < v.last) v.first += Choose({0, 1});
        if (v.first < v.last) v.last -= Choose({0, 1});
      }
    }
    return f;
  }

  std::mt19937 generator_{1};
};

TEST_F(RandomFootprints, NoOverlapIsMissed) {
  int apart = 0, overlapping = 0;
  for (int round = 0; round < 4000; ++round) {
    const LaunchShape shape = RandomShape();
    const bool is_local = Choose({0, 1}) != 0;
    const facet_cpu_footprint a = RandomFootprint(shape, is_local);
    const facet_cpu_footprint b =
        Choose({0, 1}) != 0 ? a : RandomFootprint(shape, is_local);
    const uint64_t same =
        is_local ? static_cast<uint64_t>(Choose({0, 0, 1, 2, 3})) : 0;
    if (IsAbsent(a) || IsAbsent(b)) continue;
    bool overlap = Overlap(TouchedBy(a, shape), TouchedBy(b, shape), is_local);
    if (same != 0) {
      // In the same iteration, whichever it is.
      overlap = false;
      facet_cpu_footprint x = a, y = b;
      const auto each = [&](const auto& self, int loop) -> void {
        if (loop == FACET_CPU_MOST_LOOPS) {
          overlap = overlap || Overlap(TouchedBy(x, shape), TouchedBy(y, shape),
                                       is_local);
          return;
        }
        const int v = FACET_CPU_LOOPS + loop;
        if ((same >> loop & 1) == 0) return self(self, loop + 1);
        for (int64_t i = std::max(a.variables[v].first, b.variables[v].first);
             i <= std::min(a.variables[v].last, b.variables[v].last); ++i) {
          x.variables[v].first = x.variables[v].last = i;
          y.variables[v].first = y.variables[v].last = i;
          self(self, loop + 1);
        }
      };
      each(each, 0);
    }
    const bool may = MayOverlap(a, b, shape, same);
    ASSERT_TRUE(may || !overlap) << "round " << round;
    ++(may ? overlapping : apart);
  }
  // Both happen.
  EXPECT_GT(apart, 200);
  EXPECT_GT(overlapping, 200);
}

TEST_F(RandomFootprints, RunsAreTheBytes) {
  int visited = 0;
  for (int round = 0; round < 4000; ++round) {
    const LaunchShape shape = RandomShape();
    const facet_cpu_footprint f = RandomFootprint(shape, false);
    if (IsAbsent(f)) continue;
    const Touched touched = TouchedBy(f, shape);
    std::set<int64_t> bytes, expected;
    for (const auto& [byte, items] : touched) expected.insert(byte);
    const auto visit = [&](int64_t begin, int64_t count) {
      for (int64_t i = 0; i < count; ++i) bytes.insert(begin + i);
      return true;
    };
    if (!VisitRuns(f, shape, visit)) continue;
    ASSERT_EQ(bytes, expected) << "round " << round;
    ++visited;
  }
  EXPECT_GT(visited, 200);
}

TEST_F(RandomFootprints, ItemsAreThoseWhoAccess) {
  int found = 0;
  for (int round = 0; round < 4000; ++round) {
    const LaunchShape shape = RandomShape();
    const facet_cpu_footprint f = RandomFootprint(shape, false);
    if (IsAbsent(f)) continue;
    for (const auto& [byte, items] : TouchedBy(f, shape)) {
      const std::optional<LaunchItem> item = ItemAt(f, shape, byte);
      if (!item) continue;
      ++found;
      Item flat;
      for (int d = 0; d < 3; ++d) {
        flat[d] = static_cast<int64_t>(item->group_id[d]);
        flat[3 + d] = static_cast<int64_t>(item->local_id[d]);
      }
      ASSERT_TRUE(items.contains(flat)) << "round " << round;
    }
  }
  EXPECT_GT(found, 200);
}

TEST(FootprintsTest, RangeOfEachGroupIsWhatAGroupTouches) {
  std::mt19937 random(7);
  const auto below = [&](int64_t n) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
  };
  int found = 0, missed = 0;
  for (int round = 0; round < 3000; ++round) {
    const LaunchShape shape =
        Shape({4 + below(2) * 2, 2 * (1 + below(2)), 1}, {2 + 2 * below(2), 2, 1});
    facet_cpu_access access = {};
    facet_cpu_footprint f = EmptyFootprint(shape);
    f.access = &access;
    f.bytes = uint64_t{1} << below(3);
    f.offset = 64 + below(8);
    f.flags = FACET_CPU_IS_LOCAL | (below(8) ? FACET_CPU_IS_EXACT : 0);
    for (int d = 0; d < 2; ++d) {
      facet_cpu_variable& id = f.variables[FACET_CPU_LOCAL_IDS + d];
      id.stride = below(9) - 1;
      if (below(6) == 0) id.last -= id.last > 0;
    }
    if (below(8) == 0) f.variables[FACET_CPU_GROUP_IDS].stride = 4;
    const std::optional<AddressRange> range = RangeOfEachGroup(f, shape);
    if (!range) {
      ++missed;
      continue;
    }
    ++found;
    const Touched touched = TouchedBy(f, shape);
    for (int64_t byte = range->begin; byte < range->end; ++byte)
      ASSERT_TRUE(touched.contains(byte)) << round << " " << byte;
    // Each group touches each byte.
    for (const auto& [byte, items] : touched) {
      ASSERT_TRUE(byte >= range->begin && byte < range->end) << round;
      std::set<std::array<int64_t, 3>> groups;
      for (const Item& item : items) groups.insert({item[0], item[1], item[2]});
      ASSERT_EQ(groups.size(), static_cast<size_t>(shape.groups[0] *
                                                   shape.groups[1]))
          << round << " " << byte;
    }
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(missed, 200);
}

}  // namespace
}  // namespace facet
