// The algebra of aspect sets, and the numbers that must never change.

#include "features/aspects/aspect_set.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "features/aspects/aspect_table.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

struct Frozen {
  std::string_view name;
  Aspect value;
};

constexpr Frozen kFrozenAspects[] = {
#include "features/aspects/frozen_aspects.inc"
};
constexpr Frozen kFrozenTargets[] = {
#include "features/aspects/frozen_targets.inc"
};

TEST(AspectNumbers, AreFrozen) {
  for (const Frozen& frozen : kFrozenAspects) {
    EXPECT_EQ(AspectByName(frozen.name), frozen.value) << frozen.name;
  }
}

TEST(AspectNumbers, NewOnesMustBeFrozenToo) {
  std::set<std::string_view> known;
  for (const Frozen& frozen : kFrozenAspects) known.insert(frozen.name);
  for (const AspectInfo& info : AllAspects()) {
    EXPECT_TRUE(known.count(info.name))
        << "append {\"" << info.name << "\", " << info.value
        << "} to frozen_aspects.inc";
  }
}

TEST(TargetAspects, AreFrozen) {
  for (const Frozen& frozen : kFrozenTargets) {
    EXPECT_EQ(TargetAspectName(frozen.value), frozen.name);
  }
  EXPECT_EQ(AllTargetAspects().size(), std::size(kFrozenTargets))
      << "append new targets to frozen_targets.inc";
}

TEST(TargetAspects, AreAscendingAndApartFromFeatures) {
  Aspect last = kFirstTargetAspect - 1;
  for (const TargetAspectInfo& info : AllTargetAspects()) {
    EXPECT_GT(info.value, last);
    EXPECT_TRUE(IsTargetAspect(info.value));
    EXPECT_EQ(AspectName(info.value), "");
    last = info.value;
  }
  for (const AspectInfo& info : AllAspects()) {
    EXPECT_FALSE(IsTargetAspect(info.value)) << info.name;
    EXPECT_FALSE(IsInternalAspect(info.value)) << info.name;
  }
}

TEST(AspectNames, CurrentNameWinsOverItsAlias) {
  EXPECT_EQ(AspectName(17), "usm_system_allocations");
  EXPECT_EQ(AspectByName("usm_system_allocator"), 17);
  EXPECT_EQ(AspectName(0), "host");
}

TEST(AspectNames, UnknownOnesAreEmpty) {
  EXPECT_EQ(AspectName(999), "");
  EXPECT_EQ(AspectName(-1), "");
  EXPECT_EQ(AspectByName(""), std::nullopt);
  EXPECT_EQ(AspectByName("FP64"), std::nullopt);
  EXPECT_EQ(TargetAspectName(999), "");
  EXPECT_EQ(TargetAspectName(2000000000), "");
}

TEST(AspectNames, GoBothWays) {
  for (const AspectInfo& info : AllAspects()) {
    std::string_view current =
        info.alias_of.empty() ? info.name : info.alias_of;
    EXPECT_EQ(AspectName(info.value), current);
    EXPECT_EQ(AspectByName(info.name), info.value);
  }
}

TEST(AspectSet, IsSortedAndUnique) {
  AspectSet set = {6, 5, 6, -3, 5};
  EXPECT_EQ(std::vector<Aspect>(set.begin(), set.end()),
            (std::vector<Aspect>{-3, 5, 6}));
  std::vector<Aspect> list = {9, 9, 1};
  EXPECT_EQ(AspectSet(list.begin(), list.end()), (AspectSet{1, 9}));
}

TEST(AspectSet, InsertAndEraseSayWhetherTheyDidAnything) {
  AspectSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.Insert(6));
  EXPECT_FALSE(set.Insert(6));
  EXPECT_TRUE(set.Contains(6));
  EXPECT_FALSE(set.Erase(5));
  EXPECT_TRUE(set.Erase(6));
  EXPECT_TRUE(set.empty());
}

TEST(AspectSet, ComparesByValue) {
  EXPECT_LT((AspectSet{5}), (AspectSet{5, 6}));
  EXPECT_LT((AspectSet{5, 6}), (AspectSet{6}));
  EXPECT_NE((AspectSet{5}), (AspectSet{6}));
}

// The operations against std::set, over many small random sets.
TEST(AspectSet, AlgebraAgreesWithPlainSets) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::set<Aspect> a, b;
    for (std::set<Aspect>* set : {&a, &b}) {
      for (unsigned i = random() % 6; i > 0; --i) {
        set->insert(static_cast<Aspect>(random() % 8) - 2);
      }
    }
    AspectSet left(a.begin(), a.end()), right(b.begin(), b.end());
    std::set<Aspect> both = a, common, only = a;
    both.insert(b.begin(), b.end());
    for (Aspect aspect : a) {
      if (b.count(aspect)) common.insert(aspect), only.erase(aspect);
    }
    EXPECT_EQ(left.Union(right), AspectSet(both.begin(), both.end()));
    EXPECT_EQ(left.Intersection(right),
              AspectSet(common.begin(), common.end()));
    EXPECT_EQ(left.Difference(right), AspectSet(only.begin(), only.end()));
    EXPECT_EQ(left.IsSubsetOf(right), only.empty());
    EXPECT_EQ(left == right, a == b);
  }
}

}  // namespace
}  // namespace facet
