#include "config/text/utf8.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

TEST(Utf8Test, WhatIsUtf8Stays) {
  for (const char* text : {"", "plain", "Gr\xc3\xb6\xc3\x9f" "e", "\xe2\x82\xac\xf0\x9f\x98\x80"})
    EXPECT_EQ(AsUtf8(text), text);
}

TEST(Utf8Test, BytesThatAreNotAreLatin1) {
  EXPECT_EQ(AsUtf8("e\xae"), "e\xc2\xae");
  EXPECT_EQ(AsUtf8("\xc3"), "\xc3\x83");              // cut off
  EXPECT_EQ(AsUtf8("\xc0\x80"), "\xc3\x80\xc2\x80");  // longer than needed
  EXPECT_EQ(AsUtf8("\xed\xa0\x80").size(), 6u);       // a surrogate
  EXPECT_EQ(AsUtf8("\xf4\x90\x80\x80").size(), 8u);   // beyond the last
}

// Whatever comes in, what comes out is unchanged by another conversion.
TEST(Utf8Test, AnyTwoBytes) {
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const char bytes[] = {static_cast<char>(first), static_cast<char>(second)};
      const std::string once = AsUtf8({bytes, 2});
      EXPECT_EQ(AsUtf8(once), once);
    }
}

}  // namespace
}  // namespace facet
