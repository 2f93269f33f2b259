// Tests of the ranking of images, of real, described and emulated targets.
#include "runtime/backends/common/target_rank.h"

#include <algorithm>
#include <string>

#include "config/image/described_target.h"
#include "config/image/image.h"
#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"
#include "gtest/gtest.h"
#include "runtime/backends/common/intel_targets.h"

namespace facet {
namespace {

int Rank(uint32_t format, const char* made_for, const char* target) {
  const TargetInfo* device = FindTarget(target);
  return RankForTarget(format, made_for, target,
                       device ? device->architecture_id : 0);
}

int Emulated(const char* made_for, const char* target) {
  sycl_device_image image = {};
  image.format = SYCL_IMAGE_FORMAT_X86_64;
  image.target = made_for;
  DeviceInfo info;
  info.target_names = {target};
  if (const TargetInfo* device = FindTarget(info.target_names[0].substr(4)))
    info.architecture_id = device->architecture_id;
  return RankEmulatedImage(image, info);
}

TEST(TargetRank, NvidiaCodeRunsOnNewerDevices) {
  constexpr uint32_t kPtx = SYCL_IMAGE_FORMAT_PTX,
                     kCubin = SYCL_IMAGE_FORMAT_CUBIN;
  const int exact = Rank(kPtx, "nvidia_gpu_sm_90", "nvidia_gpu_sm_90");
  const int older = Rank(kPtx, "nvidia_gpu_sm_80", "nvidia_gpu_sm_90");
  EXPECT_GE(exact, kRankExact);
  EXPECT_GE(older, kRankFamily);
  EXPECT_GT(exact, older);
  EXPECT_GT(Rank(kCubin, "nvidia_gpu_sm_90", "nvidia_gpu_sm_90"), exact);
  EXPECT_EQ(Rank(kCubin, "nvidia_gpu_sm_80", "nvidia_gpu_sm_90"), kRankNever);
  EXPECT_EQ(Rank(kPtx, "nvidia_gpu_sm_90", "nvidia_gpu_sm_80"), kRankNever);
  EXPECT_EQ(Rank(kPtx, "spir64", "nvidia_gpu_sm_80"), kRankNever);
}

TEST(TargetRank, ProcessorsRunCodeOfTheirLevelAndBelow) {
  constexpr uint32_t kCode = SYCL_IMAGE_FORMAT_X86_64;
  EXPECT_EQ(Rank(kCode, "x86_64", "x86_64"), kRankExact);
  EXPECT_EQ(Rank(kCode, "x86_64_v4", "x86_64_v4"), kRankExact);
  const int below = Rank(kCode, "x86_64", "x86_64_v4");
  EXPECT_GE(below, kRankFamily);
  EXPECT_LT(below, kRankExact);
  EXPECT_EQ(Rank(kCode, "x86_64_v4", "x86_64"), kRankNever);
  EXPECT_EQ(Rank(kCode, "intel_cpu_spr", "x86_64_v4"), kRankNever);
  EXPECT_EQ(Rank(kCode, "x86_64_v4", "intel_cpu_spr"), kRankNever);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_SPIRV, "x86_64", "x86_64"), kRankNever);
  EXPECT_GE(Emulated("emu_x86_64", "emu_x86_64_v4"), kRankFamily);
  EXPECT_EQ(Emulated("emu_x86_64_v4", "emu_x86_64"), kRankNever);
}

TEST(IntelTargets, CpusOfDriversAreOfTheHostsArchitecture) {
  DeviceInfo info;
  info.type = DeviceType::kCpu;
  AddIntelTargets(0, /*takes_spirv=*/true, &info);
  EXPECT_EQ(ArchitectureName(info.architecture_id), kDriverCpuArchitecture);
  EXPECT_EQ(info.target_names, (std::vector<std::string>{"spir64"}));
  EXPECT_TRUE(info.features.aspects.empty()) << "only the driver knows them";
  for (const DeviceType type :
       {DeviceType::kGpu, DeviceType::kAccelerator, DeviceType::kCustom}) {
    DeviceInfo other;
    other.type = type;
    AddIntelTargets(0, /*takes_spirv=*/true, &other);
    EXPECT_EQ(other.architecture_id, 0u);
  }
}

TEST(TargetRank, IntelGpusTakeTheirFamiliesAndSpirv) {
  constexpr uint32_t kBinary = SYCL_IMAGE_FORMAT_OCLOC;
  EXPECT_EQ(Rank(kBinary, "intel_gpu_pvc", "intel_gpu_pvc"), kRankExact);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_SPIRV, "spir64", "intel_gpu_pvc"),
            kRankIntermediate);
  EXPECT_EQ(Rank(kBinary, "intel_gpu_dg1", "intel_gpu_pvc"), kRankNever);
  int families = 0;
  for (const TargetInfo& family : AllTargets())
    for (std::string_view member : family.covers) {
      const std::string name(family.name), device(member);
      EXPECT_EQ(Rank(kBinary, name.c_str(), device.c_str()), kRankFamily)
          << name << " on " << device;
      EXPECT_EQ(Emulated(("emu_" + name).c_str(), ("emu_" + device).c_str()),
                kRankFamily);
      ++families;
    }
  EXPECT_GT(families, 0);
}

