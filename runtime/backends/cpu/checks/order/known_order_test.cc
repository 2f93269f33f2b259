#include "runtime/backends/cpu/checks/order/known_order.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

TEST(KnownOrderTest, FollowsFromACommandInBetween) {
  KnownOrder order;
  const OrderNodePtr first = MakeOrderNode({}), second = MakeOrderNode({first}),
                     other = MakeOrderNode({});
  EXPECT_FALSE(order.ComesAfter({100, 200}, first)) << "not known";
  order.Set({100, 200}, first);
  EXPECT_TRUE(order.ComesAfter({100, 200}, first));
  EXPECT_TRUE(order.ComesAfter({120, 130}, second));
  EXPECT_FALSE(order.ComesAfter({100, 200}, other));
  EXPECT_FALSE(order.ComesAfter({99, 101}, second));
  EXPECT_FALSE(order.ComesAfter({199, 201}, second));
  EXPECT_FALSE(order.ComesAfter({200, 201}, second));
  NoteHostWait(first);
  EXPECT_TRUE(order.ComesAfter({100, 200}, MakeOrderNode({})));
}

TEST(KnownOrderTest, TheLaterCommandCounts) {
  KnownOrder order;
  const OrderNodePtr first = MakeOrderNode({}), second = MakeOrderNode({first}),
                     beside = MakeOrderNode({first});
  order.Set({100, 200}, first);
  EXPECT_TRUE(order.ComesAfter({100, 200}, beside));
  order.Set({150, 160}, second);
  EXPECT_FALSE(order.ComesAfter({150, 160}, beside));
  EXPECT_FALSE(order.ComesAfter({100, 110}, beside)) << "may be forgotten";
  EXPECT_TRUE(order.ComesAfter({150, 160}, second));
}

TEST(KnownOrderTest, IsForgotten) {
  KnownOrder order;
  const OrderNodePtr command = MakeOrderNode({});
  for (const AddressRange other :
       {AddressRange{0, 101}, {199, 300}, {120, 121}, {0, 300}}) {
    order.Set({100, 200}, command);
    order.Forget({0, 100});
    order.Forget({200, 300});
    EXPECT_TRUE(order.ComesAfter({100, 200}, command));
    order.Forget(other);
    EXPECT_FALSE(order.ComesAfter({150, 151}, command));
  }
  order.Set({100, 200}, command);
  order.ForgetAll();
  EXPECT_FALSE(order.ComesAfter({100, 200}, command));
}

TEST(KnownOrderTest, IsForgottenAccessByAccess) {
  KnownOrder order;
  const OrderNodePtr command = MakeOrderNode({});
  KnownOrder::Gap gap;
  order.Set({100, 200}, command);
  order.Set({300, 400}, command);
  order.ForgetAround({250, 260}, &gap);
  EXPECT_EQ(gap.range.begin, 200);
  EXPECT_EQ(gap.range.end, 300);
  EXPECT_TRUE(order.ComesAfter({100, 200}, command));
  order.ForgetAround({199, 201}, &gap);
  EXPECT_FALSE(order.ComesAfter({100, 110}, command));
  EXPECT_TRUE(order.ComesAfter({300, 400}, command));
  order.ForgetAround({0, 8}, &gap);
  order.Set({100, 200}, command);  // what is set anew is no gap
  order.ForgetAround({100, 108}, &gap);
  EXPECT_FALSE(order.ComesAfter({100, 200}, command));
  EXPECT_TRUE(order.ComesAfter({300, 400}, command));
  order.ForgetAround({296, 304}, &gap);
  EXPECT_FALSE(order.ComesAfter({300, 400}, command));
  EXPECT_EQ(gap.range.begin, INT64_MIN);
  EXPECT_EQ(gap.range.end, INT64_MAX);
}

TEST(KnownOrderTest, NobodysCommandTellsNothing) {
  KnownOrder order;
  order.Set({100, 200}, MakeOrderNode({}));
  order.Set({100, 200}, nullptr);
  EXPECT_FALSE(order.ComesAfter({100, 200}, MakeOrderNode({})));
}

}  // namespace
}  // namespace facet
