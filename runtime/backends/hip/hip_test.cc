// The HIP back end over a fake HIP that records calls (fake_hip.cc). What it
// shares with CUDA is tested there. FAKE_HIP is the fake's path.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/testing/driver_test.h"

namespace facet::hip {
namespace {

TEST(PlatformsTest, SilentWithoutHipAndWarnsOfABrokenOne) {
  unsetenv("SYCL_HIP_LIBRARY");
  if (!dlopen("libamdhip64.so.6", RTLD_NOW) &&
      !dlopen("libamdhip64.so.5", RTLD_NOW)) {
    EXPECT_TRUE(EnumerateHipPlatforms().platforms.empty());
    EXPECT_TRUE(EnumerateHipPlatforms().warnings.empty());
  }
  setenv("SYCL_HIP_LIBRARY", "libm.so.6", 1);
  const PlatformList list = EnumerateHipPlatforms();
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_EQ(list.warnings[0], "HIP: libm.so.6 lacks the function hipInit");
  setenv("SYCL_HIP_LIBRARY", "/nonexistent/libx.so", 1);
  EXPECT_EQ(EnumerateHipPlatforms().warnings.size(), 1u);
}

class FakeTest : public DriverTest {
 protected:
  void SetUp() override {
    setenv("SYCL_HIP_LIBRARY", FAKE_HIP, 1);
    OpenDriver(FAKE_HIP, "fake_hip_take_record");
    Start(EnumerateHipPlatforms());
  }
  void TearDown() override { unsetenv("FAKE_HIP_FAIL"); }

