// The CUDA back end over a fake driver that records calls (fake_cuda.cc), and
// its parts that need none. FAKE_CUDA is the fake's path.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/launch.h"
#include "runtime/testing/driver_test.h"

namespace facet::cuda {
namespace {

TEST(TargetTest, ParsesNames) {
  EXPECT_EQ(ParseTarget("nvidia_gpu_sm_90"), (SmVersion{9, 0, false}));
  EXPECT_EQ(ParseTarget("sm_90a"), (SmVersion{9, 0, true}));
  EXPECT_EQ(ParseTarget("nvidia_gpu_sm_120"), (SmVersion{12, 0, false}));
  for (const char* wrong : {"", "sm_", "sm_9", "sm_1234", "sm_9x", "spir64"})
    EXPECT_FALSE(ParseTarget(wrong)) << wrong;
}

int Rank(sycl_image_format format, const char* image, const char* device) {
  return RankImage(format, *ParseTarget(image), *ParseTarget(device));
}

TEST(TargetTest, RanksImages) {
  constexpr auto kPtx = SYCL_IMAGE_FORMAT_PTX;
  constexpr auto kCubin = SYCL_IMAGE_FORMAT_CUBIN;
  EXPECT_GE(Rank(kPtx, "sm_90", "sm_90"), kRankExact);
  EXPECT_GT(Rank(kCubin, "sm_90", "sm_90"), Rank(kPtx, "sm_90", "sm_90"));
  EXPECT_EQ(Rank(kPtx, "sm_90", "sm_80"), kRankNever);
  EXPECT_GT(Rank(kPtx, "sm_86", "sm_89"), Rank(kPtx, "sm_80", "sm_89"));
  EXPECT_GT(Rank(kPtx, "sm_103", "sm_120"), Rank(kPtx, "sm_100", "sm_120"));
  EXPECT_EQ(Rank(kCubin, "sm_80", "sm_90"), kRankNever);
  EXPECT_GT(Rank(kCubin, "sm_80", "sm_89"), Rank(kPtx, "sm_87", "sm_89"));
  EXPECT_GT(Rank(kCubin, "sm_86", "sm_89"), Rank(kCubin, "sm_80", "sm_89"));
  EXPECT_EQ(Rank(kPtx, "sm_90a", "sm_100"), kRankNever);
  EXPECT_GT(Rank(kPtx, "sm_90a", "sm_90"), Rank(kPtx, "sm_90", "sm_90"));
  EXPECT_LT(Rank(kPtx, "sm_50", "sm_120"), kRankExact);
  EXPECT_LT(Rank(kCubin, "sm_120", "sm_121"), kRankExact);
  EXPECT_EQ(Rank(SYCL_IMAGE_FORMAT_AMDGCN, "sm_90", "sm_90"), kRankNever);
}

TEST(PlatformsTest, SaysNothingWithoutADriver) {
  unsetenv("SYCL_CUDA_LIBRARY");
  if (void* real = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
    dlclose(real);
    GTEST_SKIP() << "skipped: this machine has a CUDA driver";
  }
  EXPECT_TRUE(EnumerateCudaPlatforms().platforms.empty());
  EXPECT_TRUE(EnumerateCudaPlatforms().warnings.empty());
}

TEST(PlatformsTest, WarnsOfAnIncompleteDriver) {
  setenv("SYCL_CUDA_LIBRARY", "libm.so.6", 1);
  const PlatformList list = EnumerateCudaPlatforms();
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_EQ(list.warnings[0], "CUDA: libm.so.6 lacks the function cuInit");
}

// ------------------------------------------------- over the fake driver

class FakeTest : public DriverTest {
 protected:
  void SetUp() override {
    setenv("SYCL_CUDA_LIBRARY", FAKE_CUDA, 1);
    OpenDriver(FAKE_CUDA, "fake_cuda_take_record");
    Start(EnumerateCudaPlatforms(), /*profiling=*/true);
  }

  sycl_device_image Image(const char* text) {
    sycl_device_image image{};
    image.format = SYCL_IMAGE_FORMAT_PTX;
    image.target = "nvidia_gpu_sm_80";
    image.begin = reinterpret_cast<const unsigned char*>(text);
    image.end = image.begin + std::strlen(text);
    image.property_sets_begin = sets_;
    image.property_sets_end = sets_ + 1;
    return image;
  }

