// Every mistake in a device configuration file, word for word.

#include <string>

#include "config/device_config/device_config.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

std::string ErrorOf(std::string_view text) {
  absl::StatusOr<DeviceConfig> config = DeviceConfig::Parse(text, "t.toml");
  return config.ok() ? "no error" : std::string(config.status().message());
}

// A good target whose line 2 is its name; `line` is line 7.
std::string With(const std::string& line) {
  return "[[target]]\nname = \"a\"\ntarget_aspect = 5000\naspects = []\n"
         "sub_group_sizes = [8]\naot_toolchain = \"ocloc\"\n" +
         line + "\n";
}

TEST(ConfigErrors, GoodOne) { EXPECT_EQ(ErrorOf(With("")), "no error"); }

TEST(ConfigErrors, Syntax) {
  std::string error = ErrorOf("[[target]]\nname = \"a\nx = 1\n");
  EXPECT_EQ(error.substr(0, 12), "t.toml:2:10:");
  EXPECT_NE(error.find(" error: "), std::string::npos) << error;
  EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  EXPECT_EQ(ErrorOf("a = 1\na = 2\n").substr(0, 9), "t.toml:2:");
}

TEST(ConfigErrors, UnknownKey) {
  EXPECT_EQ(ErrorOf(With("sub_group_size = 8")),
            "t.toml:7:1: error: unknown key 'sub_group_size' in target; did "
            "you mean 'sub_group_sizes'?");
  EXPECT_EQ(ErrorOf("[[targets]]\nname = \"a\"\n"),
            "t.toml:1:3: error: unknown key 'targets'; did you mean "
            "'target'?");
}

TEST(ConfigErrors, UnknownAspect) {
  EXPECT_EQ(ErrorOf("[aspect_sets]\ns = [\"gpu\", \"fp46\"]\n"),
            "t.toml:2:13: error: unknown aspect 'fp46'; did you mean 'fp16'?");
  EXPECT_EQ(ErrorOf("[[target]]\nname = \"a\"\ntarget_aspect = 5000\n"
                    "aspects = [\"gpu\",\n  \"atomics64\"]\n"
                    "sub_group_sizes = []\naot_toolchain = \"ocloc\"\n"),
            "t.toml:5:3: error: unknown aspect 'atomics64'; did you mean "
            "'atomic64'?");
}

TEST(ConfigErrors, UnknownAspectSet) {
  EXPECT_EQ(ErrorOf(With("aspect_sets = [\"x\"]")),
            "t.toml:7:16: error: unknown aspect set 'x'");
  EXPECT_EQ(
      ErrorOf("[aspect_sets]\nall = []\n" + With("aspect_sets = [\"al\"]")),
      "t.toml:9:16: error: unknown aspect set 'al'; did you mean "
      "'all'?");
}

TEST(ConfigErrors, UnknownArchitecture) {
  EXPECT_EQ(ErrorOf(With("architecture = \"intel_gpu_pvx\"")),
            "t.toml:7:16: error: unknown architecture 'intel_gpu_pvx'; did you "
            "mean 'intel_gpu_pvc'?");
}

TEST(ConfigErrors, UnknownToolchain) {
  EXPECT_EQ(ErrorOf("[[target]]\nname = \"a\"\ntarget_aspect = 5000\n"
                    "aspects = []\nsub_group_sizes = []\n"
                    "aot_toolchain = \"oclock\"\n"),
            "t.toml:6:17: error: unknown AOT tool chain 'oclock'; did you mean "
            "'ocloc'?");
}

TEST(ConfigErrors, MissingKeys) {
  EXPECT_EQ(ErrorOf("\n[[target]]\n"),
            "t.toml:2:1: error: target without 'name'\n"
            "t.toml:2:1: error: target without 'target_aspect'\n"
            "t.toml:2:1: error: target without 'aspects'\n"
            "t.toml:2:1: error: target without 'sub_group_sizes'\n"
            "t.toml:2:1: error: target without 'aot_toolchain'");
}

