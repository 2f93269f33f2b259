// Look-up, emulation, merging, slices and macros; the errors have a test of
// their own (device_config_errors_test.cc), the built-in targets too
// (config/targets).

#include "config/device_config/device_config.h"

#include <string>
#include <vector>

#include "config/device_config/edit_distance.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

constexpr char kTwo[] = R"(
[aspect_sets]
common = ["gpu", "fp16"]

[[target]]
name = "big"
aliases = ["intel_big", "grand"]
architecture = "intel_gpu_12_60_7"
target_aspect = 100000
aspect_sets = ["common"]
aspects = ["fp64"]
sub_group_sizes = [32, 16, 32]
max_work_group_size = 1024
max_work_item_sizes = [64, 1024, 1024]
local_memory_size = 65536
aot_toolchain = "ocloc"
aot_device = "pvc"
aot_options = ["-x", "a \"b\""]

[[target]]
name = "jit"
target_aspect = 100001
aspects = []
may_support_other_aspects = true
sub_group_sizes = []
aot_toolchain = "spirv"
)";

DeviceConfig Parse(std::string_view text, std::string_view file = "t.toml") {
  absl::StatusOr<DeviceConfig> config = DeviceConfig::Parse(text, file);
  EXPECT_TRUE(config.ok()) << config.status();
  return config.ok() ? *config : DeviceConfig();
}

std::string Target(const std::string& name, int aspect,
                   const std::string& more = "") {
  return "[[target]]\nname = \"" + name +
         "\"\ntarget_aspect = " + std::to_string(aspect) +
         "\naspects = []\nsub_group_sizes = [8]\naot_toolchain = \"ocloc\"\n" +
         more;
}

TEST(Parse, ReadsEveryField) {
  DeviceConfig config = Parse(kTwo);
  const TargetDescription* big = config.Find("big");
  ASSERT_NE(big, nullptr);
  EXPECT_EQ(big->aliases, (std::vector<std::string>{"grand", "intel_big"}));
  EXPECT_EQ(big->architecture, "intel_gpu_pvc");
  EXPECT_EQ(big->architecture_id, 0x000000030f000700u);
  EXPECT_EQ(big->target_aspect, 100000);
  EXPECT_EQ(big->aspects, (AspectSet{2, 5, 6}));
  EXPECT_FALSE(big->may_support_other_aspects);
  EXPECT_EQ(big->sub_group_sizes, (std::vector<std::uint32_t>{16, 32}));
  EXPECT_EQ(big->limits.max_work_group_size, 1024u);
  EXPECT_EQ(big->limits.max_work_item_sizes[0], 64u);
  EXPECT_EQ(big->limits.max_work_item_sizes[2], 1024u);
  EXPECT_EQ(big->limits.local_memory_size, 65536u);
  EXPECT_EQ(big->aot_toolchain, "ocloc");
  EXPECT_EQ(big->aot_device, "pvc");
  EXPECT_EQ(big->aot_options, (std::vector<std::string>{"-x", "a \"b\""}));
  EXPECT_FALSE(big->emulated);
  EXPECT_EQ(config.Names(), (std::vector<std::string>{"big", "jit"}));
  EXPECT_EQ(config.Find("jit")->architecture, "unknown");
}

TEST(Parse, NothingIsAConfiguration) { EXPECT_TRUE(Parse("").Names().empty()); }

TEST(Find, ByNameAndAlias) {
  DeviceConfig config = Parse(kTwo);
  EXPECT_EQ(config.Find("grand"), config.Find("big"));
  EXPECT_EQ(config.Find(""), nullptr);
  EXPECT_EQ(config.Find("Big"), nullptr);
}

TEST(Find, EmulatesAnyTarget) {
  DeviceConfig config = Parse(kTwo);
  const TargetDescription* emulated = config.Find("emu_big");
  ASSERT_NE(emulated, nullptr);
  EXPECT_EQ(emulated, config.Find("emu_grand"));
  EXPECT_EQ(emulated->name, "emu_big");
  EXPECT_TRUE(emulated->emulated);
  EXPECT_EQ(emulated->aot_toolchain, "x86_64");
  EXPECT_EQ(emulated->aot_device, "x86-64-v3");
  EXPECT_TRUE(emulated->aot_options.empty());
  EXPECT_EQ(emulated->aspects, (AspectSet{2, 5, 6, *AspectByName("emulated")}));
  const TargetDescription* big = config.Find("big");
  EXPECT_EQ(emulated->sub_group_sizes, big->sub_group_sizes);
  EXPECT_EQ(emulated->target_aspect, big->target_aspect);
  EXPECT_EQ(emulated->architecture_id, big->architecture_id);
  EXPECT_EQ(emulated->MacroNames(), big->MacroNames());
}

