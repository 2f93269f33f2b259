// The built-in targets: those the specification names, with features that make
// sense, the same in the files and in the runtime's table.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "config/device_config/device_config.h"
#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/aspects/aspect_table.h"
#include "features/aspects/runtime_aspects.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

const DeviceConfig& BuiltIn() {
  static const DeviceConfig* const config = [] {
    auto* merged = new DeviceConfig;
    for (const auto& file :
         std::filesystem::directory_iterator("config/targets")) {
      const std::string path = file.path().string();
      if (file.path().extension() != ".toml") continue;
      std::ifstream in(path, std::ios::binary);
      std::string text(std::istreambuf_iterator<char>(in), {});
      absl::StatusOr<DeviceConfig> part = DeviceConfig::Parse(text, path);
      EXPECT_TRUE(part.ok()) << part.status();
      absl::Status status = merged->Merge(*part);
      EXPECT_TRUE(status.ok()) << status;
    }
    return merged;
  }();
  return *config;
}

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words(1);
  for (char c : text) {
    if (c != ' ') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

std::string Upper(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  return name;
}

// SPEC 003, "Changes to compiler driver", without aliases.
TEST(Targets, HaveEveryNameAndMacroOfTheSpecification) {
  for (const std::string& s :
       Words("bdw skl kbl cfl apl glk whl aml cml icllp tgllp rkl adl_s adl_p "
             "adl_n dg1 acm_g10 acm_g11 acm_g12 pvc")) {
    const TargetDescription* target = BuiltIn().Find("intel_gpu_" + s);
    ASSERT_NE(target, nullptr) << s;
    EXPECT_EQ(target->MacroNames().at(0),
              "__SYCL_TARGET_INTEL_GPU_" + Upper(s) + "__");
  }
  for (const std::string& s :
       Words("50 52 53 60 61 62 70 72 75 80 86 87 89 90")) {
    const TargetDescription* target = BuiltIn().Find("nvidia_gpu_sm_" + s);
    ASSERT_NE(target, nullptr) << s;
    EXPECT_EQ(target->MacroNames().at(0),
              "__SYCL_TARGET_NVIDIA_GPU_SM" + s + "__");
  }
  for (const std::string& s :
       Words("700 701 702 801 802 803 805 810 900 902 904 906 908 90a 1010 "
             "1011 1012 1013 1030 1031 1032 1034")) {
    const TargetDescription* target = BuiltIn().Find("amd_gpu_gfx" + s);
    ASSERT_NE(target, nullptr) << s;
    EXPECT_EQ(target->MacroNames().at(0),
              "__SYCL_TARGET_AMD_GPU_GFX" + Upper(s) + "__");
  }
  EXPECT_EQ(BuiltIn().Find("spir64_x86_64")->MacroNames(),
            std::vector<std::string>{"__SYCL_TARGET_INTEL_X86_64__"});
  EXPECT_EQ(BuiltIn().Find("intel_gpu_rpl_s")->MacroNames(),
            (std::vector<std::string>{"__SYCL_TARGET_INTEL_GPU_ADL_S__",
                                      "__SYCL_TARGET_INTEL_GPU_RPL_S__"}));
  EXPECT_TRUE(BuiltIn().Find("spir64")->MacroNames().empty());
  EXPECT_TRUE(BuiltIn().Find("spir64_gen")->MacroNames().empty());
}

TEST(Targets, HaveEveryAliasOfTheSpecification) {
  const std::pair<const char*, const char*> kAliases[] = {
      {"8_0_0", "bdw"},    {"9_0_9", "skl"},    {"9_1_9", "kbl"},
      {"9_2_9", "cfl"},    {"9_3_0", "apl"},    {"9_4_0", "glk"},
      {"9_5_0", "whl"},    {"9_6_0", "aml"},    {"9_7_0", "cml"},
      {"11_0_0", "icllp"}, {"12_0_0", "tgllp"}, {"12_10_0", "dg1"},
      {"rpl_s", "adl_s"}};
  for (const auto& [alias, name] : kAliases) {
    EXPECT_EQ(BuiltIn().Find("intel_gpu_" + std::string(alias)),
              BuiltIn().Find("intel_gpu_" + std::string(name)))
        << alias;
  }
}

TEST(Targets, HaveWhatFacetDoesItself) {
  for (const std::string& name_of_target : BuiltIn().Names()) {
    const TargetDescription& target = *BuiltIn().Find(name_of_target);
    if (target.aot_toolchain == "spirv") continue;  // nothing is known of those
    for (const char* name : kRuntimeAspects)
      EXPECT_TRUE(target.aspects.Contains(*AspectByName(name)))
          << target.name << ": " << name;
  }
}

TEST(Targets, HaveBindlessImagesWithTheirMemory) {
  const auto has = [](const TargetDescription& target, const char* name) {
    return target.aspects.Contains(*AspectByName(name));
  };
  for (const std::string& name_of_target : BuiltIn().Names()) {
    const TargetDescription& target = *BuiltIn().Find(name_of_target);
    const bool memory = has(target, "usm_device_allocations");
    for (const char* name : kBindlessImageAspects)
      EXPECT_EQ(has(target, name), memory) << target.name << ": " << name;
    EXPECT_EQ(has(target, kBindlessSharedImageAspect),
              memory && has(target, "usm_shared_allocations"))
        << target.name;
  }
}

TEST(Targets, LackWhatTheHeadersRefuse) {
  for (const std::string& name_of_target : BuiltIn().Names()) {
    const TargetDescription& target = *BuiltIn().Find(name_of_target);
    for (const char* name : kRefusedAspects)
      EXPECT_FALSE(target.aspects.Contains(*AspectByName(name)))
          << target.name << ": " << name;
  }
}

// Extensions that the headers do not have at all.
TEST(Targets, LackWhatTheHeadersDoNotHave) {
  for (const std::string& name_of_target : BuiltIn().Names()) {
    const TargetDescription& target = *BuiltIn().Find(name_of_target);
    for (const char* name : {
             "ext_intel_esimd",
             "ext_intel_matrix",
             "ext_oneapi_cubemap_seamless_filtering",
             "ext_oneapi_cuda_async_barrier",
             "ext_oneapi_cuda_cluster_group",
             "ext_oneapi_external_memory_import",
             "ext_oneapi_external_semaphore_import",
             "ext_oneapi_mipmap_anisotropy",
             "ext_oneapi_private_alloca",
             "ext_oneapi_queue_profiling_tag",
         })
      EXPECT_FALSE(target.aspects.Contains(*AspectByName(name)))
          << target.name << ": " << name;
  }
}

TEST(Targets, CoverEveryArchitecture) {
  for (const ArchitectureInfo& info : AllArchitectures()) {
    if (info.name == kUnknownArchitecture) continue;
    const TargetDescription* target = BuiltIn().Find(std::string(info.name));
    ASSERT_NE(target, nullptr) << info.name;
    EXPECT_EQ(target->architecture_id, info.id) << info.name;
  }
}

TEST(Targets, ReferToOneAnotherCorrectly) {
  EXPECT_TRUE(BuiltIn().CheckReferences().ok());
}

TEST(Targets, DoublePrecisionOnlyWhereTheCompilerTakesIt) {
  Aspect fp64 = *AspectByName("fp64");
  for (const std::string& s :
       Words("icllp ehl tgllp rkl adl_s adl_p adl_n dg1 acm_g10 acm_g11 "
             "acm_g12 dg2")) {
    EXPECT_FALSE(BuiltIn().Find("intel_gpu_" + s)->aspects.Contains(fp64)) << s;
  }
  for (const std::string& s : Words("bdw skl cml pvc pvc_vg bmg_g21")) {
    EXPECT_TRUE(BuiltIn().Find("intel_gpu_" + s)->aspects.Contains(fp64)) << s;
  }
}

TEST(Targets, AreCompleteEnoughToEmulate) {
  Aspect cpu = *AspectByName("cpu"), gpu = *AspectByName("gpu");
  for (const std::string& name : BuiltIn().Names()) {
    const TargetDescription& t = *BuiltIn().Find(name);
    if (t.IsJit()) {
      EXPECT_TRUE(t.aspects.empty() && t.may_support_other_aspects) << name;
      continue;
    }
    EXPECT_NE(t.aspects.Contains(cpu), t.aspects.Contains(gpu)) << name;
    EXPECT_FALSE(t.sub_group_sizes.empty()) << name;
    EXPECT_GE(t.limits.max_work_group_size, 256u) << name;
    EXPECT_GE(t.limits.local_memory_size, 32768u) << name;
    EXPECT_FALSE(t.aot_device.empty()) << name;
    for (std::uint64_t size : t.limits.max_work_item_sizes) {
      EXPECT_GT(size, 0u) << name;
      EXPECT_LE(size, t.limits.max_work_group_size) << name;
    }
    EXPECT_LE(t.sub_group_sizes.back(), t.limits.max_work_group_size) << name;
  }
}

TEST(Targets, DoNotClaimToBeEmulated) {
  for (const std::string& name : BuiltIn().Names()) {
    EXPECT_FALSE(BuiltIn().Find(name)->emulated);
    EXPECT_FALSE(
        BuiltIn().Find(name)->aspects.Contains(*AspectByName("emulated")));
  }
}

TEST(Targets, HaveNamesForTheirAspects) {
  for (const std::string& name : BuiltIn().Names()) {
    EXPECT_EQ(TargetAspectName(BuiltIn().Find(name)->target_aspect), name);
  }
}

TEST(Targets, SlicesLoseNothing) {
  for (const std::string& base : BuiltIn().Names()) {
    for (const std::string& name : {base, "emu_" + base}) {
      std::string slice = TargetSlice(*BuiltIn().Find(name));
      absl::StatusOr<DeviceConfig> again = DeviceConfig::Parse(slice, "s");
      ASSERT_TRUE(again.ok()) << again.status();
      EXPECT_EQ(TargetSlice(*again->Find(name)), slice);
      EXPECT_EQ(again->Find(name)->Features().aspects,
                BuiltIn().Find(name)->Features().aspects);
    }
  }
}

TEST(Table, SaysWhatTheFilesSay) {
  EXPECT_EQ(AllTargets().size(), BuiltIn().Names().size());
  for (const TargetInfo& info : AllTargets()) {
    const TargetDescription* t = BuiltIn().Find(info.name);
    ASSERT_NE(t, nullptr) << info.name;
    EXPECT_EQ(info.name, t->name);
    EXPECT_TRUE(std::ranges::equal(info.aliases, t->aliases));
    EXPECT_EQ(info.architecture, t->architecture);
    EXPECT_EQ(info.architecture_id, t->architecture_id);
    EXPECT_EQ(info.target_aspect, t->target_aspect);
    EXPECT_TRUE(std::ranges::equal(info.aspects, t->aspects));
    EXPECT_EQ(info.may_support_other_aspects, t->may_support_other_aspects);
    EXPECT_TRUE(std::ranges::equal(info.sub_group_sizes, t->sub_group_sizes));
    EXPECT_EQ(info.limits, t->limits);
    EXPECT_EQ(info.aot_toolchain, t->aot_toolchain);
    EXPECT_EQ(info.aot_device, t->aot_device);
    EXPECT_TRUE(std::ranges::equal(info.covers, t->covers));
    EXPECT_EQ(FindTarget(info.name), &info);
    for (std::string_view alias : info.aliases) {
      EXPECT_EQ(FindTarget(alias), &info);
    }
  }
  EXPECT_EQ(FindTarget("intel_gpu"), nullptr);
}

}  // namespace
}  // namespace facet
