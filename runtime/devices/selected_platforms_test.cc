// Back ends are asked when their devices are needed.
#include "runtime/devices/selected_platforms.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

class SelectedPlatformsTest : public testing::Test {
 protected:
  ~SelectedPlatformsTest() override { unsetenv("ONEAPI_DEVICE_SELECTOR"); }

  // With so many devices; `asked` gets its name whenever it is asked for them.
  void Add(BackendKind kind, int devices) {
    backends_.push_back(
        {kind, NameOf(kind), {}, {DeviceType::kGpu}, [this, kind, devices] {
           asked += std::string(NameOf(kind)) + ' ';
           auto platform = std::make_shared<Platform>();
           for (int i = 0; i < devices; ++i) {
             auto device = std::make_shared<FakeDevice>();
             device->fake_info.backend = kind;
             device->fake_info.type = DeviceType::kGpu;
             platform->devices.push_back(std::move(device));
           }
           return PlatformList{{platform},
                               {"warning of " + std::string(NameOf(kind))}};
         }});
  }
  SelectedPlatforms& Make(const char* selector = nullptr) {
    if (selector) setenv("ONEAPI_DEVICE_SELECTOR", selector, 1);
    const Status status = SelectedPlatforms::Make(backends_, &platforms_);
    EXPECT_TRUE(status.ok()) << status.message();
    return *platforms_;
  }

  std::vector<Backend> backends_;
  std::unique_ptr<SelectedPlatforms> platforms_;
  std::string asked;
};

TEST_F(SelectedPlatformsTest, AreAskedOnceWhenNeeded) {
  Add(BackendKind::kCuda, 1);
  Add(BackendKind::kHip, 1);
  SelectedPlatforms& platforms = Make();
  EXPECT_EQ(asked, "");
  const PlatformList& hip = platforms.Of(1);
  EXPECT_EQ(asked, "hip ");
  EXPECT_EQ(&platforms.Of(1), &hip);
  const PlatformList all = platforms.All();
  EXPECT_EQ(asked, "hip cuda ");
  ASSERT_EQ(all.platforms.size(), 2u);
  EXPECT_EQ(all.platforms[1], hip.platforms[0]);
  EXPECT_EQ(all.warnings,
            (std::vector<std::string>{"warning of cuda", "warning of hip"}));
}

TEST_F(SelectedPlatformsTest, DevicesHaveTheirNumbersInAnyOrder) {
  Add(BackendKind::kCuda, 2);
  Add(BackendKind::kHip, 2);
  SelectedPlatforms& platforms = Make("hip:1;cuda:0");
  const DevicePtr hip = platforms.Of(1).platforms.at(0)->devices.at(0);
  EXPECT_EQ(platforms.Ids().at(hip.get()), "hip:1");
  EXPECT_EQ(platforms.PlatformOf(hip.get()), platforms.Of(1).platforms[0]);
  const DevicePtr cuda = platforms.Of(0).platforms.at(0)->devices.at(0);
  EXPECT_EQ(platforms.Ids().at(cuda.get()), "cuda:0");
}

TEST_F(SelectedPlatformsTest, WhatTheVariableExcludesIsNotAsked) {
  Add(BackendKind::kCuda, 1);
  Add(BackendKind::kHip, 1);
  SelectedPlatforms& platforms = Make("!cuda:*");
  EXPECT_EQ(platforms.backends().size(), 1u);
  EXPECT_EQ(platforms.All().platforms.size(), 1u);
  EXPECT_EQ(asked, "hip ");
}

TEST_F(SelectedPlatformsTest, BackEndsWithoutDevicesHaveNoPlatform) {
  Add(BackendKind::kCuda, 0);
  EXPECT_TRUE(Make().All().platforms.empty());
}

TEST_F(SelectedPlatformsTest, AMalformedVariableIsAnError) {
  setenv("ONEAPI_DEVICE_SELECTOR", "cuda", 1);
  EXPECT_FALSE(SelectedPlatforms::Make(backends_, &platforms_).ok());
}

}  // namespace
}  // namespace facet
