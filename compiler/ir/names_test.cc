#include "compiler/ir/names.h"

#include "gtest/gtest.h"

namespace facet {
namespace {

TEST(NamesTest, Functions) {
  EXPECT_EQ(nameForUser("_ZN2ns3fooEi"), "ns::foo");
  EXPECT_EQ(nameForUser("_Z3foov"), "foo");
  EXPECT_EQ(nameForUser("foo"), "foo");
  EXPECT_EQ(nameForUser("_Z"), "_Z");
}

TEST(NamesTest, Kernels) { EXPECT_EQ(nameForUser("_ZTSN2ns1KE"), "ns::K"); }

} // namespace
} // namespace facet
