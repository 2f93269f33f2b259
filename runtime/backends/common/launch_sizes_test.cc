// Tests of the sizes of launches.
#include "runtime/backends/common/launch_sizes.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

DeviceInfo DeviceOf(uint64_t work_group_size) {
  DeviceInfo device;
  device.features.limits.max_work_group_size = work_group_size;
  return device;
}

TEST(ChooseWorkGroupTest, FillsPlainRanges) {
  LaunchRange range;
  range.may_round_up = true;
  range.dimensions = 2;
  range.global[0] = 1009;
  range.global[1] = 3;
  KernelInfo kernel;
  kernel.max_work_group_size = 128;
  uint64_t local[3];
  ChooseWorkGroup(range, kernel, DeviceOf(1024), local);
  EXPECT_EQ(local[0], 128u);
  EXPECT_EQ(local[1], 1u);
  // Squares have rows of a cache line.
  range.global[1] = 1000;
  ChooseWorkGroup(range, KernelInfo(), DeviceOf(1024), local);
  EXPECT_EQ(local[0], 32u);
  EXPECT_EQ(local[1], 8u);
  EXPECT_EQ(local[2], 1u);
  // What the fastest dimension leaves goes to the others.
  range.global[0] = 8;
  range.global[1] = 100;
  ChooseWorkGroup(range, KernelInfo(), DeviceOf(1024), local);
  EXPECT_EQ(local[0], 8u);
  EXPECT_EQ(local[1], 32u);
  EXPECT_EQ(local[2], 1u);
}

TEST(ChooseWorkGroupTest, ObeysLimitsOfADimension) {
  LaunchRange range;
  range.may_round_up = true;
  range.global[2] = 1000;
  DeviceInfo device = DeviceOf(1024);
  device.features.limits.max_work_item_sizes[0] = 64;  // SYCL's order
  uint64_t local[3];
  ChooseWorkGroup(range, KernelInfo(), device, local);
  EXPECT_EQ(local[0], 1u);
  EXPECT_EQ(local[2], 64u);
}

TEST(ChooseWorkGroupTest, ObeysRequiredAndGivenSizes) {
  LaunchRange range;
  range.may_round_up = true;
  range.global[0] = 10;
  KernelInfo kernel;
  kernel.reqd_work_group_size[0] = 4;
  kernel.reqd_work_group_size[1] = kernel.reqd_work_group_size[2] = 1;
  uint64_t local[3];
  ChooseWorkGroup(range, kernel, DeviceOf(1024), local);
  EXPECT_EQ(local[0], 4u);

  range.may_round_up = false;
  range.local[0] = 5;
  range.local[1] = range.local[2] = 1;
  ChooseWorkGroup(range, KernelInfo(), DeviceOf(1024), local);
  EXPECT_EQ(local[0], 5u);
}

TEST(ChooseWorkGroupTest, LeavesKernelObjectsToTheDriver) {
  LaunchRange range;
  range.global[0] = 1009;
  uint64_t local[3];
  ChooseWorkGroup(range, KernelInfo(), DeviceOf(1024), local);
  EXPECT_EQ(local[0], 0u);
}

// The limits of an NVIDIA GPU.
Status Launch(const LaunchRange& range, uint32_t grid[3], uint64_t block[3]) {
  DeviceInfo device = DeviceOf(1024);
  device.max_work_groups[0] = 0x7fffffff;
  device.max_work_groups[1] = device.max_work_groups[2] = 65535;
  uint64_t* sizes = device.features.limits.max_work_item_sizes;
  sizes[2] = sizes[1] = 1024;
  sizes[0] = 64;
  KernelInfo kernel;
  kernel.max_work_group_size = 1024;
  ChooseWorkGroup(range, kernel, device, block);
  return CountWorkGroups(range, kernel, device, block, grid);
}

TEST(CountWorkGroupsTest, CoversAnyRange) {
  const uint64_t samples[][3] = {
      {1, 1, 1},       {1009, 1, 1},       {7, 5, 3},        {33, 1000003, 1},
      {1, 1, 1000000}, {1u << 20, 300, 2}, {3, 70000, 70000}};
  for (const auto& sample : samples) {
    LaunchRange range;
    range.dimensions = 3;
    range.may_round_up = true;
    std::copy(sample, sample + 3, range.global);
    uint32_t grid[3];
    uint64_t block[3];
    const Status status = Launch(range, grid, block);
    ASSERT_TRUE(status.ok()) << status.message();
    for (int d = 0; d < 3; ++d)
      EXPECT_GE(uint64_t{grid[d]} * block[d], sample[d]);
    EXPECT_LE(block[0] * block[1] * block[2], 256u);
  }
}

TEST(CountWorkGroupsTest, LargestRanges) {
  const auto fits = [](uint64_t x, uint64_t y, uint64_t z) {
    LaunchRange range;
    range.dimensions = 3;
    range.may_round_up = true;
    range.global[0] = x, range.global[1] = y, range.global[2] = z;
    uint32_t grid[3];
    uint64_t block[3];
    const Status status = Launch(range, grid, block);
    for (int d = 0; status.ok() && d < 3; ++d)
      EXPECT_GE(uint64_t{grid[d]} * block[d], range.global[d]);
    return status.ok();
  };
  EXPECT_TRUE(fits(0x7fffffffull * 1024, 1, 1));
  EXPECT_TRUE(fits(3, 65535ull * 1024, 1));
  EXPECT_TRUE(fits(0x7fffffffull * 16, 65535 * 64, 1));
  EXPECT_TRUE(fits(1, 65535 * 16, 65535 * 64));
  EXPECT_FALSE(fits(0x7fffffffull * 1024 + 1, 1, 1));
  EXPECT_FALSE(fits(1, 65535ull * 1024 + 1, 1));
  EXPECT_FALSE(fits(1, 1, 65535 * 64 + 1));
  EXPECT_FALSE(fits(uint64_t{1} << 63, 1, 1));
}

TEST(CountWorkGroupsTest, NeverRoundsWhatMustNotBe) {
  LaunchRange range;
  range.global[0] = 96;
  uint32_t grid[3];
    uint64_t block[3];
  ASSERT_TRUE(Launch(range, grid, block).ok());
  EXPECT_EQ(grid[0] * block[0], 96u);
  range.local[0] = 36;
  range.local[1] = range.local[2] = 1;
  Status status = Launch(range, grid, block);
  EXPECT_EQ(status.code(), StatusCode::kNdRange);
  EXPECT_EQ(status.message(),
            "the global size 96 is no multiple of the work-group size 36");
  range.global[0] = range.local[0] = 2048;
  status = Launch(range, grid, block);
  EXPECT_EQ(status.code(), StatusCode::kNdRange);
  range.global[0] = range.local[0] = 512;
  range.global[1] = range.local[1] = 4;
  status = Launch(range, grid, block);
  EXPECT_EQ(status.message(),
            "a work-group of 2048 work-items; this kernel can have 1024");
}

}  // namespace
}  // namespace facet
