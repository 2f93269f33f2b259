#include "config/checks/checks.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

TEST(ChecksTest, ListsAreReadInAnyOrder) {
  std::string unknown;
  const auto checks = ParseChecks("races,memory", &unknown);
  ASSERT_TRUE(checks);
  EXPECT_TRUE(checks->races && checks->memory);
  EXPECT_FALSE(checks->barriers);
  EXPECT_EQ(checks->ToString(), "memory,races");
  EXPECT_EQ(ChecksNamed("races,memory"), checks);
}

TEST(ChecksTest, AllIsEachOfThem) {
  std::string unknown;
  const auto all = ParseChecks("all", &unknown);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->ToString(), "memory,uninitialized,races,barriers");
  EXPECT_EQ(ParseChecks(all->ToString(), &unknown), all);
  EXPECT_EQ(ParseChecks("barriers,all", &unknown), all);
}

TEST(ChecksTest, BitsAreTheSameSet) {
  for (uint32_t bits = 0; bits < 16; ++bits)
    EXPECT_EQ(Checks::FromBits(bits).ToBits(), bits);
  EXPECT_EQ(Checks::FromBits(2), Checks{.uninitialized = true});
  EXPECT_EQ(Checks::FromBits(~uint32_t{0}).ToBits(), 15u);
}

TEST(ChecksTest, OtherTextIsNone) {
  for (const auto& [text, part] : {std::pair{"", ""},
                                   {"memory,", ""},
                                   {"memory,race", "race"},
                                   {"Memory", "Memory"},
                                   {",memory", ""},
                                   {"all,none", "none"}}) {
    std::string unknown = "?";
    EXPECT_FALSE(ParseChecks(text, &unknown)) << text;
    EXPECT_EQ(unknown, part) << text;
    EXPECT_FALSE(ChecksNamed(text).Any()) << text;
  }
}

TEST(ChecksTest, NoneIsEmpty) {
  EXPECT_FALSE(Checks().Any());
  EXPECT_EQ(Checks().ToString(), "");
}

}  // namespace
}  // namespace facet