TEST(Find, EmulatesNothingTwice) {
  DeviceConfig config = Parse(kTwo);
  EXPECT_EQ(config.Find("emu_"), nullptr);
  EXPECT_EQ(config.Find("emu_emu_big"), nullptr);
  EXPECT_EQ(config.Find("emu_none"), nullptr);
  std::string long_name;
  for (int i = 0; i < 100000; ++i) long_name += "emu_";
  EXPECT_EQ(config.Find(long_name + "big"), nullptr);
}

TEST(Find, CopiesHaveEmulatedTargetsOfTheirOwn) {
  DeviceConfig config = Parse(kTwo);
  const TargetDescription* emulated = config.Find("emu_big");
  DeviceConfig copy = config;
  EXPECT_NE(copy.Find("emu_big"), emulated);
  config = DeviceConfig();
  EXPECT_EQ(copy.Find("emu_big")->name, "emu_big");
  EXPECT_EQ(config.Find("emu_big"), nullptr);
}

TEST(Filter, JitTargetsFilterNothing) {
  DeviceConfig config = Parse(kTwo);
  Requirements needs;
  needs.aspects = {28};
  needs.others = {Feature::OfSubGroup(8),
                  Feature::OfWorkGroup({{128, 1, 1}, 3})};
  needs.fixed_targets = {1};
  EXPECT_EQ(config.Find("big")->WhyFilteredOut(needs).size(), 4u);
  EXPECT_TRUE(config.Find("jit")->IsJit());
  EXPECT_TRUE(config.Find("jit")->WhyFilteredOut(needs).empty());
}

TEST(Filter, FixedTargetsHoldForTheEmulatedTargetToo) {
  DeviceConfig config = Parse(kTwo);
  Requirements needs;
  needs.fixed_targets = {100000};
  EXPECT_TRUE(config.Find("big")->WhyFilteredOut(needs).empty());
  EXPECT_TRUE(config.Find("emu_big")->WhyFilteredOut(needs).empty());
  EXPECT_EQ(config.Find("emu_jit")->WhyFilteredOut(needs).size(), 1u);
}

TEST(Slice, IsReadBackToTheSame) {
  DeviceConfig config = Parse(kTwo);
  for (const char* name : {"big", "jit", "emu_big", "emu_jit"}) {
    std::string slice = TargetSlice(*config.Find(name));
    DeviceConfig again = Parse(slice, "slice.toml");
    ASSERT_EQ(again.Names(), std::vector<std::string>{name});
    EXPECT_EQ(TargetSlice(*again.Find(name)), slice);
  }
}

TEST(Slice, EscapesStrings) {
  TargetDescription target;
  target.name = "a";
  target.target_aspect = 5000;
  target.architecture = "unknown";
  target.aot_toolchain = "ocloc";
  target.aot_device = std::string("q\"\\\n\t\x7f\0z", 8);
  DeviceConfig again = Parse(TargetSlice(target));
  ASSERT_NE(again.Find("a"), nullptr);
  EXPECT_EQ(again.Find("a")->aot_device, target.aot_device);
}

TEST(Merge, AddsTargets) {
  DeviceConfig config = Parse(kTwo);
  ASSERT_TRUE(config.Merge(Parse(Target("third", 100002))).ok());
  EXPECT_EQ(config.Names(), (std::vector<std::string>{"big", "jit", "third"}));
}

TEST(Merge, RefusesWhatBothHave) {
  DeviceConfig config = Parse(kTwo);
  auto message = [&config](const std::string& text) {
    return std::string(config.Merge(Parse(text, "u.toml")).message());
  };
  EXPECT_EQ(message(Target("big", 100002)),
            "u.toml:2:8: error: duplicate target name or alias 'big', already "
            "defined at t.toml:6:8");
  EXPECT_EQ(message(Target("grand", 100002)),
            "u.toml:2:8: error: duplicate target name or alias 'grand', "
            "already defined at t.toml:6:8");
  EXPECT_EQ(message(Target("x", 100002, "aliases = [\"jit\"]\n")),
            "u.toml:2:8: error: duplicate target name or alias 'jit', already "
            "defined at t.toml:21:8");
  EXPECT_EQ(message(Target("x", 100001)),
            "u.toml:2:8: error: target aspect 100001 is already used at "
            "t.toml:21:8");
  EXPECT_EQ(config.Names(), (std::vector<std::string>{"big", "jit"}));
}

// A build gives the slice of a target that the installation has, too.
TEST(Merge, EqualTargetsAreOne) {
  DeviceConfig config = Parse(kTwo);
  for (const char* name : {"big", "jit", "emu_big"}) {
    const std::string slice = TargetSlice(*config.Find(name));
    absl::Status status = config.Merge(Parse(slice, "slice.toml"));
    EXPECT_TRUE(status.ok()) << status;
  }
  EXPECT_EQ(config.Names(),
            (std::vector<std::string>{"big", "emu_big", "jit"}));
  EXPECT_EQ(config.Find("grand"), config.Find("big"));
}