  KernelPtr Load(const char* name) {
    return LoadKernel(Image(".version 7.0"), name);
  }

  const uint32_t size_[2] = {2, 16};
  const sycl_property metadata_[2] = {
      {"sized@reqd_work_group_size", SYCL_PROPERTY_BYTE_ARRAY, 0, size_,
       sizeof size_},
      {"large@dynamic_local_bytes", SYCL_PROPERTY_UINT32, 60032, nullptr, 0}};
  const sycl_property_set sets_[1] = {
      {kProgramMetadataSet, metadata_, metadata_ + 2}};
};

TEST_F(FakeTest, PrioritiesAreTheDrivers) {
  const auto created = [&](StreamPriority priority) {
    StreamOptions options;
    options.priority = priority;
    StreamPtr stream;
    const Status status = device_->CreateStream(options, &stream);
    EXPECT_TRUE(status.ok()) << status.message();
    return TakeRecord();
  };
  EXPECT_EQ(created(StreamPriority::kNormal), "cuStreamCreate(1)\n");
  TakeRecord();
  EXPECT_EQ(created(StreamPriority::kHigh),
            "cuStreamCreateWithPriority(1, -5)\n");
  TakeRecord();
  EXPECT_EQ(created(StreamPriority::kLow),
            "cuStreamCreateWithPriority(1, 0)\n");
}

TEST_F(FakeTest, MemoryOfPeers) {
  Device& peer = *device_;
  EXPECT_TRUE(device_->CanAccessPeer(peer, PeerAccess::kAnyAccess));
  EXPECT_FALSE(device_->CanAccessPeer(peer, PeerAccess::kAtomics));
  EXPECT_TRUE(device_->SetPeerAccess(peer, true).ok());
  EXPECT_EQ(TakeRecord(), "cuCtxEnablePeerAccess(0)\n");
  EXPECT_TRUE(device_->SetPeerAccess(peer, false).ok());
  EXPECT_EQ(TakeRecord(), "cuCtxDisablePeerAccess()\n");
  // Another library has turned it on, or off.
  setenv("FAKE_CUDA_FAIL", "cuCtxEnablePeerAccess=704", 1);
  EXPECT_TRUE(device_->SetPeerAccess(peer, true).ok());
  setenv("FAKE_CUDA_FAIL", "cuCtxDisablePeerAccess=705", 1);
  EXPECT_TRUE(device_->SetPeerAccess(peer, false).ok());
  setenv("FAKE_CUDA_FAIL", "cuCtxEnablePeerAccess=705", 1);
  EXPECT_FALSE(device_->SetPeerAccess(peer, true).ok());
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(FakeTest, DescribesTheDevice) {
  const DeviceInfo& info = device_->info();
  EXPECT_EQ(info.name, "NVIDIA Fake");
  EXPECT_EQ(info.version, "CUDA 8.9");
  EXPECT_EQ(info.driver_version, "12.4");
  EXPECT_EQ(info.features.limits.max_work_item_sizes[0], 64u);
  EXPECT_EQ(info.features.limits.max_work_item_sizes[2], 1024u);
  EXPECT_EQ(info.features.sub_group_sizes, std::vector<uint32_t>{32});
  EXPECT_EQ(info.features.limits.local_memory_size, 101376u);
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  EXPECT_TRUE(has("gpu"));
  EXPECT_TRUE(has("fp64"));
  EXPECT_TRUE(has("atomic64"));
  EXPECT_TRUE(has("usm_shared_allocations"));
  EXPECT_FALSE(has("usm_system_allocations"));
  EXPECT_FALSE(has("usm_atomic_host_allocations"));
  EXPECT_FALSE(has("cpu"));
  ASSERT_FALSE(info.target_names.empty());
  EXPECT_EQ(info.target_names.size(), info.features.target_aspects.size());
  // Newest first, none newer than the device.
  int last = 89;
  for (const std::string& name : info.target_names) {
    const auto version = ParseTarget(name);
    ASSERT_TRUE(version) << name;
    EXPECT_LE(version->Number(), last);
    last = version->Number();
  }
}

TEST_F(FakeTest, TellsItsHardware) {
  const HardwareInfo& hardware = device_->info().hardware;
  EXPECT_EQ(hardware.pci_address, "ffff:3b:00.0");
  EXPECT_EQ(hardware.device_id, std::nullopt);
  EXPECT_EQ(hardware.memory_clock_rate, 2619u);
  EXPECT_EQ(hardware.memory_bus_width, 6144u);
  ASSERT_TRUE(hardware.uuid);
  EXPECT_EQ((*hardware.uuid)[15], 15);
  EXPECT_FALSE(hardware.gpu_slices);
  uint64_t bytes = 0;
  const Status status = device_->FreeMemory(&bytes);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(bytes, uint64_t{1} << 29);
  const auto has = [&](const char* name) {
    return device_->info().features.aspects.Contains(*AspectByName(name));
  };
  EXPECT_TRUE(has("ext_intel_free_memory"));
  EXPECT_TRUE(has("ext_intel_pci_address"));
  EXPECT_FALSE(has("ext_intel_device_id"));
}

TEST_F(FakeTest, LaunchesWithArgumentsAndLocalMemory) {
  const KernelPtr kernel = Load("add_one");
  EXPECT_EQ(kernel->info().max_work_group_size, 1024u);
  EXPECT_EQ(kernel->info().static_local_memory_size, 1024u);
  int value = 41;
  LaunchDescription launch;
  Status status = LaunchAddOne(kernel, &value, &launch);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(value, 42);
  EXPECT_EQ(TakeRecord(), "cuLaunchKernel(add_one, 4 3 1, 256 1 1, 0)\n");

  launch.local_memory_bytes = 100000;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord(),
            "cuFuncSetAttribute(8, 100000)\n"
            "cuLaunchKernel(add_one, 4 3 1, 256 1 1, 100000)\n"
            "cuLaunchKernel(add_one, 4 3 1, 256 1 1, 100000)\n");
  launch.local_memory_bytes = 101376;  // plus the static 1024
  status = stream_->LaunchKernel(kernel, launch, nullptr);
  EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
  EXPECT_NE(status.message().find("102400"), std::string::npos);
  EXPECT_TRUE(device_->info().takes_offsets);
}

// Variables that are too large to be static are in dynamic memory.
TEST_F(FakeTest, LaunchesWithDynamicMemoryOfTheKernel) {
  const KernelPtr kernel = Load("large");
  EXPECT_EQ(kernel->info().static_local_memory_size, 1024u + 60032u);
  int value = 0;
  LaunchDescription launch;
  ASSERT_TRUE(LaunchAddOne(kernel, &value, &launch).ok());
  launch.local_memory_bytes = 40000;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord(),
            "cuFuncSetAttribute(8, 60032)\n"
            "cuLaunchKernel(other, 4 3 1, 256 1 1, 60032)\n"
            "cuFuncSetAttribute(8, 100032)\n"
            "cuLaunchKernel(other, 4 3 1, 256 1 1, 100032)\n");
  launch.local_memory_bytes = 101376 - 61056 + 1;
  const Status status = stream_->LaunchKernel(kernel, launch, nullptr);
  EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
  EXPECT_NE(status.message().find("101377"), std::string::npos)
      << status.message();
}

TEST_F(FakeTest, LaunchesWithOffsets) {
  uint64_t value = 7;
  const KernelArgument argument{&value, sizeof value, alignof(uint64_t)};
  LaunchDescription launch;
  launch.arguments = {&argument, 1};
  launch.range.global[0] = launch.range.local[0] = 4;
  const auto run = [&](const KernelPtr& kernel) {
    for (int d = 1; d < 3; ++d) launch.range.local[d] = 1;
    return stream_->LaunchKernel(kernel, launch, nullptr);
  };
  const KernelPtr moves = Load("moves");
  launch.range.offset[0] = 5;
  launch.range.offset[2] = 6;
  TakeRecord();
  ASSERT_TRUE(run(moves).ok());
  ASSERT_TRUE(run(moves).ok());  // looked up once
  EXPECT_EQ(TakeRecord(),
            "cuModuleGetFunction(moves$offset)\n"
            "cuLaunchKernel(moves$offset, offset 5 0 6)\n"
            "cuLaunchKernel(moves$offset, offset 5 0 6)\n");
  // One that does not depend on it.
  ASSERT_TRUE(run(Load("other")).ok());
  EXPECT_NE(TakeRecord().find("cuLaunchKernel(other, 1 1 1, 4 1 1, 0)"),
            std::string::npos);
  Status status = run(Load("imports"));
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_NE(status.message().find("calls functions of another library"),
            std::string::npos);
  status = run(Load("old"));
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_NE(status.message().find("no source of its program"),
            std::string::npos);
  launch.range.offset[0] = launch.range.offset[2] = 0;
  ASSERT_TRUE(run(moves).ok());
  EXPECT_NE(TakeRecord().find("cuLaunchKernel(other, 1 1 1"),
            std::string::npos);
}

TEST_F(FakeTest, ObeysRequiredSizes) {
  const KernelPtr kernel = Load("sized");
  EXPECT_EQ(kernel->info().reqd_work_group_size[0], 16u);
  EXPECT_EQ(kernel->info().reqd_work_group_size[1], 2u);
  LaunchDescription launch;
  launch.range.dimensions = 2;
  launch.range.global[0] = 40;
  launch.range.global[1] = 4;
  launch.range.may_round_up = true;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord(), "cuLaunchKernel(other, 3 2 1, 16 2 1, 0)\n");
}

