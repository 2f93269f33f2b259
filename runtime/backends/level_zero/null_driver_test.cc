// The Level Zero back end, and the runtime above it, on the null driver that
// Level Zero's own sources have, through Debian's loader. Its calls succeed and
// do next to nothing; it has a GPU that takes no code. LEVEL_ZERO_NULL is the
// driver's path.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <sycl/sycl.hpp>

#include "runtime/backends/backend.h"
#include "runtime/testing/fake_images.h"

class Anything;

namespace facet {
namespace {

DevicePtr NullDevice() {
  const PlatformList list = EnumerateLevelZeroPlatforms();
  for (const std::string& warning : list.warnings) ADD_FAILURE() << warning;
  if (list.platforms.size() != 1) {
    ADD_FAILURE() << list.platforms.size() << " platforms";
    return nullptr;
  }
  EXPECT_EQ(list.platforms[0]->info.version, "Level Zero 1.4");
  return list.platforms[0]->devices.at(0);
}

TEST(NullDriver, IsAGpuOfWhichNothingIsKnown) {
  const DevicePtr device = NullDevice();
  ASSERT_NE(device, nullptr);
  const DeviceInfo& info = device->info();
  EXPECT_EQ(info.name, "Null Device");
  EXPECT_EQ(info.type, DeviceType::kGpu);
  EXPECT_EQ(info.backend, BackendKind::kLevelZero);
  EXPECT_EQ(info.architecture_id, 0u);
  EXPECT_TRUE(info.target_names.empty());
  EXPECT_EQ(info.features.limits.max_work_group_size, 1u);
  EXPECT_TRUE(info.features.sub_group_sizes.empty());
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  EXPECT_TRUE(has("gpu"));
  EXPECT_FALSE(has("fp64"));
  EXPECT_FALSE(has("usm_device_allocations"));
  EXPECT_FALSE(has("online_compiler"));
}

TEST(NullDriver, MakesStreamsMemoryAndEvents) {
  const DevicePtr device = NullDevice();
  ASSERT_NE(device, nullptr);
  for (const bool profiling : {false, true}) {
    StreamPtr stream;
    StreamOptions options;
    options.profiling = profiling;
    ASSERT_TRUE(device->CreateStream(options, &stream).ok());
    for (const UsmKind kind :
         {UsmKind::kDevice, UsmKind::kHost, UsmKind::kShared}) {
      void* memory = nullptr;
      ASSERT_TRUE(device->Allocate(kind, 64, 8, &memory).ok());
      EventPtr filled, copied, last;
      const int pattern = 7;
      int out = 0;
      EXPECT_TRUE(stream->Fill(memory, &pattern, 4, 64, &filled).ok());
      EXPECT_TRUE(stream->WaitFor(filled).ok());
      EXPECT_TRUE(stream->Copy(&out, memory, 4, &copied).ok());
      EXPECT_TRUE(stream->RecordEvent(&last).ok());
      bool done = false;
      EXPECT_TRUE(copied->Wait().ok());
      EXPECT_TRUE(last->Query(&done).ok());
      ProfilingTimes times;
      EXPECT_EQ(copied->GetProfilingTimes(&times).ok(), profiling);
      EXPECT_TRUE(stream->Wait().ok());
      EXPECT_TRUE(device->Free(memory, kind).ok());
    }
  }
}

// What a program gets: the device, host tasks, no kernels, and the reason.
TEST(NullDriver, RefusesKernelsOfPrograms) {
  const sycl::device device(sycl::gpu_selector_v);
  EXPECT_EQ(device.get_info<sycl::info::device::name>(), "Null Device");
  EXPECT_TRUE(device.is_gpu());
  sycl::queue queue(device);
  std::string message;
  try {
    queue.single_task<Anything>([] {});
    ADD_FAILURE() << "the null driver ran a kernel";
  } catch (const sycl::exception& error) {
    EXPECT_EQ(error.code(),
              sycl::make_error_code(sycl::errc::kernel_not_supported));
    message = error.what();
  }
  EXPECT_NE(message.find("'Null Device'"), std::string::npos) << message;
  EXPECT_NE(message.find("takes no SPIR-V"), std::string::npos) << message;
  EXPECT_NE(message.find("intel_gpu_pvc"), std::string::npos) << message;

  bool ran = false;
  queue.submit([&](sycl::handler& h) { h.host_task([&] { ran = true; }); });
  queue.wait_and_throw();
  EXPECT_TRUE(ran);
  EXPECT_FALSE(sycl::has_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {device}));
}

}  // namespace
}  // namespace facet

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // The loader asks for libze_null.so.1: one that is open already serves.
  if (!dlopen(std::getenv("LEVEL_ZERO_NULL"), RTLD_NOW | RTLD_LOCAL)) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  setenv("ZE_ENABLE_NULL_DRIVER", "1", 1);
  setenv("ZE_ENABLE_ALT_DRIVERS", "", 1);
  setenv("ONEAPI_DEVICE_SELECTOR", "level_zero:*", 1);
  auto* images = new facet::FakeImages;
  images->Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS8Anything"});
  images->Add(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc", {"_ZTS8Anything"});
  __sycl_register_images(images->registration());
  return RUN_ALL_TESTS();
}
