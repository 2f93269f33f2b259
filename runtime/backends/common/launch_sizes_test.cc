// Tests of ChooseSizes.
#include "runtime/backends/common/launch_sizes.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

TEST(ChooseSizesTest, RoundsPlainRangesUp) {
  LaunchRange range;
  range.may_round_up = true;
  range.dimensions = 2;
  range.global[0] = 1009;
  range.global[1] = 3;
  KernelInfo kernel;
  kernel.max_work_group_size = 128;
  size_t global[3], local[3];
  ChooseSizes(range, kernel, 1024, global, local);
  EXPECT_EQ(local[0], 128u);
  EXPECT_EQ(local[1], 1u);
  EXPECT_EQ(global[0], 1024u);
  EXPECT_EQ(global[1], 3u);
}

TEST(ChooseSizesTest, ObeysRequiredAndGivenSizes) {
  LaunchRange range;
  range.may_round_up = true;
  range.global[0] = 10;
  KernelInfo kernel;
  kernel.reqd_work_group_size[0] = 4;
  kernel.reqd_work_group_size[1] = kernel.reqd_work_group_size[2] = 1;
  size_t global[3], local[3];
  ChooseSizes(range, kernel, 1024, global, local);
  EXPECT_EQ(local[0], 4u);
  EXPECT_EQ(global[0], 12u);

  range.may_round_up = false;
  range.local[0] = 5;
  range.local[1] = range.local[2] = 1;
  ChooseSizes(range, KernelInfo(), 1024, global, local);
  EXPECT_EQ(local[0], 5u);
  EXPECT_EQ(global[0], 10u);
}

}  // namespace
}  // namespace facet
