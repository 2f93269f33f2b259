// The registered families: what must differ does, and builds know the same ones.

#include "targets/families.h"

#include <set>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace facet {
namespace {

// As targets/families.bzl: "amdgcn:lld;nvptx:ptxas;…", sorted by name.
std::string Registered() {
  std::set<std::string> lines;
  for (const TargetFamily* family : Families()) {
    std::string line = std::string(family->name) + ":";
    for (const FinishingTool& tool : family->tools) {
      line += line.back() == ':' ? "" : ",";
      line += tool.name;
    }
    lines.insert(line);
  }
  std::ostringstream all;
  for (const std::string& line : lines) all << line << ';';
  return all.str();
}

TEST(Families, BuildsKnowTheSameWithTheSameTools) { EXPECT_EQ(Registered(), FACET_BUILD_FAMILIES ";"); }

TEST(Families, NamesDiffer) {
  std::set<std::string_view> names;
  for (const TargetFamily* family : Families()) {
    EXPECT_TRUE(names.insert(family->name).second) << family->name;
    EXPECT_EQ(FindFamily(family->name), family);
  }
  EXPECT_EQ(FindFamily("toy"), nullptr);
}

// A format that two families share is the same one.
TEST(Families, NumbersAndNamesOfFormatsBelongTogether) {
  for (const TargetFamily* family : Families()) {
    ASSERT_FALSE(family->formats.empty()) << family->name;
    for (const ImageFormat& format : family->formats) {
      const ImageFormat* found = FindImageFormat(format.number);
      ASSERT_NE(found, nullptr) << format.title;
      EXPECT_EQ(found->name, format.name);
      EXPECT_EQ(found->recognizes, format.recognizes) << format.title;
    }
  }
  EXPECT_EQ(FindImageFormat(0), nullptr);
}

TEST(Families, KnowsOptionsOfOtherTools) {
  const auto foreign = [](std::string_view option, std::string_view family) {
    return IsForeignOption(option, *FindFamily(family));
  };
  for (const char* of_drivers : {"-cl-opt-disable", "-ze-opt-level=0"}) {
    for (const char* family : {"nvptx", "amdgcn", "x86_64"})
      EXPECT_TRUE(foreign(of_drivers, family)) << family;
    for (const char* family : {"spirv", "ocloc"})
      EXPECT_FALSE(foreign(of_drivers, family)) << family;
  }
  EXPECT_FALSE(foreign("-options", "ocloc"));
  EXPECT_TRUE(foreign("-options", "spirv"));
  for (const TargetFamily* family : Families()) {
    EXPECT_EQ(foreign("--maxrregcount=32", family->name),
              family->name != "nvptx")
        << family->name;
    EXPECT_EQ(foreign("--barriers=coroutines", family->name),
              family->name != "x86_64")
        << family->name;
    EXPECT_EQ(foreign("-march=avx512", family->name),
              family->name != "x86_64")
        << family->name;
    EXPECT_FALSE(foreign("-O1", family->name)) << family->name;
  }
}

// A prefix of another one would make `--offload-arch=` ambiguous.
TEST(Families, PrefixesOfProcessorsDiffer) {
  for (const TargetFamily* a : Families()) {
    for (const TargetFamily* b : Families()) {
      std::string_view prefix = a->names.processor_prefix;
      if (a == b || prefix.empty()) continue;
      EXPECT_NE(b->names.processor_prefix.substr(0, prefix.size()), prefix) << a->name << " and " << b->name;
    }
  }
}

}  // namespace
}  // namespace facet
