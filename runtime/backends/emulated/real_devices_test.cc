// A device of each vendor as its back end describes it, over a fake driver,
// and the emulation of its target: what programs ask and what decides over
// refusals is the same.
//
// In:  SYCL_CUDA_LIBRARY, SYCL_HIP_LIBRARY, SYCL_LEVEL_ZERO_LIBRARY: the drivers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/hardware_info.h"

namespace facet {
namespace {

DevicePtr Only(const PlatformList& list) {
  for (const std::string& warning : list.warnings) ADD_FAILURE() << warning;
  if (list.platforms.size() != 1 || list.platforms[0]->devices.size() != 1) {
    ADD_FAILURE() << "not one device";
    return nullptr;
  }
  return list.platforms[0]->devices[0];
}

PlatformList Emulate(const std::vector<std::string>& targets) {
  return EnumerateEmulatedPlatforms(targets);
}

// Aspects in words, but for those named, and those of what the driver tells of
// the hardware.
std::vector<std::string> AspectsBut(DeviceInfo info,
                                    const std::vector<std::string>& left_out) {
  info.hardware = {};
  SetHardwareAspects(&info);
  std::vector<std::string> names;
  for (const Aspect aspect : info.features.aspects) {
    const std::string name(AspectName(aspect));
    if (std::find(left_out.begin(), left_out.end(), name) == left_out.end())
      names.push_back(name);
  }
  return names;
}

// `machine`: aspects that no target decides, but the driver or the machine.
void ExpectAlike(const DevicePtr& real_device, const std::string& target,
                 std::vector<std::string> machine = {}) {
  ASSERT_NE(real_device, nullptr);
  const DevicePtr emulated_device = Only(Emulate({target}));
  ASSERT_NE(emulated_device, nullptr);
  const DeviceInfo& real = real_device->info();
  const DeviceInfo& emulated = emulated_device->info();
  ASSERT_FALSE(real.target_names.empty());
  EXPECT_EQ(real.target_names[0], target);
  EXPECT_EQ(emulated.target_names[0], "emu_" + target);

  machine.push_back("emulated");
  EXPECT_EQ(AspectsBut(emulated, machine), AspectsBut(real, machine));
  EXPECT_EQ(emulated.features.sub_group_sizes, real.features.sub_group_sizes);
  EXPECT_EQ(emulated.features.limits.max_work_group_size,
            real.features.limits.max_work_group_size);
  for (int d = 0; d < 3; ++d)
    EXPECT_EQ(emulated.features.limits.max_work_item_sizes[d],
              real.features.limits.max_work_item_sizes[d])
        << d;
  // A real device runs older targets' code as well.
  ASSERT_FALSE(real.features.target_aspects.empty());
  EXPECT_EQ(emulated.features.target_aspects[0],
            real.features.target_aspects[0]);
  EXPECT_EQ(emulated.architecture_id, real.architecture_id);
  EXPECT_NE(emulated.architecture_id, 0u);
  EXPECT_EQ(emulated.type, real.type);
  EXPECT_EQ(emulated.vendor, real.vendor);
  EXPECT_EQ(emulated.vendor_id, real.vendor_id);
  EXPECT_EQ(emulated.features.limits.local_memory_size,
            real.features.limits.local_memory_size);
  EXPECT_EQ(emulated.address_bits, real.address_bits);
  EXPECT_EQ(emulated.takes_offsets, real.takes_offsets);
}

TEST(EmulatedAndReal, Nvidia) {
  ExpectAlike(Only(EnumerateCudaPlatforms()), "nvidia_gpu_sm_89");
}

TEST(EmulatedAndReal, Amd) {
  const std::vector<std::string> memory = {
      "usm_device_allocations",      "usm_host_allocations",
      "usm_shared_allocations",      "usm_atomic_host_allocations",
      "usm_atomic_shared_allocations", "usm_system_allocations"};
  ExpectAlike(Only(EnumerateHipPlatforms()), "amd_gpu_gfx90a", memory);
  setenv("FAKE_HIP_ARCHITECTURE", "gfx906:sramecc+:xnack-", 1);
  ExpectAlike(Only(EnumerateHipPlatforms()), "amd_gpu_gfx906", memory);
}

TEST(EmulatedAndReal, Intel) {
  // Deprecated names of atomic64 that no target has.
  ExpectAlike(Only(EnumerateLevelZeroPlatforms()), "intel_gpu_pvc",
              {"int64_base_atomics", "int64_extended_atomics"});
}

TEST(EmulatedDevices, ThatThereAreNot) {
  const PlatformList list =
      Emulate({"intel_gpu_dg1", "intel_gpu_dg", "emu_x"});
  ASSERT_EQ(list.platforms.size(), 1u);
  EXPECT_EQ(list.platforms[0]->devices.size(), 1u);
  ASSERT_EQ(list.warnings.size(), 2u);
  EXPECT_EQ(list.warnings[0].find(
                "SYCL_DEVICE_EMULATION: unknown target 'intel_gpu_dg'"),
            0u);
}

TEST(EmulatedDevices, GoByAliasesToo) {
  for (const char* name : {"intel_gpu_12_60_7", "emu_intel_gpu_pvc"})
    EXPECT_EQ(Only(Emulate({name}))->info().target_names,
              std::vector<std::string>{"emu_intel_gpu_pvc"});
}

}  // namespace
}  // namespace facet
