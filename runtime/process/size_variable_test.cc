#include "runtime/process/size_variable.h"

#include "gtest/gtest.h"

namespace facet {
namespace {

TEST(Sizes, Parse) {
  EXPECT_EQ(ParseSize("4096"), 4096u);
  EXPECT_EQ(ParseSize("2K"), 2048u);
  EXPECT_EQ(ParseSize("3M"), 3u << 20);
  EXPECT_EQ(ParseSize("1G"), 1u << 30);
  for (const char* bad : {"", "K", "-1", "1T", "1 M", "99999999999999999999",
                          "99999999999999G"})
    EXPECT_FALSE(ParseSize(bad)) << bad;
}

TEST(Sizes, OfVariables) {
  std::once_flag told;
  EXPECT_FALSE(SizeOfVariable("NONE", nullptr, told));
  EXPECT_FALSE(SizeOfVariable("NONE", "", told));
  EXPECT_EQ(SizeOfVariable("NONE", "0", told), 0u);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(SizeOfVariable("SOME", "much", told));
  EXPECT_FALSE(SizeOfVariable("SOME", "more", told));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "sycl: warning: SOME: 'much' is no size such as 200M: it is "
            "ignored\n");
}

}  // namespace
}  // namespace facet