TEST(Merge, OverrideReplacesTheTargetAndItsAliases) {
  DeviceConfig config = Parse(kTwo);
  ASSERT_NE(config.Find("emu_big"), nullptr);
  absl::Status status =
      config.Merge(Parse(Target("big", 100000, "override = true\n")));
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(config.Find("big")->aspects.empty());
  EXPECT_EQ(config.Find("grand"), nullptr);
  EXPECT_FALSE(config.Find("emu_big")->aspects.Contains(6));
}

TEST(References, AreCheckedOnlyOnRequest) {
  DeviceConfig config =
      Parse(Target("family", 100000, "covers = [\"membr\"]\n"));
  EXPECT_EQ(config.CheckReferences().message(),
            "t.toml:2:8: error: target 'family' covers an unknown target "
            "'membr'; did you mean 'family'?");
  ASSERT_TRUE(config.Merge(Parse(Target("membr", 100001))).ok());
  EXPECT_TRUE(config.CheckReferences().ok());
}

TEST(Macro, IsSpelledAsSpecified) {
  TargetDescription target;
  auto macro = [&target](const std::string& name) {
    target.name = name;
    target.architecture = name;
    std::vector<std::string> names = target.MacroNames();
    return names.size() == 1 ? names[0] : "not one";
  };
  EXPECT_EQ(macro("intel_gpu_acm_g10"), "__SYCL_TARGET_INTEL_GPU_ACM_G10__");
  EXPECT_EQ(macro("nvidia_gpu_sm_80"), "__SYCL_TARGET_NVIDIA_GPU_SM80__");
  EXPECT_EQ(macro("nvidia_gpu_sm_90a"), "__SYCL_TARGET_NVIDIA_GPU_SM90A__");
  EXPECT_EQ(macro("amd_gpu_gfx90a"), "__SYCL_TARGET_AMD_GPU_GFX90A__");
  EXPECT_EQ(macro("x86_64"), "__SYCL_TARGET_INTEL_X86_64__");
}

TEST(Macro, NoneForWhatIsNoSingleDevice) {
  TargetDescription target;
  target.name = "intel_gpu_dg2";
  target.architecture = "intel_gpu_acm_g10";
  target.covers = {"other"};
  EXPECT_TRUE(target.MacroNames().empty());
  target.covers.clear();
  target.architecture = "unknown";
  EXPECT_TRUE(target.MacroNames().empty());
}

TEST(Nearest, ProcessorOfAGpu) {
  DeviceConfig config = Parse(R"(
[[target]]
name = "x_gpu_p80"
architecture = "unknown"
target_aspect = 2001
aspects = []
sub_group_sizes = []
aot_toolchain = "spirv"
[[target]]
name = "y_gpu_xp80"
architecture = "unknown"
target_aspect = 2002
aspects = []
sub_group_sizes = []
aot_toolchain = "spirv"
)");
  EXPECT_EQ(config.Nearest("p80"), std::vector<std::string>{"x_gpu_p80"});
}

TEST(Nearest, WordsOfOtherCompilers) {
  std::string text;
  for (std::string name : {"x86_64", "spir64", "nvidia_gpu_sm_80",
                           "nvidia_gpu_sm_90", "amd_gpu_gfx90a", "cuba"})
    text += "[[target]]\nname = \"" + name +
            "\"\narchitecture = \"unknown\"\ntarget_aspect = " +
            std::to_string(2000 + text.size()) +
            "\naspects = []\nsub_group_sizes = []\naot_toolchain = \"spirv\"\n";
  const DeviceConfig config = Parse(text.c_str());
  const auto nearest = [&](std::string_view name) {
    return config.Nearest(name).front();
  };
  EXPECT_EQ(nearest("cuda"), "nvidia_gpu_sm_80");
  EXPECT_EQ(nearest("cuda:sm_90"), "nvidia_gpu_sm_90");
  EXPECT_EQ(nearest("hip:gfx90a"), "amd_gpu_gfx90a");
  EXPECT_EQ(nearest("native"), "x86_64");
  EXPECT_EQ(nearest("omp.accelerated"), "x86_64");
  EXPECT_EQ(nearest("generic"), "spir64");
  // What is suggested must exist.
  EXPECT_EQ(nearest("cuda:sm_9"), "cuba");
  EXPECT_NE(nearest("intel_gpu"), "intel_gpu_pvc");
}

TEST(Nearest, ByDistanceThenName) {
  DeviceConfig config = Parse(kTwo);
  EXPECT_EQ(config.Nearest("bug"),
            (std::vector<std::string>{"big", "jit", "grand"}));
  EXPECT_EQ(config.Nearest("emu_bug"),
            (std::vector<std::string>{"emu_big", "emu_jit", "emu_grand"}));
  EXPECT_EQ(config.UnknownTargetMessage("bug"),
            "unknown target 'bug'; did you mean 'big' or 'jit' or 'grand'?");
  EXPECT_EQ(DeviceConfig().UnknownTargetMessage("x"), "unknown target 'x'");
}

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("fp46", "fp64"), 1u);  // letters swapped
  EXPECT_EQ(EditDistance("abc", "abc"), 0u);
}

}  // namespace
}  // namespace facet
