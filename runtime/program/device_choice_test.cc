// The device with the highest score, and the drivers that are not asked.
#include "runtime/program/device_choice.h"

#include <gtest/gtest.h>

#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"
#include "targets/amd/family.h"
#include "targets/cpu/family.h"
#include "targets/nvidia/family.h"
#include "targets/spirv/family.h"

namespace facet {
namespace {

class DeviceChoiceTest : public testing::Test {
 protected:
  // With a device that takes images for `target`, or, if that is null, without
  // devices. `asked` gets its name when it is asked.
  void Add(BackendKind kind, std::vector<const TargetFamily*> families,
           std::vector<DeviceType> types, const char* target,
           bool emulated = false) {
    const std::string_view name = emulated ? kEmulatedName : NameOf(kind);
    backends_.push_back({kind, name, std::move(families), types, [=, this] {
                           asked += std::string(name) + ' ';
                           auto platform = std::make_shared<Platform>();
                           if (target) {
                             auto device = std::make_shared<FakeDevice>();
                             device->fake_info.name = name;
                             device->fake_info.backend = kind;
                             device->fake_info.type = types.front();
                             device->fake_info.emulated = emulated;
                             device->ranks = {{target, kRankExact}};
                             platform->devices.push_back(std::move(device));
                           }
                           return PlatformList{{platform}, {}};
                         }});
  }
  void AddCuda(const char* target) {
    Add(BackendKind::kCuda, {&kNvidiaFamily}, {DeviceType::kGpu}, target);
  }
  void AddHip(const char* target) {
    Add(BackendKind::kHip, {&kAmdFamily}, {DeviceType::kGpu}, target);
  }
  void AddOpenCl(const char* target, DeviceType type = DeviceType::kGpu) {
    Add(BackendKind::kOpenCl, {&kSpirvFamily},
        {type, DeviceType::kGpu, DeviceType::kCpu}, target);
  }
  void AddCpu() {
    Add(BackendKind::kCpu, {&kCpuFamily}, {DeviceType::kCpu}, "x86_64");
  }
  void AddEmulated(const char* target) {
    Add(BackendKind::kCpu, {&kCpuFamily, &kSpirvFamily, &kNvidiaFamily},
        {DeviceType::kGpu}, target, true);
  }

  // The name of the device, which is the first with the highest score of all.
  std::string Best(std::optional<DeviceType> type = {}) {
    registry_.Register(images.registration());
    std::unique_ptr<SelectedPlatforms> platforms;
    EXPECT_TRUE(SelectedPlatforms::Make(backends_, &platforms).ok());
    const DevicePtr best = BestDevice(registry_, type, platforms.get());
    const std::string was_asked = asked;
    DevicePtr expected;
    for (const auto& platform : platforms->All().platforms)
      for (const DevicePtr& device : platform->devices)
        if ((!type || device->info().type == *type) &&
            (!expected || DeviceScore(registry_, *device) >
                              DeviceScore(registry_, *expected)))
          expected = device;
    EXPECT_EQ(best, expected);
    asked = was_asked;
    return best ? best->info().name : "none";
  }

  FakeImages images;
  std::string asked;

 private:
  ImageRegistry registry_;
  std::vector<Backend> backends_;
};

TEST_F(DeviceChoiceTest, NothingBeatsTheFirstGpuThatHasAnImage) {
  AddCuda("nvidia_gpu_sm_80");
  AddHip("amd_gpu_gfx90a");
  AddOpenCl("spir64");
  AddCpu();
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx90a", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"});
  EXPECT_EQ(Best(), "cuda");
  EXPECT_EQ(asked, "cuda ");
}

TEST_F(DeviceChoiceTest, AProgramForCpusAloneLoadsNoDriver) {
  AddCuda("nvidia_gpu_sm_80");
  AddOpenCl("spir64");
  AddCpu();
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"});
  EXPECT_EQ(Best(), "native_cpu");
  EXPECT_EQ(asked, "native_cpu ");
}

TEST_F(DeviceChoiceTest, AMachineWithoutTheGpuHasItsCpu) {
  AddCuda(nullptr);
  AddCpu();
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"});
  EXPECT_EQ(Best(), "native_cpu");
  EXPECT_EQ(asked, "cuda native_cpu ");
}

// Its driver must be asked: only it knows.
TEST_F(DeviceChoiceTest, AGpuThatIsTooOldForTheImages) {
  AddCuda("nvidia_gpu_sm_70");
  AddCpu();
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"});
  EXPECT_EQ(Best(), "native_cpu");
  EXPECT_EQ(asked, "cuda native_cpu ");
}

TEST_F(DeviceChoiceTest, ARealDeviceBeatsAnEmulatedOne) {
  AddCpu();
  AddEmulated("emu_intel_gpu_dg1");
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "emu_intel_gpu_dg1", {"K"});
  EXPECT_EQ(Best(), "native_cpu");
  EXPECT_EQ(asked, "native_cpu ");
}

TEST_F(DeviceChoiceTest, WhatWasFilteredOutCounts) {
  AddCuda("nvidia_gpu_sm_80");
  AddCpu();
  AddEmulated("emu_intel_gpu_dg1");
  images.Add(SYCL_IMAGE_FORMAT_NONE, "x86_64", {"K"});
  EXPECT_EQ(Best(), "native_cpu");
}

TEST_F(DeviceChoiceTest, AProgramWithoutKernelsHasAGpu) {
  AddCuda("nvidia_gpu_sm_80");
  AddHip("amd_gpu_gfx90a");
  AddCpu();
  EXPECT_EQ(Best(), "cuda");
  EXPECT_EQ(asked, "cuda ");
}

TEST_F(DeviceChoiceTest, ByType) {
  AddCuda("nvidia_gpu_sm_80");
  AddOpenCl("spir64", DeviceType::kCpu);
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  EXPECT_EQ(Best(DeviceType::kCpu), "opencl");
  EXPECT_EQ(asked, "opencl ");
  EXPECT_EQ(Best(DeviceType::kGpu), "cuda");
  EXPECT_EQ(Best(DeviceType::kAccelerator), "none");
}

// OpenCL is listed first here, and a native device is preferred to its CPU.
TEST_F(DeviceChoiceTest, TheOrderOfTheListDecidesAmongEquals) {
  AddOpenCl("spir64", DeviceType::kCpu);
  AddHip("amd_gpu_gfx90a");
  AddCuda("nvidia_gpu_sm_80");
  AddCpu();
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx90a", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  EXPECT_EQ(Best(), "hip");
  EXPECT_EQ(asked, "hip ");
}

}  // namespace
}  // namespace facet
