// Tests of what orders accesses: barriers, commands.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/backends/cpu/checks/order/barrier_rounds.h"
#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {
namespace {

struct Rounds {
  std::vector<BarrierProblem> problems;
  std::vector<PassedBarrier> passed;
  BarrierRounds rounds{
      [this](const BarrierProblem& p) { problems.push_back(p); },
      [this](const PassedBarrier& p) { passed.push_back(p); }};
};

TEST(BarrierRoundsTest, AllOfAGroupPass) {
  Rounds r;
  facet_cpu_access barrier = {};
  r.rounds.Begin(4);
  for (int time = 0; time < 3; ++time)
    for (uint64_t item : {0, 1, 2, 3}) {
      EXPECT_EQ(r.passed.size(), static_cast<size_t>(time));
      r.rounds.Arrive(barrier, false, 2, item);
    }
  for (uint64_t item : {0, 1, 2, 3}) r.rounds.End(2, item);
  EXPECT_EQ(r.passed.size(), 3u);
  EXPECT_TRUE(r.problems.empty());
}

TEST(BarrierRoundsTest, WhoHasEndedDoesNotArrive) {
  Rounds r;
  facet_cpu_access barrier = {};
  r.rounds.Begin(3);
  r.rounds.Arrive(barrier, false, 8, 0);
  r.rounds.End(8, 1);
  r.rounds.Arrive(barrier, false, 8, 2);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(r.problems[0].arrived, 2u);
  EXPECT_EQ(r.problems[0].expected, 3u);
  EXPECT_EQ(r.problems[0].other, 1u);
  EXPECT_TRUE(r.problems[0].other_ended);
  EXPECT_EQ(r.passed.size(), 1u);
}

TEST(BarrierRoundsTest, PlacesTellBarriersApart) {
  const facet_cpu_place here = {"f", "a.cpp", 1, 2},
                        there = {"f", "a.cpp", 3, 2};
  facet_cpu_access a = {}, copy = {}, other = {};
  a.places = copy.places = &here;
  other.places = &there;
  a.place_count = copy.place_count = other.place_count = 1;
  Rounds r;
  r.rounds.Begin(2);
  r.rounds.Arrive(a, false, 2, 0);
  r.rounds.Arrive(copy, false, 2, 1);
  EXPECT_TRUE(r.problems.empty());
  r.rounds.Arrive(a, false, 2, 0);
  r.rounds.Arrive(other, false, 2, 1);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(r.problems[0].other_barrier, &a);
}

TEST(BarrierRoundsTest, SubGroupsPassAlone) {
  Rounds r;
  facet_cpu_access barrier = {}, of_group = {};
  r.rounds.Begin(5);  // the last sub-group has one
  for (uint64_t item : {0, 1, 4}) r.rounds.Arrive(barrier, true, 2, item);
  ASSERT_EQ(r.passed.size(), 2u);
  EXPECT_EQ(r.passed[1].first, 4u);
  r.rounds.Arrive(barrier, true, 2, 2);
  r.rounds.Arrive(of_group, false, 2, 3);  // not where its sub-group is
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_TRUE(r.problems[0].of_sub_group);
  EXPECT_FALSE(r.problems[0].other_ended);
}

TEST(CommandOrderTest, EventsOrderCommands) {
  const OrderNodePtr a = MakeOrderNode({}), b = MakeOrderNode({a}),
                     c = MakeOrderNode({b}), other = MakeOrderNode({a});
  EXPECT_TRUE(IsOrderedBefore(a, c));
  EXPECT_TRUE(IsOrderedBefore(a, a));
  EXPECT_FALSE(IsOrderedBefore(c, a));
  EXPECT_FALSE(IsOrderedBefore(b, other));
  EXPECT_FALSE(IsOrderedBefore(other, b));
  EXPECT_TRUE(IsOrderedBefore(nullptr, a));  // nobody observes it
}

TEST(CommandOrderTest, WaitsOrderWhatComesLater) {
  const OrderNodePtr a = MakeOrderNode({}), b = MakeOrderNode({a}),
                     before = MakeOrderNode({});
  NoteHostWait(b);
  const OrderNodePtr after = MakeOrderNode({});
  EXPECT_TRUE(IsOrderedBefore(a, after));
  EXPECT_TRUE(IsOrderedBefore(b, after));
  EXPECT_FALSE(IsOrderedBefore(a, before));
  EXPECT_FALSE(IsOrderedBefore(before, after));
}

TEST(CommandOrderTest, QueuesOrderCommands) {
  using After = QueueOrder::After;
  QueueOrder queue;
  const OrderNodePtr a = queue.Submit({}, After::kGiven),
                     b = queue.Submit({}, After::kGiven),
                     last = queue.Submit({}, After::kLast),
                     all = queue.Submit({}, After::kAll);
  EXPECT_FALSE(IsOrderedBefore(a, b));
  EXPECT_FALSE(IsOrderedBefore(a, last));
  EXPECT_TRUE(IsOrderedBefore(b, last));
  EXPECT_TRUE(IsOrderedBefore(a, all));
  queue.NoteHostWait();
  EXPECT_TRUE(IsOrderedBefore(a, MakeOrderNode({})));
}

TEST(CommandOrderTest, ChainsMayBeLong) {
  QueueOrder queue;
  const OrderNodePtr first = queue.Submit({}, QueueOrder::After::kLast);
  OrderNodePtr last;
  for (int i = 0; i < 300000; ++i)
    last = queue.Submit({}, QueueOrder::After::kLast);
  EXPECT_TRUE(IsOrderedBefore(first, last));
}

}  // namespace
}  // namespace facet
