#include "runtime/program/launch_check.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

using sycl::detail::launch_kind;
using sycl::detail::launch_shape;

launch_shape Nd(std::vector<size_t> global, std::vector<size_t> local) {
  launch_shape shape;
  shape.kind = launch_kind::nd_range;
  shape.dimensions = global.size();
  for (size_t d = 0; d < global.size(); ++d) {
    shape.global[d] = global[d];
    shape.local[d] = local[d];
  }
  return shape;
}

Status CheckNd(const launch_shape& shape, const KernelMetadata& metadata = {}) {
  DeviceInfo device;
  device.features.limits.max_work_group_size = 256;
  device.features.limits.max_work_item_sizes[0] = 64;  // slowest of three
  device.features.limits.max_work_item_sizes[1] = 128;
  device.features.limits.max_work_item_sizes[2] = 256;
  return CheckLaunch(ToLaunchRange(shape), shape.kind, metadata, {}, device);
}

TEST(LaunchCheck, ChoosesWorkGroupsOfAutoRanges) {
  constexpr size_t kAuto = sycl::detail::auto_work_group_size;
  DeviceInfo device;
  device.features.limits.max_work_group_size = 128;
  device.features.limits.max_work_item_sizes[2] = 64;  // fastest
  const auto chosen = [&](const launch_shape& shape,
                          const KernelMetadata& metadata = {},
                          const KernelInfo& kernel = {}) {
    LaunchRange range = ToLaunchRange(shape);
    ChooseWorkGroup(range, metadata, kernel, device);
    return std::vector<uint64_t>(range.local, range.local + shape.dimensions);
  };
  using Sizes = std::vector<uint64_t>;  // fastest first
  EXPECT_EQ(chosen(Nd({1024}, {kAuto})), Sizes({64}));
  EXPECT_EQ(chosen(Nd({96}, {kAuto})), Sizes({32}));
  EXPECT_EQ(chosen(Nd({60}, {kAuto})), Sizes({60}));
  EXPECT_EQ(chosen(Nd({1009}, {kAuto})), Sizes({1}));
  EXPECT_EQ(chosen(Nd({8, 64}, {kAuto, kAuto})), Sizes({64, 2}));
  EXPECT_EQ(chosen(Nd({6, 10}, {kAuto, kAuto})), Sizes({10, 6}));
  KernelInfo kernel;
  kernel.max_work_group_size = 16;
  EXPECT_EQ(chosen(Nd({64}, {kAuto}), {}, kernel), Sizes({16}));
  KernelMetadata metadata;
  metadata.reqd_work_group_dimensions = 1;
  metadata.reqd_work_group_size[0] = 4;
  metadata.reqd_work_group_size[1] = metadata.reqd_work_group_size[2] = 1;
  EXPECT_EQ(chosen(Nd({64}, {kAuto}), metadata), Sizes({4}));
  // Others stay, wrong ones too.
  EXPECT_EQ(chosen(Nd({64}, {0})), Sizes({0}));
  EXPECT_EQ(chosen(Nd({64, 64}, {kAuto, 1})), Sizes({1, kAuto}));
}

TEST(LaunchCheck, RefusesMoreDimensionsThanTheKernelHas) {
  const auto check = [](uint32_t dimensions, std::vector<size_t> global) {
    const launch_shape shape = Nd(global, std::vector<size_t>(global.size(), 1));
    DeviceInfo device;
    KernelInfo kernel;
    kernel.dimensions = dimensions;
    return CheckLaunch(ToLaunchRange(shape), shape.kind, {}, kernel, device);
  };
  EXPECT_TRUE(check(1, {8}).ok());
  EXPECT_TRUE(check(3, {2, 4, 8}).ok());
  // What the kernel's work-items ask for is right all the same.
  EXPECT_TRUE(check(1, {1, 1, 8}).ok());
  EXPECT_TRUE(check(2, {8}).ok());
  const Status refused = check(1, {4, 8});
  EXPECT_EQ(refused.code(), StatusCode::kNdRange);
  EXPECT_EQ(refused.message(),
            "The kernel is one of 1 dimensions but was submitted with the range "
            "{4, 8}.");
  EXPECT_FALSE(check(2, {2, 1, 8}).ok());
  EXPECT_FALSE(check(0, {8}).ok());
}

TEST(LaunchCheck, RefusesOffsetsWhereThereAreNone) {
  LaunchRange range;
  DeviceInfo device;
  device.name = "D";
  const auto check = [&] {
    return CheckLaunch(range, sycl::detail::launch_kind::range, {}, {}, device);
  };
  range.offset[1] = 3;
  EXPECT_TRUE(check().ok());
  device.takes_offsets = false;
  EXPECT_EQ(check().code(), StatusCode::kNotSupported);
  EXPECT_EQ(check().message(), "Device 'D' takes no global offset.");
  range.offset[1] = 0;
  EXPECT_TRUE(check().ok());
}

TEST(LaunchCheck, TurnsDimensionsAround) {
  const LaunchRange r = ToLaunchRange(Nd({8, 4, 2}, {4, 2, 1}));
  EXPECT_EQ(r.global[0], 2u);
  EXPECT_EQ(r.global[2], 8u);
  EXPECT_EQ(r.local[1], 2u);
  EXPECT_FALSE(r.may_round_up);
}

TEST(LaunchCheck, RangeLeavesLocalOpen) {
  launch_shape shape;
  shape.kind = launch_kind::range;
  shape.global[0] = 10;
  const LaunchRange r = ToLaunchRange(shape);
  EXPECT_EQ(r.local[0], 0u);
  EXPECT_TRUE(r.may_round_up);
}

