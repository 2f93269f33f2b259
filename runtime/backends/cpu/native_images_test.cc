#include "runtime/backends/cpu/native_images.h"

#include <gtest/gtest.h>

#include <string>

#include "config/image/described_target.h"
#include "config/image/image.h"
#include "runtime/testing/fake_images.h"
#include "targets/rank.h"

namespace facet {
namespace {

// What this test needs of the processor: x86-64-v4 has it.
bool HasWideVectors() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4");
}

class NativeImagesTest : public ::testing::Test {
 protected:
  NativeImagesTest() { info_.target_names = {"x86_64_v4", "x86_64"}; }

  const sycl_device_image& Image(const char* target) {
    images_.Add(SYCL_IMAGE_FORMAT_X86_64, target, {"K"});
    return Last();
  }
  const sycl_device_image& Image(const char* target, std::string features) {
    images_.Add(SYCL_IMAGE_FORMAT_X86_64, target, {"K"})
        .Property(kDescribedTargetSet, kCpuFeaturesProperty,
                  {features.begin(), features.end()});
    return Last();
  }
  int Rank(const sycl_device_image& image) {
    return RankNativeImage(image, info_);
  }
  std::string Problem(const sycl_device_image& image) {
    return NativeImageProblem(image, info_);
  }

  DeviceInfo info_;
  FakeImages images_;

 private:
  const sycl_device_image& Last() {
    const auto* all = images_.registration();
    return all->images[all->image_count - 1];
  }
};

TEST_F(NativeImagesTest, WhatTheProcessorDoesNotHave) {
  const sycl_device_image& image =
      Image("x86_64", "avx512f of-tomorrow of-next-year");
  EXPECT_EQ(Rank(image), kRankNever);
  const std::string lacks =
      HasWideVectors() ? "of-tomorrow" : "avx512f, of-tomorrow";
  EXPECT_EQ(Problem(image),
            "The image for 'x86_64' uses instructions that this processor does "
            "not have: " +
                lacks + ", of-next-year.");
}

TEST_F(NativeImagesTest, MoreOfTheProcessorIsBetter) {
  const int least = Rank(Image("x86_64", ""));
  EXPECT_GE(least, kRankFamily);
  EXPECT_EQ(Rank(Image("x86_64")), least);
  EXPECT_EQ(Problem(Image("x86_64", "")), "");
  if (!HasWideVectors()) GTEST_SKIP() << "skipped: no AVX-512";
  const int wide = Rank(Image("x86_64_v4", "avx512f avx512vl"));
  EXPECT_GT(wide, least);
  EXPECT_GT(Rank(Image("x86_64", "avx512f avx512dq avx512vl")), wide);
}

TEST_F(NativeImagesTest, TargetsThatAreNotBuiltIn) {
  EXPECT_GE(Rank(Image("cpu_of_a_user", "")), kRankFamily);
  EXPECT_EQ(Rank(Image("cpu_of_a_user", "of-tomorrow")), kRankNever);
  // Nobody says what they use.
  EXPECT_EQ(Rank(Image("cpu_of_a_user")), kRankNever);
}

// Code for them takes itself for code of their architecture.
TEST_F(NativeImagesTest, OtherArchitectures) {
  EXPECT_EQ(Rank(Image("intel_cpu_spr", "")), kRankNever);
  EXPECT_EQ(Problem(Image("intel_cpu_spr", "of-tomorrow")), "");
}

TEST_F(NativeImagesTest, EmulatedDevicesAreOthers) {
  EXPECT_EQ(Rank(Image("emu_of_a_user")), kRankNever);
  EXPECT_EQ(Rank(Image("emu_intel_gpu_dg1")), kRankNever);
}

TEST_F(NativeImagesTest, OtherFormats) {
  images_.Add(SYCL_IMAGE_FORMAT_SPIRV, "x86_64", {"K"});
  EXPECT_EQ(Rank(images_.registration()->images[0]), kRankNever);
}

}  // namespace
}  // namespace facet