TEST_F(FakeTest, ProfilesOperations) {
  const KernelPtr kernel = Load("other");
  EventPtr first, second;
  LaunchDescription launch;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, &first).ok());
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, &second).ok());
  ProfilingTimes one, two;
  ASSERT_TRUE(first->Wait().ok());
  ASSERT_TRUE(first->GetProfilingTimes(&one).ok());
  ASSERT_TRUE(second->GetProfilingTimes(&two).ok());
  EXPECT_EQ(one.ended - one.started, 1000000u);
  EXPECT_EQ(two.started - one.ended, 0u);
  EXPECT_LE(one.submitted, one.started);
  bool done = false;
  EXPECT_TRUE(first->Query(&done).ok());
  EXPECT_TRUE(done);
  StreamPtr plain;
  ASSERT_TRUE(device_->CreateStream({}, &plain).ok());
  ASSERT_TRUE(plain->WaitFor(first).ok());
  ASSERT_TRUE(plain->RecordEvent(&second).ok());
  EXPECT_EQ(second->GetProfilingTimes(&two).code(),
            StatusCode::kInvalidArgument);
}

TEST_F(FakeTest, RecordsEventsAgain) {
  StreamPtr plain;
  ASSERT_TRUE(device_->CreateStream({}, &plain).ok());
  TakeRecord();
  for (int i = 0; i < 3; ++i) {
    EventPtr event;
    ASSERT_TRUE(plain->RecordEvent(&event).ok());
  }
  EXPECT_EQ(TakeRecord(),
            "cuEventCreate(2)\ncuEventRecord()\ncuEventRecord()\n"
            "cuEventRecord()\n");
}

