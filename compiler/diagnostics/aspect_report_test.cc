// The report has the specification's text.

#include "compiler/diagnostics/aspect_report.h"

#include "gtest/gtest.h"

namespace facet {
namespace {

TEST(AspectReportTest, WithoutLocations) {
  AspectUse Finding;
  Finding.Function = "foo";
  Finding.AspectName = "fp64";
  Finding.Chain = {{"foo", {}}, {"bar", {}}, {"boo", {}}};
  EXPECT_EQ(undeclaredAspectText(Finding),
            "function 'foo' uses aspect 'fp64' not listed in "
            "'sycl::device_has'\n"
            "use is from this call chain:\n  foo()\n  bar()\n  boo()\n"
            "compile with '-g' to get source location");
}

TEST(AspectReportTest, WithLocations) {
  AspectUse Finding;
  Finding.Function = "foo";
  Finding.AspectName = "fp64";
  Finding.Use = {"hw.cpp", 27, 4};
  Finding.Chain = {{"foo", {}}, {"bar", {"hw.cpp", 15, 3}}};
  EXPECT_EQ(undeclaredAspectText(Finding),
            "hw.cpp:27:4: function 'foo' uses aspect 'fp64' not listed in "
            "'sycl::device_has'\n"
            "use is from this call chain:\n  foo()\n  bar() hw.cpp:15:3");
}

TEST(AspectReportTest, ConditionsOfCalls) {
  AspectUse Finding;
  Finding.Function = "foo";
  Finding.AspectName = "fp64";
  Finding.Chain = {{"foo", {}}, {"bar", {"hw.cpp", 15, 3}, "fp16 && !gpu"}};
  EXPECT_EQ(callChainText(Finding, /*IsLocated=*/true),
            "use is from this call chain:\n  foo()\n"
            "  bar() hw.cpp:15:3 if fp16 && !gpu");
}

TEST(AspectReportTest, LongChainsAreShortened) {
  AspectUse Finding;
  Finding.Function = "first";
  Finding.AspectName = "fp64";
  Finding.Use = {"hw.cpp", 27, 4};
  Finding.Omitted = 99;
  Finding.Chain = {{"first", {}}, {"second", {}}, {"last", {"hw.cpp", 15, 3}}};
  EXPECT_EQ(callChainText(Finding, /*IsLocated=*/true),
            "use is from this call chain:\n  first()\n  second()\n"
            "  (99 more calls)\n  last() hw.cpp:15:3");
}

} // namespace
} // namespace facet
