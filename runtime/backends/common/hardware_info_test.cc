#include "runtime/backends/common/hardware_info.h"

#include <gtest/gtest.h>

#include "features/aspects/aspect_set.h"

namespace facet {
namespace {

TEST(HardwareInfo, AspectsAreThoseOfTheValues) {
  DeviceInfo info;
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  // What the configuration says of the architecture.
  info.features.aspects.Insert(*AspectByName("ext_intel_gpu_slices"));
  info.features.aspects.Insert(*AspectByName("fp64"));
  info.hardware.memory_bus_width = 0;  // known, even so
  info.hardware.tells_free_memory = true;
  SetHardwareAspects(&info);
  EXPECT_TRUE(has("ext_intel_memory_bus_width"));
  EXPECT_TRUE(has("ext_intel_free_memory"));
  EXPECT_TRUE(has("fp64"));
  EXPECT_FALSE(has("ext_intel_gpu_slices"));
  EXPECT_FALSE(has("ext_intel_device_id"));
}

TEST(HardwareInfo, PciAddresses) {
  EXPECT_EQ(PciAddress(0, 0x3b, 0, 0), "0000:3b:00.0");
  EXPECT_EQ(PciAddress(0x10000, 1, 0x1f, 7), "10000:01:1f.7");
  EXPECT_FALSE(PciDeviceId("0000:ff:1f.9"));
  EXPECT_FALSE(PciDeviceId(""));
}

}  // namespace
}  // namespace facet