TEST_F(FakeTest, FillsWithAnyPattern) {
  std::vector<char> memory(1000);
  for (size_t size = 1; size <= 128; ++size)
    for (size_t shift = 0; shift < 4; ++shift) {
      std::vector<char> pattern(size);
      std::iota(pattern.begin(), pattern.end(), 'a');
      std::fill(memory.begin(), memory.end(), '#');
      const size_t bytes = 900 / size * size;
      ASSERT_TRUE(stream_
                      ->Fill(memory.data() + shift, pattern.data(), size, bytes,
                             nullptr)
                      .ok());
      for (size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(memory[shift + i], pattern[i % size]);
      ASSERT_EQ(memory[shift + bytes], '#');
    }
}

TEST_F(FakeTest, AllocatesEveryKind) {
  void* address = nullptr;
  ASSERT_TRUE(device_->Allocate(UsmKind::kDevice, 10, 8, &address).ok());
  ASSERT_TRUE(device_->Free(address, UsmKind::kDevice).ok());
  ASSERT_TRUE(device_->Allocate(UsmKind::kHost, 10, 8, &address).ok());
  ASSERT_TRUE(device_->Free(address, UsmKind::kHost).ok());
  ASSERT_TRUE(device_->Allocate(UsmKind::kShared, 10, 4096, &address).ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 4096, 0u);
  ASSERT_TRUE(device_->Free(address, UsmKind::kShared).ok());
  EXPECT_EQ(TakeRecord(),
            "cuMemAlloc(512)\ncuCtxSynchronize()\ncuMemHostAlloc(512, 1)\n"
            "cuCtxSynchronize()\ncuMemAllocManaged(4106, 1)\ncuMemFree()\n");
}

TEST_F(FakeTest, GivesFreedMemoryAgain) {
  const auto allocate = [&](UsmKind kind, size_t bytes, size_t alignment) {
    void* address = nullptr;
    EXPECT_TRUE(device_->Allocate(kind, bytes, alignment, &address).ok());
    return address;
  };
  for (UsmKind kind : {UsmKind::kDevice, UsmKind::kHost}) {
    void* const first = allocate(kind, 100'000, 64);
    ASSERT_TRUE(device_->Free(first, kind).ok());
    TakeRecord();
    EXPECT_EQ(allocate(kind, 99'000, 64), first);
    EXPECT_EQ(TakeRecord(), "");
    ASSERT_TRUE(device_->Free(first, kind).ok());
    EXPECT_EQ(TakeRecord(), "cuCtxSynchronize()\n");
  }
  // What was moved for its alignment.
  void* const moved = allocate(UsmKind::kDevice, 5000, 8192);
  ASSERT_TRUE(device_->Free(moved, UsmKind::kDevice).ok());
  EXPECT_EQ(allocate(UsmKind::kDevice, 5000, 8192), moved);
  ASSERT_TRUE(device_->Free(moved, UsmKind::kDevice).ok());
  // The program sees as free what is kept.
  uint64_t bytes = 0;
  ASSERT_TRUE(device_->FreeMemory(&bytes).ok());
  EXPECT_GT(bytes, (uint64_t{1} << 29) + 100'000);
  // A thirty-second of the device's memory at most, and no larger block.
  TakeRecord();
  void* const large = allocate(UsmKind::kDevice, 40 << 20, 64);
  ASSERT_TRUE(device_->Free(large, UsmKind::kDevice).ok());
  EXPECT_EQ(TakeRecord(), "cuMemAlloc(41943040)\ncuMemFree()\n");
  // A second try when the driver has no more.
  setenv("FAKE_CUDA_FAIL", "cuMemAlloc=2", 1);
  void* none = nullptr;
  EXPECT_EQ(device_->Allocate(UsmKind::kDevice, 1 << 20, 64, &none).code(),
            StatusCode::kOutOfMemory);
  unsetenv("FAKE_CUDA_FAIL");
  EXPECT_EQ(TakeRecord(),
            "cuMemAlloc(1048576)\ncuMemFree()\ncuMemFree()\ncuMemFreeHost()\n"
            "cuMemAlloc(1048576)\n");
}

TEST_F(FakeTest, KeepsAsMuchMemoryAsItIsTold) {
  const auto record_of = [&] {
    const auto device = EnumerateCudaPlatforms().platforms.at(0)->devices.at(0);
    TakeRecord();
    void* address = nullptr;
    EXPECT_TRUE(device->Allocate(UsmKind::kDevice, 4096, 64, &address).ok());
    EXPECT_TRUE(device->Free(address, UsmKind::kDevice).ok());
    return TakeRecord();
  };
  setenv("SYCL_KEPT_MEMORY", "0", 1);
  EXPECT_NE(record_of().find("cuMemFree()"), std::string::npos);
  setenv("SYCL_KEPT_MEMORY", "1M", 1);
  EXPECT_EQ(record_of().find("cuMemFree()"), std::string::npos);
  setenv("SYCL_KEPT_MEMORY", "much", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(record_of().find("cuMemFree()"), std::string::npos);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "SYCL_KEPT_MEMORY: 'much' is no size"),
            std::string::npos);
  unsetenv("SYCL_KEPT_MEMORY");
}

TEST_F(FakeTest, LeavesTheCallersContextAlone) {
  reinterpret_cast<void (*)()>(dlsym(fake_, "fake_cuda_use_other_context"))();
  ASSERT_TRUE(stream_->Wait().ok());
  EXPECT_TRUE(reinterpret_cast<bool (*)()>(
      dlsym(fake_, "fake_cuda_other_context_is_current"))());
}

TEST_F(FakeTest, LinksSeveralImages) {
  const sycl_device_image a = Image("A"), b = Image("B");
  const sycl_device_image* images[] = {&a, &b};
  ProgramPtr program;
  ASSERT_TRUE(device_->LoadProgram(images, &program).ok());
  EXPECT_EQ(TakeRecord(),
            "cuLinkCreate()\ncuLinkAddData(1, A, 2, nvidia_gpu_sm_80)\n"
            "cuLinkAddData(1, B, 2, nvidia_gpu_sm_80)\ncuLinkComplete()\n"
            "cuLinkDestroy()\ncuModuleLoadDataEx(linked)\n");
  program.reset();
  EXPECT_EQ(TakeRecord(), "cuModuleUnload()\n");
}

TEST_F(FakeTest, KeepsWhatPtxBecomes) {
  const std::string folder = testing::TempDir() + "/cuda_cache";
  std::filesystem::remove_all(folder);
  setenv("SYCL_CACHE_DIR", folder.c_str(), 1);
  const sycl_device_image a = Image("A"), b = Image("B");
  const sycl_device_image* first[] = {&a};
  const sycl_device_image* other[] = {&b};
  const std::string compiled =
      "cuLinkCreate()\ncuLinkAddData(1, A, 2, nvidia_gpu_sm_80)\n"
      "cuLinkComplete()\ncuLinkDestroy()\ncuModuleLoadDataEx(linked)\n";
  ProgramPtr program, again;
  ASSERT_TRUE(device_->LoadProgram(first, &program).ok());
  EXPECT_EQ(TakeRecord(), compiled);
  ASSERT_TRUE(device_->LoadProgram(first, &again).ok());
  EXPECT_EQ(TakeRecord(), "cuModuleLoadDataEx(linked)\n");
  // Other code is another entry.
  ProgramPtr third;
  ASSERT_TRUE(device_->LoadProgram(other, &third).ok());
  EXPECT_NE(TakeRecord().find("cuLinkAddData(1, B"), std::string::npos);
  // A damaged entry is made again.
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
    if (file.path().extension() == ".bin")
      std::filesystem::resize_file(file.path(), 50);
  ProgramPtr fourth;
  ASSERT_TRUE(device_->LoadProgram(first, &fourth).ok());
  EXPECT_EQ(TakeRecord(), compiled);
}

TEST_F(FakeTest, FailedAssertionsEndTheProgram) {
  void* address = nullptr;
  setenv("FAKE_CUDA_FAIL", "cuMemAlloc=710", 1);
  EXPECT_EXIT((void)device_->Allocate(UsmKind::kDevice, 8, 8, &address),
              testing::KilledBySignal(SIGABRT), "");
  unsetenv("FAKE_CUDA_FAIL");
}

TEST_F(FakeTest, ErrorsSayWhatFailed) {
  const sycl_device_image image = Image("bad");
  const sycl_device_image* images[] = {&image};
  ProgramPtr program;
  setenv("FAKE_CUDA_FAIL", "cuModuleLoadDataEx=218", 1);
  Status status = device_->LoadProgram(images, &program);
  unsetenv("FAKE_CUDA_FAIL");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(),
            "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218): a fake "
            "failure\nptxas fatal : line 3");
  ASSERT_TRUE(device_->LoadProgram(images, &program).ok());
  KernelPtr kernel;
  status = program->GetKernel("none", &kernel);
  EXPECT_NE(status.message().find(": none"), std::string::npos);
  setenv("FAKE_CUDA_FAIL", "cuMemAlloc=2", 1);
  void* address = nullptr;
  status = device_->Allocate(UsmKind::kDevice, 8, 8, &address);
  EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
  setenv("FAKE_CUDA_FAIL", "cuInit=999", 1);
  const PlatformList broken = EnumerateCudaPlatforms();
  ASSERT_EQ(broken.warnings.size(), 1u);
  EXPECT_EQ(broken.warnings[0],
            "CUDA: cuInit: CUDA_ERROR_FAKE (999): a fake failure");
  setenv("FAKE_CUDA_FAIL", "cuInit=100", 1);
  EXPECT_TRUE(EnumerateCudaPlatforms().warnings.empty());
  unsetenv("FAKE_CUDA_FAIL");
}

}  // namespace
}  // namespace facet::cuda