TEST(ConfigErrors, WrongTypes) {
  EXPECT_EQ(ErrorOf(With("aot_device = 8")),
            "t.toml:7:14: error: 'aot_device' must be a string");
  EXPECT_EQ(ErrorOf(With("local_memory_size = \"8\"")),
            "t.toml:7:21: error: 'local_memory_size' must be an integer");
  EXPECT_EQ(ErrorOf(With("may_support_other_aspects = 1")),
            "t.toml:7:29: error: 'may_support_other_aspects' must be true or "
            "false");
  EXPECT_EQ(ErrorOf(With("aliases = \"b\"")),
            "t.toml:7:11: error: 'aliases' must be a list of strings");
  EXPECT_EQ(ErrorOf(With("covers = [\"b\", 1]")),
            "t.toml:7:16: error: 'covers' must be a list of strings");
  EXPECT_EQ(ErrorOf(With("max_work_item_sizes = [1, true, 1]")).substr(0, 55),
            "t.toml:7:23: error: 'max_work_item_sizes' must be three");
  EXPECT_EQ(ErrorOf("target = 1\n"),
            "t.toml:1:10: error: 'target' must be written as [[target]]");
  EXPECT_EQ(ErrorOf("[target]\nname = \"a\"\n"),
            "t.toml:1:1: error: 'target' must be written as [[target]]");
  EXPECT_EQ(ErrorOf("aspect_sets = 1\n"),
            "t.toml:1:15: error: 'aspect_sets' must be a table");
}

TEST(ConfigErrors, Numbers) {
  EXPECT_EQ(ErrorOf(With("max_work_group_size = -1")),
            "t.toml:7:23: error: 'max_work_group_size' must be between 0 and "
            "8192, not -1");
  EXPECT_EQ(ErrorOf(With("max_work_item_sizes = [1, 1]")),
            "t.toml:7:23: error: 'max_work_item_sizes' must be three numbers, "
            "the last for the fastest dimension");
  EXPECT_EQ(ErrorOf("[[target]]\nname = \"a\"\ntarget_aspect = 6\n"
                    "aspects = []\nsub_group_sizes = []\n"
                    "aot_toolchain = \"ocloc\"\n"),
            "t.toml:3:17: error: 'target_aspect' must be between 1000 and "
            "2147483647, not 6");
}

TEST(ConfigErrors, ImpossibleSubGroupSizes) {
  EXPECT_EQ(ErrorOf("[[target]]\nname = \"a\"\ntarget_aspect = 5000\n"
                    "aspects = []\naot_toolchain = \"ocloc\"\n"
                    "sub_group_sizes = [0, 8, 12, 128, 256, -8]\n"),
            "t.toml:6:20: error: impossible sub-group size 0; it must be a "
            "power of two up to 128\n"
            "t.toml:6:26: error: impossible sub-group size 12; it must be a "
            "power of two up to 128\n"
            "t.toml:6:35: error: impossible sub-group size 256; it must be a "
            "power of two up to 128\n"
            "t.toml:6:40: error: impossible sub-group size -8; it must be a "
            "power of two up to 128");
}

TEST(ConfigErrors, Names) {
  EXPECT_EQ(ErrorOf(With("aliases = [\"a-b\"]")),
            "t.toml:7:12: error: target names are letters, digits and '_', not "
            "'a-b'");
  EXPECT_EQ(ErrorOf(With("aliases = [\"../x\"]")),
            "t.toml:7:12: error: target names are letters, digits and '_', not "
            "'../x'");
  EXPECT_EQ(ErrorOf(With("aliases = [\"emu_a\"]")),
            "t.toml:7:12: error: emulated targets, and no others, have names "
            "with 'emu_' in front, unlike 'emu_a'");
  EXPECT_EQ(ErrorOf(With("emulated = true")),
            "t.toml:2:8: error: emulated targets, and no others, have names "
            "with 'emu_' in front, unlike 'a'");
}

TEST(ConfigErrors, Duplicates) {
  std::string other = With("");
  EXPECT_EQ(ErrorOf(With("") + "[[target]]\nname = \"a\"\n"
                               "target_aspect = 5001\naspects = []\n"
                               "sub_group_sizes = []\n"
                               "aot_toolchain = \"ocloc\"\n"),
            "t.toml:9:8: error: duplicate target name or alias 'a', already "
            "defined at t.toml:2:8");
  EXPECT_EQ(ErrorOf(With("aliases = [\"b\", \"b\"]")),
            "t.toml:7:17: error: duplicate target name or alias 'b', already "
            "defined at t.toml:7:12");
  EXPECT_EQ(ErrorOf(With("") + "[[target]]\nname = \"b\"\naliases = [\"a\"]\n"
                               "target_aspect = 5000\naspects = []\n"
                               "sub_group_sizes = []\n"
                               "aot_toolchain = \"ocloc\"\n"),
            "t.toml:10:12: error: duplicate target name or alias 'a', already "
            "defined at t.toml:2:8\n"
            "t.toml:11:17: error: target aspect 5000 is already used at "
            "t.toml:3:17");
}

TEST(ConfigErrors, RelationsWaitForGoodEntries) {
  EXPECT_EQ(ErrorOf(With("aliases = [\"a\"]\nx = 1")),
            "t.toml:8:1: error: unknown key 'x' in target; did you mean "
            "'name'?");
}

}  // namespace
}  // namespace facet
