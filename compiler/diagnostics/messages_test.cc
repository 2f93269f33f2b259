// Every message is well-formed; the report has the specification's text.

#include "compiler/diagnostics/messages.h"

#include "compiler/diagnostics/aspect_report.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

TEST(MessagesTest, NamesSayTheSeverity) {
  for (Message M : allMessages()) {
    llvm::StringRef Prefix = severityOf(M) == Severity::Error     ? "err_"
                             : severityOf(M) == Severity::Warning ? "warn_"
                                                                  : "note_";
    EXPECT_TRUE(nameOf(M).starts_with(Prefix)) << nameOf(M).str();
  }
}

TEST(MessagesTest, ArgumentsAreNumberedWithoutGaps) {
  for (Message M : allMessages()) {
    std::vector<std::string> Arguments;
    for (unsigned I = 0; I < argumentCountOf(M); ++I)
      Arguments.push_back("<arg" + std::to_string(I) + ">");
    std::string Text = textOf(M, Arguments);
    for (const std::string &Argument : Arguments)
      EXPECT_NE(Text.find(Argument), std::string::npos) << nameOf(M).str();
    EXPECT_EQ(Text.find('{'), std::string::npos) << nameOf(M).str();
    EXPECT_NE(Text.back(), '.') << nameOf(M).str();
  }
}

TEST(MessagesTest, TextsAreUnique) {
  llvm::StringSet<> Seen;
  for (Message M : allMessages())
    EXPECT_TRUE(Seen.insert(textOf(M)).second) << nameOf(M).str();
}

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