  sycl_device_image Image(const char* target = "amd_gpu_gfx90a") {
    static const unsigned char code[] = "\x7f" "ELF";
    sycl_device_image image{};
    image.format = SYCL_IMAGE_FORMAT_AMDGCN;
    image.target = target;
    image.begin = code;
    image.end = code + 4;
    return image;
  }
  KernelPtr Load(const char* name) { return LoadKernel(Image(), name); }
};

TEST_F(FakeTest, DescribesTheDevice) {
  const DeviceInfo& info = device_->info();
  EXPECT_EQ(list_.platforms[0]->info.name, "AMD HIP");
  EXPECT_EQ(info.name, "AMD Fake");
  EXPECT_EQ(info.backend, BackendKind::kHip);
  EXPECT_EQ(info.version, "HIP gfx90a:sramecc+:xnack-");
  EXPECT_EQ(info.driver_version, "6.3");
  EXPECT_EQ(info.target_names, std::vector<std::string>{"amd_gpu_gfx90a"});
  EXPECT_EQ(info.features.sub_group_sizes, std::vector<uint32_t>{64});
  EXPECT_EQ(info.features.limits.max_work_group_size, 1024u);
  EXPECT_EQ(info.features.limits.local_memory_size, 65536u);
  EXPECT_NE(info.architecture_id, 0u);
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  EXPECT_TRUE(has("gpu"));
  EXPECT_TRUE(has("fp64"));
  EXPECT_TRUE(has("usm_shared_allocations"));
  EXPECT_FALSE(has("usm_system_allocations"));
}

TEST_F(FakeTest, PrioritiesAndMemoryOfPeers) {
  StreamOptions options;
  options.priority = StreamPriority::kLow;
  StreamPtr stream;
  ASSERT_TRUE(device_->CreateStream(options, &stream).ok());
  EXPECT_EQ(TakeRecord(), "hipStreamCreateWithPriority(1, 1)\n");
  EXPECT_TRUE(device_->CanAccessPeer(*device_, PeerAccess::kAnyAccess));
  EXPECT_TRUE(device_->CanAccessPeer(*device_, PeerAccess::kAtomics));
  EXPECT_TRUE(device_->SetPeerAccess(*device_, true).ok());
  EXPECT_EQ(TakeRecord(), "hipCtxEnablePeerAccess(0)\n");
}

TEST_F(FakeTest, RanksImages) {
  EXPECT_EQ(device_->ImageRank(Image()), kRankExact);
  EXPECT_EQ(device_->ImageRank(Image("amd_gpu_gfx908")), kRankNever);
  sycl_device_image image = Image();
  image.format = SYCL_IMAGE_FORMAT_PTX;
  EXPECT_EQ(device_->ImageRank(image), kRankNever);
  EXPECT_EQ(device_->ImageHint(), "needs an image for amd_gpu_gfx90a");
}

TEST_F(FakeTest, AnUnknownArchitectureRunsNothing) {
  setenv("FAKE_HIP_ARCHITECTURE", "gfx9999", 1);
  const PlatformList list = EnumerateHipPlatforms();
  unsetenv("FAKE_HIP_ARCHITECTURE");
  ASSERT_EQ(list.platforms.size(), 1u);
  const DeviceInfo& info = list.platforms[0]->devices.at(0)->info();
  EXPECT_TRUE(info.target_names.empty());
  EXPECT_EQ(info.features.sub_group_sizes, std::vector<uint32_t>{64});
}

TEST_F(FakeTest, LaunchesCopiesAndFills) {
  const KernelPtr kernel = Load("add_one");
  EXPECT_EQ(record_of_load_,
            "hipModuleLoadDataEx(\x7f" "ELF)\nhipModuleGetFunction(add_one)\n");
  int value = 41;
  int* pointer = &value;
  const KernelArgument arguments[] = {{&pointer, sizeof pointer, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  launch.range.global[0] = 1000;
  launch.range.may_round_up = true;
  launch.local_memory_bytes = 60000;
  Status status = stream_->LaunchKernel(kernel, launch, nullptr);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(value, 42);
  EXPECT_EQ(TakeRecord(),
            "hipModuleLaunchKernel(add_one, 4 1 1, 256 1 1, 60000)\n");
  int copy = 0;
  EventPtr event;
  ASSERT_TRUE(stream_->Copy(&copy, &value, sizeof copy, &event).ok());
  ASSERT_TRUE(event->Wait().ok());
  EXPECT_EQ(copy, 42);
  EXPECT_EQ(TakeRecord(),
            "hipMemcpyAsync(4, 4)\nhipEventCreateWithFlags(2)\n"
            "hipEventRecord()\nhipEventSynchronize()\n");
  const int seven = 7;
  ASSERT_TRUE(stream_->Fill(&copy, &seven, 4, 4, nullptr).ok());
  EXPECT_EQ(copy, 7);
  launch.local_memory_bytes = 70000;
  EXPECT_EQ(stream_->LaunchKernel(kernel, launch, nullptr).code(),
            StatusCode::kOutOfMemory);
}

TEST_F(FakeTest, AllocatesEveryKind) {
  void* address = nullptr;
  for (const UsmKind kind :
       {UsmKind::kDevice, UsmKind::kHost, UsmKind::kShared}) {
    ASSERT_TRUE(device_->Allocate(kind, 10, 8, &address).ok());
    ASSERT_TRUE(device_->Free(address, kind).ok());
  }
  EXPECT_EQ(TakeRecord(),
            "hipMalloc(512)\nhipDeviceSynchronize()\nhipHostMalloc(512, 1)\n"
            "hipDeviceSynchronize()\n"
            "hipMallocManaged(10, 1)\nhipFree()\n");
}

TEST_F(FakeTest, ErrorsAreHips) {
  setenv("FAKE_HIP_FAIL", "hipMalloc=2", 1);
  void* address = nullptr;
  Status status = device_->Allocate(UsmKind::kDevice, 8, 8, &address);
  EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
  EXPECT_EQ(status.message(),
            "hipMemAlloc: hipErrorOutOfMemory (2): a fake failure");
  unsetenv("FAKE_HIP_FAIL");
  // Nothing links code objects.
  const sycl_device_image a = Image(), b = Image();
  const sycl_device_image* two[] = {&a, &b};
  ProgramPtr program;
  EXPECT_EQ(device_->LoadProgram(two, &program).code(),
            StatusCode::kNotSupported);
  setenv("FAKE_HIP_FAIL", "hipInit=999", 1);
  const PlatformList broken = EnumerateHipPlatforms();
  ASSERT_EQ(broken.warnings.size(), 1u);
  EXPECT_EQ(broken.warnings[0],
            "HIP: hipInit: hipErrorFake (999): a fake failure");
}

}  // namespace
}  // namespace facet::hip
