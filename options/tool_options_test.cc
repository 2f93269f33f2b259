// Command lines as users write them, and what --help lists.

#include "options/tool_options.h"

#include <gtest/gtest.h>

#define FACET_OPTIONS "options/post_link.inc"
#include "options/define_table.inc"

namespace facet {
namespace {

using Strings = std::vector<std::string>;

/// The message, or "".
std::string parse(std::vector<const char *> Words, ToolOptions &Options) {
  Words.insert(Words.begin(), "tool");
  return llvm::toString(Options.parse(Words.size(), Words.data()));
}

std::string messageOf(std::vector<const char *> Words) {
  ToolOptions Options(optionTable());
  return parse(std::move(Words), Options);
}

TEST(ToolOptions, AllSpellings) {
  ToolOptions Options(optionTable());
  EXPECT_EQ(parse({"--symbols", "-o", "out", "--o", "a", "-o=b,c", "--o=a=b",
                   "-split=off", "--split", "kernel", "-", "in", ""},
                  Options),
            "");
  EXPECT_TRUE(Options.has(OPT_symbols));
  EXPECT_FALSE(Options.has(OPT_properties));
  EXPECT_EQ(Options.values(OPT_o), (Strings{"out", "a", "b,c", "a=b"}));
  EXPECT_EQ(Options.value(OPT_split), "kernel");
  EXPECT_EQ(Options.value(OPT_exports, "all"), "all");
  EXPECT_EQ(Options.inputs().vec(), (Strings{"-", "in", ""}));
}

TEST(ToolOptions, AValueMayLookLikeAnOption) {
  ToolOptions Options(optionTable());
  EXPECT_EQ(parse({"-o", "-symbols"}, Options), "");
  EXPECT_EQ(Options.value(OPT_o), "-symbols");
  EXPECT_FALSE(Options.has(OPT_symbols));
}

TEST(ToolOptions, Errors) {
  EXPECT_EQ(messageOf({"-bogus"}), "unknown option '-bogus'");
  EXPECT_EQ(messageOf({"-o"}), "option '-o' needs a value");
  EXPECT_EQ(messageOf({"-symbols=1"}), "option '-symbols' takes no value");
  EXPECT_EQ(messageOf({"-split=often"}),
            "invalid value 'often' of option '-split'; expected auto, source, "
            "per_source, kernel, per_kernel, off or none");
  EXPECT_EQ(messageOf({"--split", ""}), messageOf({"-split="}));
  EXPECT_NE(messageOf({"-split="}), "");
}

TEST(ToolOptions, SuggestionsForSlips) {
  EXPECT_EQ(messageOf({"-propertys"}),
            "unknown option '-propertys'; did you mean '-properties'?");
  EXPECT_EQ(messageOf({"--module-dir=a"}),
            "unknown option '--module-dir=a'; did you mean '--modules-dir=a'?");
  EXPECT_EQ(messageOf({"-z"}), "unknown option '-z'");
}

TEST(ToolOptions, OtherWarningsHaveNoEffect) {
  ToolOptions Options(optionTable());
  EXPECT_EQ(parse({"-Wall", "-Werror", "-Wno-sycl-aspects"}, Options), "");
  EXPECT_EQ(Options.spellings()[2], "-Wno-sycl-aspects");
}

TEST(ToolOptions, HelpAndVersion) {
  for (const char *Word : {"-h", "--h", "-help", "--help"}) {
    ToolOptions Options(optionTable());
    EXPECT_EQ(parse({Word}, Options), "");
    EXPECT_TRUE(Options.informationRequested()) << Word;
    EXPECT_FALSE(Options.versionRequested()) << Word;
  }
  ToolOptions Options(optionTable());
  EXPECT_EQ(parse({"-version"}, Options), "");
  EXPECT_TRUE(Options.versionRequested());
}

TEST(HelpText, GroupsAndLines) {
  std::string Text = helpText("usage: tool", optionTable());
  EXPECT_EQ(Text.find("usage: tool\n\n"), 0u);
  EXPECT_NE(Text.find("\n\nOutputs:\n"), std::string::npos) << Text;
  EXPECT_NE(Text.find("\n  -symbols                "), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("\n  -o=[TARGET,]FILE        "), std::string::npos)
      << Text;
  EXPECT_EQ(Text.find("--symbols"), std::string::npos) << Text;
  EXPECT_NE(Text.back(), '\n');
}

} // namespace
} // namespace facet