// They have no architecture in common with one another, though none has one.
TEST(TargetRank, FamiliesAreNotOneAnother) {
  for (const TargetInfo& image : AllTargets())
    for (const TargetInfo& device : AllTargets()) {
      if (&image == &device || image.covers.empty() || device.covers.empty())
        continue;
      const std::string made_for(image.name), target(device.name);
      EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_OCLOC, made_for.c_str(), target.c_str()),
                kRankNever);
    }
}

TEST(TargetRank, OtherDevicesTakeTheirOwn) {
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx90a", "amd_gpu_gfx90a"),
            kRankExact);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx908", "amd_gpu_gfx90a"),
            kRankNever);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_X86_64, "x86_64", "x86_64"), kRankExact);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_OCLOC, "of_a_user", "of_a_user"),
            kRankExact);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc", "of_a_user"),
            kRankNever);
}

TEST(TargetRank, EmulationIsLikeTheDevice) {
  EXPECT_GE(Emulated("emu_nvidia_gpu_sm_80", "emu_nvidia_gpu_sm_90"),
            kRankFamily);
  EXPECT_GT(Emulated("emu_nvidia_gpu_sm_90", "emu_nvidia_gpu_sm_90"),
            Emulated("emu_nvidia_gpu_sm_80", "emu_nvidia_gpu_sm_90"));
  EXPECT_EQ(Emulated("emu_nvidia_gpu_sm_90", "emu_nvidia_gpu_sm_80"),
            kRankNever);
  EXPECT_EQ(Emulated("emu_spir64", "emu_intel_gpu_dg1"), kRankIntermediate);
  EXPECT_EQ(Emulated("emu_of_a_user", "emu_of_a_user"), kRankExact);
  EXPECT_EQ(Emulated("nvidia_gpu_sm_90", "emu_nvidia_gpu_sm_90"), kRankNever);
  EXPECT_EQ(Emulated("x86_64", "emu_intel_gpu_dg1"), kRankNever);
}

TEST(TargetRank, FixedTargetsAreThoseWhoseCodeRuns) {
  const TargetInfo* hopper = FindTarget("nvidia_gpu_sm_90");
  const TargetInfo* ampere = FindTarget("nvidia_gpu_sm_80");
  DeviceFeatures features = FeaturesOf(*hopper);
  AddTargetAspects(hopper->name, hopper->architecture_id, &features);
  EXPECT_EQ(std::ranges::count(features.target_aspects, hopper->target_aspect),
            1);
  EXPECT_EQ(std::ranges::count(features.target_aspects, ampere->target_aspect),
            1);
  features = FeaturesOf(*ampere);
  AddTargetAspects(ampere->name, ampere->architecture_id, &features);
  EXPECT_EQ(std::ranges::count(features.target_aspects, hopper->target_aspect),
            0);
}

// An image for a target of its author's own says which devices are meant.
TEST(IntelTargets, DescribedTargetsRunOnTheirDevices) {
  constexpr uint32_t kIpVersion = 40 << 22;
  DeviceInfo device;
  device.type = DeviceType::kGpu;
  AddIntelTargets(kIpVersion, /*takes_spirv=*/false, &device);
  sycl_property property = {kIpVersionProperty, SYCL_PROPERTY_UINT32,
                            kIpVersion, nullptr, 0};
  const sycl_property_set set = {kDescribedTargetSet, &property, &property + 1};
  sycl_device_image image = {};
  image.format = SYCL_IMAGE_FORMAT_OCLOC;
  image.target = "intel_gpu_40_0_0";
  EXPECT_EQ(RankIntelImage(image, device, false), kRankNever);
  image.property_sets_begin = &set;
  image.property_sets_end = &set + 1;
  EXPECT_EQ(RankIntelImage(image, device, false), kRankExact);
  image.format = SYCL_IMAGE_FORMAT_SPIRV;
  EXPECT_EQ(RankIntelImage(image, device, false), kRankNever);
  image.format = SYCL_IMAGE_FORMAT_OCLOC;
  property.value = 0;
  EXPECT_EQ(RankIntelImage(image, device, false), kRankNever);
  property.value = 41 << 22;
  EXPECT_EQ(RankIntelImage(image, device, false), kRankNever);
  // Without an IP version a device is none of them.
  property.value = kIpVersion;
  EXPECT_EQ(RankIntelImage(image, DeviceInfo(), false), kRankNever);
}

}  // namespace
}  // namespace facet
