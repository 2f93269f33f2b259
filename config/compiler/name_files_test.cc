// Reading aspects.toml and architectures.toml, and what is wrong with them.

#include "config/compiler/name_files.h"

#include <string>

#include "gtest/gtest.h"

namespace facet {
namespace {

std::string AspectError(std::string_view text) {
  auto entries = ParseAspectFile(text, "a.toml");
  return entries.ok() ? "no error" : std::string(entries.status().message());
}

std::string ArchitectureError(std::string_view text) {
  auto entries = ParseArchitectureFile(text, "a.toml");
  return entries.ok() ? "no error" : std::string(entries.status().message());
}

TEST(AspectFile, GivesEntriesInOrder) {
  auto entries = ParseAspectFile(
      "[[aspect]]\nname = \"old\"\nvalue = 7\nalias_of = \"seven\"\n"
      "deprecated = \"use seven\"\n"
      "[[aspect]]\nname = \"seven\"\nvalue = 7\n"
      "[[aspect]]\nname = \"one\"\nvalue = 1\ndeprecated = \"gone\"\n",
      "a.toml");
  ASSERT_TRUE(entries.ok()) << entries.status();
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0].name, "one");
  EXPECT_EQ((*entries)[0].deprecated, "gone");
  EXPECT_EQ((*entries)[1].name, "seven");
  EXPECT_EQ((*entries)[2].name, "old");
  EXPECT_EQ((*entries)[2].alias_of, "seven");
}

TEST(AspectFile, Errors) {
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a\"\nvalue = 1\n"
                        "[[aspect]]\nname = \"a\"\nvalue = 2\n"),
            "a.toml:5:8: error: duplicate name 'a', already defined at "
            "a.toml:2:8");
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a\"\nvalue = 1\n"
                        "[[aspect]]\nname = \"b\"\nvalue = 1\n"),
            "a.toml:6:9: error: value 1 is already used at a.toml:3:9");
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a\"\n"),
            "a.toml:1:1: error: aspect without 'value'");
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a b\"\nvalue = 1\n"),
            "a.toml:2:8: error: 'a b' is not a C++ identifier");
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a\"\nvalue = 1000\n"),
            "a.toml:3:9: error: 'value' must be between 0 and 999, not 1000");
  EXPECT_EQ(AspectError("[[aspect]]\nname = \"a\"\nvalue = 1\n"
                        "alias_of = \"b\"\n"),
            "a.toml:1:1: error: 'a' is an alias of 'b', which has no such "
            "value\na.toml:4:12: error: an alias must be 'deprecated'");
  EXPECT_EQ(AspectError("[[aspekt]]\nname = \"a\"\n"),
            "a.toml:1:3: error: unknown key 'aspekt'; did you mean 'aspect'?");
}

TEST(ArchitectureFile, Errors) {
  EXPECT_EQ(ArchitectureError("[[architecture]]\nname = \"a\"\n"
                              "id = \"0x12\"\naliases = [\"b\", \"a\"]\n"),
            "a.toml:4:17: error: duplicate name 'a', already defined at "
            "a.toml:2:8");
  for (const char* id : {"12", "0x", "0xg", "0x12345678123456789", "0x1 "}) {
    EXPECT_EQ(ArchitectureError("[[architecture]]\nname = \"a\"\nid = \"" +
                                std::string(id) + "\"\n"),
              "a.toml:3:6: error: 'id' must be 0x and up to 16 hexadecimal "
              "digits");
  }
  EXPECT_EQ(
      ArchitectureError("[[architecture]]\nname = \"a\"\nid = \"0x1\"\n"
                        "[[architecture]]\nname = \"b\"\nid = \"0x01\"\n"),
      "a.toml:6:6: error: id 0x01 is already used at a.toml:3:6");
}

}  // namespace
}  // namespace facet
