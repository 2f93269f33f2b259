// Tests of sycl-ls's output.

#include "runtime/tools/device_listing.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "features/architectures/architecture.h"

namespace facet {
namespace {

class StubDevice : public Device {
 public:
  explicit StubDevice(DeviceInfo info) : info_(std::move(info)) {}
  const DeviceInfo& info() const override { return info_; }
  int ImageRank(const sycl_device_image&) const override { return kRankNever; }
  Status LoadProgram(std::span<const sycl_device_image* const>,
                     ProgramPtr*) override {
    return {};
  }
  Status Allocate(UsmKind, size_t, size_t, void**) override { return {}; }
  Status Free(void*, UsmKind) override { return {}; }
  Status CreateStream(const StreamOptions&, StreamPtr*) override { return {}; }

 private:
  DeviceInfo info_;
};

PlatformList Sample() {
  DeviceInfo gpu;
  gpu.name = "Fast \"One\"\xae";
  gpu.vendor = "V";
  gpu.driver_version = "1.2";
  gpu.version = "CUDA 9.0";
  gpu.backend = BackendKind::kCuda;
  gpu.type = DeviceType::kGpu;
  gpu.features.aspects = {*AspectByName("gpu"), *AspectByName("fp16"), -3};
  gpu.features.sub_group_sizes = {16, 32};
  gpu.features.limits.max_work_group_size = 1024;
  gpu.architecture_id = *ArchitectureByName("nvidia_gpu_sm_90");
  gpu.target_names = {"nvidia_gpu_sm_90", "nvidia_gpu_sm_80"};
  gpu.global_memory_size = uint64_t{140} << 30;
  gpu.features.limits.local_memory_size = 48 * 1024;
  DeviceInfo emulated;
  emulated.name = "DG1";
  emulated.emulated = true;
  emulated.type = DeviceType::kGpu;
  auto platform = std::make_shared<Platform>();
  platform->info.name = "NVIDIA CUDA";
  platform->info.version = "CUDA 12.4";
  platform->devices = {std::make_shared<StubDevice>(gpu),
                       std::make_shared<StubDevice>(gpu)};
  auto second = std::make_shared<Platform>();
  second->info.name = "Emulation";
  second->info.version = "1";
  second->devices = {std::make_shared<StubDevice>(emulated)};
  PlatformList list;
  list.platforms = {platform, second};
  list.warnings = {"OpenCL: broken"};
  return list;
}

std::string List(const PlatformList& list, ListingStyle style) {
  return ListDevices(list, IdsOf(list), style);
}

TEST(DeviceListingTest, Short) {
  EXPECT_EQ(List(Sample(), ListingStyle::kShort),
            "[cuda:0] gpu, Fast \"One\"\xae\n"
            "[cuda:1] gpu, Fast \"One\"\xae\n"
            "[emulated:0] gpu, DG1\n"
            "warning: OpenCL: broken\n");
  EXPECT_EQ(List({}, ListingStyle::kShort), "no devices\n");
}

// What a selector leaves keeps its name.
TEST(DeviceListingTest, Selected) {
  PlatformList list = Sample();
  const DeviceIds ids = IdsOf(list);
  DeviceSelector selector;
  ASSERT_TRUE(DeviceSelector::Parse("cuda:1", &selector).ok());
  selector.Apply(&list);
  EXPECT_EQ(ListDevices(list, ids, ListingStyle::kShort),
            "[cuda:1] gpu, Fast \"One\"\xae\nwarning: OpenCL: broken\n");
}

TEST(DeviceListingTest, Full) {
  const std::string text = List(Sample(), ListingStyle::kFull);
  EXPECT_EQ(text.find("NVIDIA CUDA (CUDA 12.4)\n  [cuda:0] gpu"), 0u);
  for (const char* expected :
       {"      driver:           1.2 (CUDA 9.0)\n",
        "      architecture:     nvidia_gpu_sm_90\n",
        "      aspects:          gpu fp16\n", "      sub-group sizes:  16 32\n",
        "      targets:          nvidia_gpu_sm_90 nvidia_gpu_sm_80\n",
        "      memory:           140 GiB global, 48.0 KiB local\n",
        "\nEmulation (1)\n  [emulated:0] gpu, DG1\n",
        "      sub-group sizes:  none\n"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << text;
}

TEST(DeviceListingTest, Report) {
  const PlatformList list = Sample();
  const report::Report report = ReportDevices(list, IdsOf(list));
  EXPECT_EQ(report.tool(), "sycl-ls");
  ASSERT_EQ(report.devices_size(), 3);
  const report::Device& gpu = report.devices(0);
  EXPECT_EQ(gpu.id(), "cuda:0");
  EXPECT_EQ(gpu.platform(), "NVIDIA CUDA");
  EXPECT_EQ(gpu.type(), "gpu");
  EXPECT_EQ(gpu.architecture(), "nvidia_gpu_sm_90");
  ASSERT_EQ(gpu.aspects_size(), 2);
  EXPECT_EQ(gpu.aspects(1), "fp16");
  ASSERT_EQ(gpu.sub_group_sizes_size(), 2);
  EXPECT_EQ(gpu.sub_group_sizes(1), 32u);
  EXPECT_EQ(gpu.targets(1), "nvidia_gpu_sm_80");
  EXPECT_EQ(gpu.max_work_item_sizes_size(), 3);
  EXPECT_EQ(gpu.global_memory_size(), uint64_t{140} << 30);
  EXPECT_FALSE(gpu.emulated());
  EXPECT_TRUE(report.devices(2).emulated());
  EXPECT_EQ(report.devices(2).architecture(), "unknown");
  ASSERT_EQ(report.warnings_size(), 1);
  EXPECT_EQ(report.warnings(0), "OpenCL: broken");
  EXPECT_NE(Write(report, ReportFormat::kJson).find("\"name\": \"Fast \\\"One\\\"\xc2\xae\""), std::string::npos);
  EXPECT_EQ(ReportDevices({}, {}).devices_size(), 0);
}

}  // namespace
}  // namespace facet
