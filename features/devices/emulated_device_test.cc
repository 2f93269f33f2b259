// An emulated device as properties and back.
#include "features/devices/emulated_device.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

using Encoded = std::vector<std::pair<std::string, std::vector<unsigned char>>>;

std::optional<EmulatedDevice> Decode(const Encoded& properties) {
  std::vector<PropertyView> views;
  for (const auto& [name, bytes] : properties)
    views.push_back({name, bytes.data(), bytes.size()});
  return DecodeEmulatedDevice(views);
}

EmulatedDevice Sample() {
  EmulatedDevice device;
  device.features.aspects = {1, 5, 40};
  device.features.sub_group_sizes = {8, 16};
  device.features.limits.max_work_group_size = (uint64_t{1} << 33) + 7;
  device.features.limits.max_work_item_sizes[0] = 64;
  device.features.limits.max_work_item_sizes[1] = 128;
  device.features.limits.max_work_item_sizes[2] = 256;
  device.features.target_aspects = {100001};
  device.architecture_id = 0x0000030f000700;
  device.features.limits.local_memory_size = 65537;
  return device;
}

TEST(EmulatedDeviceTest, SurvivesTheWay) {
  const EmulatedDevice before = Sample();
  const auto after = Decode(EncodeEmulatedDevice(before));
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(after->features.aspects, before.features.aspects);
  EXPECT_EQ(after->features.sub_group_sizes, before.features.sub_group_sizes);
  EXPECT_EQ(after->features.limits, before.features.limits);
  EXPECT_EQ(after->features.target_aspects, before.features.target_aspects);
  EXPECT_EQ(after->architecture_id, before.architecture_id);
}

TEST(EmulatedDeviceTest, IsOrderedByName) {
  const Encoded properties = EncodeEmulatedDevice(Sample());
  for (size_t i = 1; i < properties.size(); ++i)
    EXPECT_LT(properties[i - 1].first, properties[i].first);
}

TEST(EmulatedDeviceTest, ReadsNothingThatIsDamaged) {
  const Encoded whole = EncodeEmulatedDevice(Sample());
  EXPECT_FALSE(Decode({}).has_value());
  for (size_t i = 0; i < whole.size(); ++i) {
    Encoded damaged = whole;
    damaged.erase(damaged.begin() + i);
    EXPECT_FALSE(Decode(damaged).has_value()) << whole[i].first;
    damaged = whole;
    damaged[i].second.pop_back();
    EXPECT_FALSE(Decode(damaged).has_value()) << whole[i].first;
  }
  Encoded more = whole;
  more.push_back({"of the future", {1, 2, 3}});
  EXPECT_TRUE(Decode(more).has_value());
}

}  // namespace
}  // namespace facet