TEST(LaunchCheck, Limits) {
  EXPECT_TRUE(CheckNd(Nd({512}, {256})).ok());
  EXPECT_EQ(CheckNd(Nd({512}, {512})).code(), StatusCode::kNdRange);
  EXPECT_EQ(CheckNd(Nd({100}, {64})).code(), StatusCode::kNdRange);
  EXPECT_EQ(CheckNd(Nd({64}, {0})).code(), StatusCode::kNdRange);
  EXPECT_TRUE(CheckNd(Nd({64, 1, 1}, {64, 1, 1})).ok());
  EXPECT_EQ(CheckNd(Nd({128, 1, 1}, {128, 1, 1})).code(),
            StatusCode::kNdRange);
}

TEST(LaunchCheck, TooManyWorkItemsToCount) {
  const size_t half = size_t{1} << 32;
  const Status wrong = CheckNd(Nd({half, half, 4}, {1, 1, 4}));
  EXPECT_EQ(wrong.code(), StatusCode::kNdRange);
  EXPECT_EQ(wrong.message(),
            "The global range {4294967296, 4294967296, 4} has too many "
            "work-items.");
  launch_shape shape;
  shape.kind = launch_kind::range;
  shape.dimensions = 2;
  shape.global[0] = shape.global[1] = half;
  EXPECT_EQ(CheckNd(shape).code(), StatusCode::kNdRange);
  shape.global[1] = half / 4;
  EXPECT_TRUE(CheckNd(shape).ok());
  shape.global[0] = 0;
  shape.global[1] = SIZE_MAX;
  EXPECT_TRUE(CheckNd(shape).ok());  // nothing to do
}

TEST(LaunchCheck, RequiredSize) {
  KernelMetadata m;
  m.reqd_work_group_dimensions = 2;
  m.reqd_work_group_size[0] = 16;
  m.reqd_work_group_size[1] = 2;
  m.reqd_work_group_size[2] = 1;
  EXPECT_TRUE(CheckNd(Nd({2, 16}, {2, 16}), m).ok());
  const Status wrong = CheckNd(Nd({16, 2}, {16, 2}), m);
  EXPECT_EQ(wrong.code(), StatusCode::kNdRange);
  EXPECT_EQ(wrong.message(),
            "The kernel requires the work-group size {2, 16} but was submitted "
            "with {16, 2}.");
  launch_shape shape;
  shape.kind = launch_kind::range;
  shape.dimensions = 2;
  shape.global[0] = 4;
  shape.global[1] = 32;
  EXPECT_TRUE(CheckNd(shape, m).ok());
  shape.global[1] = 33;
  EXPECT_EQ(CheckNd(shape, m).code(), StatusCode::kNdRange);
}

// {8} is not {1, 8}.
TEST(LaunchCheck, RequiredDimensions) {
  KernelMetadata m;
  m.reqd_work_group_dimensions = 1;
  m.reqd_work_group_size[0] = 8;
  m.reqd_work_group_size[1] = m.reqd_work_group_size[2] = 1;
  EXPECT_TRUE(CheckNd(Nd({16}, {8}), m).ok());
  const Status wrong = CheckNd(Nd({2, 8}, {1, 8}), m);
  EXPECT_EQ(wrong.code(), StatusCode::kNdRange);
  EXPECT_EQ(wrong.message(),
            "The kernel requires the work-group size {8} in 1 dimensions but "
            "was submitted in 2.");
}

TEST(FunctorLayout, IsComparedAsFarAsItIsKnown) {
  const auto layout = [](uint64_t places, uint64_t size) {
    return places << 32 | size;
  };
  EXPECT_EQ(DescribeLayoutDifference(layout(7, 16), layout(7, 16)), "");
  EXPECT_EQ(DescribeLayoutDifference(layout(0, 16), layout(7, 16)), "");
  EXPECT_EQ(DescribeLayoutDifference(0, layout(7, 16)), "");
  EXPECT_EQ(DescribeLayoutDifference(layout(7, 16), 0), "");
  EXPECT_NE(DescribeLayoutDifference(layout(0, 16), layout(7, 24))
                .find("has 16 bytes in host code and 24 in device code"),
            std::string::npos);
  EXPECT_NE(DescribeLayoutDifference(layout(5, 16), layout(7, 16))
                .find("has other members in host code than in device code"),
            std::string::npos);
}

TEST(Reductions, ShareARangeAsTheDeviceLikes) {
  DeviceInfo gpu;
  gpu.type = DeviceType::kGpu;
  gpu.max_compute_units = 10;
  gpu.features.limits.max_work_group_size = 1024;
  gpu.features.limits.local_memory_size = 65536;
  auto plan = PlanReduction(gpu, 1000000, 8);
  EXPECT_EQ(plan.group_size, 256u);
  EXPECT_EQ(plan.groups, 80u);
  EXPECT_FALSE(plan.blocked);
  EXPECT_EQ(PlanReduction(gpu, 257, 8).groups, 2u);
  EXPECT_EQ(PlanReduction(gpu, 0, 8).groups, 1u);
  EXPECT_EQ(PlanReduction(gpu, 1000, 1024).group_size, 32u);
  EXPECT_EQ(PlanReduction(gpu, 1000, 1 << 20).group_size, 1u);
  DeviceInfo cpu;
  cpu.type = DeviceType::kCpu;
  cpu.max_compute_units = 4;
  plan = PlanReduction(cpu, 1000000, 8);
  EXPECT_EQ(plan.group_size, 1u);
  EXPECT_EQ(plan.groups, 32u);
  EXPECT_TRUE(plan.blocked);
}

}  // namespace
}  // namespace facet
