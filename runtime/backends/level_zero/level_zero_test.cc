// The Level Zero back end on a driver that records calls (fake_level_zero.cc),
// through Debian's loader. FAKE_LEVEL_ZERO is the driver's path.

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
#include "runtime/backends/level_zero/status.h"
#include "runtime/testing/driver_test.h"

namespace facet::level_zero {
namespace {

TEST(StatusTest, NamesErrorsAndClassifiesThem) {
  const Status status =
      ToStatus(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, "zeMemAllocDevice");
  EXPECT_EQ(status.code(), StatusCode::kOutOfMemory);
  EXPECT_EQ(status.message(),
            "zeMemAllocDevice: ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY "
            "(0x70000003)");
  EXPECT_EQ(ToStatus(static_cast<ze_result_t>(0x12345), "f").message(),
            "f: error 0x12345");
  EXPECT_TRUE(ToStatus(ZE_RESULT_SUCCESS, "f").ok());
}

TEST(PlatformsTest, WarnsOfWhatIsBroken) {
  {
    ScopedEnvironment library("SYCL_LEVEL_ZERO_LIBRARY", "/nonexistent/libx.so");
    const PlatformList list = EnumerateLevelZeroPlatforms();
    EXPECT_TRUE(list.platforms.empty());
    ASSERT_EQ(list.warnings.size(), 1u);
    EXPECT_NE(list.warnings[0].find("/nonexistent/libx.so"), std::string::npos);
  }
  ScopedEnvironment library("SYCL_LEVEL_ZERO_LIBRARY", "libm.so.6");
  const PlatformList list = EnumerateLevelZeroPlatforms();
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_EQ(list.warnings[0],
            "Level Zero: libm.so.6 lacks the function zeInit");
}

// ------------------------------------------------- over the fake driver

constexpr unsigned char kSpirv[] = "SPIR-V!";
constexpr unsigned char kNative[] = "binary!";

class FakeTest : public DriverTest {
 protected:
  void SetUp() override {
    OpenDriver(std::getenv("FAKE_LEVEL_ZERO"), "fake_ze_take_record");
  }
  void TearDown() override {
    for (const char* name :
         {"FAKE_ZE_FAIL", "FAKE_ZE_EMPTY", "FAKE_ZE_VERSION", "SYCL_CACHE_DIR"})
      unsetenv(name);
    Hold(false);
    Run();
  }

  void Start(bool profiling = false) {
    DriverTest::Start(EnumerateLevelZeroPlatforms(), profiling);
  }
  void Hold(bool on) {
    reinterpret_cast<void (*)(bool)>(dlsym(fake_, "fake_ze_hold"))(on);
  }
  void Run() { reinterpret_cast<void (*)()>(dlsym(fake_, "fake_ze_run"))(); }

  sycl_device_image Image(bool native = false) {
    sycl_device_image image{};
    image.format = native ? SYCL_IMAGE_FORMAT_OCLOC : SYCL_IMAGE_FORMAT_SPIRV;
    image.target = native ? "intel_gpu_pvc" : "spir64";
    image.begin = native ? kNative : kSpirv;
    image.end = image.begin + 7;
    image.property_sets_begin = sets_;
    image.property_sets_end = sets_ + 1;
    return image;
  }

  KernelPtr Load(const char* name) { return LoadKernel(Image(), name); }

  const sycl_property metadata_[4] = {
      {"arena@uses_local_arena", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"fails@uses_assertion_flag", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"both@uses_assertion_flag", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"both@uses_local_arena", SYCL_PROPERTY_UINT32, 1, nullptr, 0}};
  const sycl_property_set sets_[1] = {
      {kProgramMetadataSet, metadata_, metadata_ + 4}};
};

TEST_F(FakeTest, DescribesTheDevice) {
  Start();
  const DeviceInfo& info = device_->info();
  EXPECT_EQ(info.name, "Fake Data Center GPU");
  EXPECT_EQ(info.vendor, "Intel(R) Corporation");
  EXPECT_EQ(info.version, "Level Zero 1.3");
  EXPECT_EQ(info.driver_version, "16797000");
  EXPECT_EQ(info.backend, BackendKind::kLevelZero);
  EXPECT_EQ(info.type, DeviceType::kGpu);
  EXPECT_EQ(info.max_compute_units, 512u);
  EXPECT_EQ(info.features.limits.local_memory_size, 131072u);
  EXPECT_EQ(info.global_memory_size, uint64_t{64} << 30);
  EXPECT_EQ(info.features.limits.max_work_item_sizes[0], 512u);
  EXPECT_EQ(info.features.limits.max_work_item_sizes[2], 1024u);
  EXPECT_EQ(info.features.sub_group_sizes, (std::vector<uint32_t>{16, 32}));
  EXPECT_EQ(info.architecture_id, 0x030f0007ull << 8);
  EXPECT_EQ(info.timer_resolution_ns, 100u);
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  for (const char* name : {"gpu", "fp16", "fp64", "atomic64",
                           "usm_shared_allocations", "online_compiler"})
    EXPECT_TRUE(has(name)) << name;
  for (const char* name :
       {"cpu", "usm_system_allocations", "usm_atomic_shared_allocations"})
    EXPECT_FALSE(has(name)) << name;
  ASSERT_FALSE(info.target_names.empty());
  EXPECT_EQ(info.target_names.size(), info.features.target_aspects.size());
  EXPECT_EQ(info.target_names[0].substr(0, 13), "intel_gpu_pvc");
  // The queue group of kernels, in the mode that does not block.
  EXPECT_NE(record_of_start_.find("ordinal 1, flags 0, mode 2, priority 0"),
            std::string::npos)
      << record_of_start_;
}

TEST_F(FakeTest, PrioritiesAndMemoryOfPeers) {
  Start();
  for (const auto& [priority, text] :
       {std::pair(StreamPriority::kLow, "priority 1"),
        std::pair(StreamPriority::kHigh, "priority 2")}) {
    StreamOptions options;
    options.priority = priority;
    StreamPtr stream;
    ASSERT_TRUE(device_->CreateStream(options, &stream).ok());
    const std::string record = TakeRecord();
    EXPECT_NE(record.find(text), std::string::npos) << record;
  }
  EXPECT_TRUE(device_->CanAccessPeer(*device_, PeerAccess::kAnyAccess));
  EXPECT_FALSE(device_->CanAccessPeer(*device_, PeerAccess::kAtomics));
  EXPECT_TRUE(device_->SetPeerAccess(*device_, true).ok());
}

TEST_F(FakeTest, RanksImages) {
  Start();
  sycl_device_image image = Image();
  EXPECT_EQ(device_->ImageRank(image), kRankIntermediate);
  image = Image(/*native=*/true);
  image.target = device_->info().target_names[0].c_str();
  EXPECT_EQ(device_->ImageRank(image), kRankExact);
  image.target = "intel_gpu_dg1";
  EXPECT_EQ(device_->ImageRank(image), kRankNever);
  image.format = SYCL_IMAGE_FORMAT_PTX;
  image.target = "nvidia_gpu_sm_80";
  EXPECT_EQ(device_->ImageRank(image), kRankNever);
}

TEST_F(FakeTest, LaunchesWithArgumentsAndLocalMemory) {
  Start();
  const KernelPtr kernel = Load("add_one");
  EXPECT_EQ(kernel->info().max_work_group_size, 512u);
  EXPECT_EQ(kernel->info().static_local_memory_size, 64u);
  int value = 41;
  LaunchDescription launch;
  Status status = LaunchAddOne(kernel, &value, &launch);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(value, 42);
  EXPECT_EQ(TakeRecord(),
            "zeKernelSetGroupSize(256 1 1)\n"
            "zeKernelSetArgumentValue(0, 8)\n"
            "zeCommandListAppendLaunchKernel(add_one, 4 3 1)\n");
  // The next one is after it, and may be at an offset.
  const KernelPtr arena = Load("arena");
  launch.local_memory_bytes = 100;
  launch.range.offset[1] = 7;
  ASSERT_TRUE(stream_->LaunchKernel(arena, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord(),
            "zeKernelSetGroupSize(256 1 1)\n"
            "zeKernelSetGlobalOffsetExp(0 7 0)\n"
            "zeKernelSetArgumentValue(0, 8)\n"
            "zeKernelSetArgumentValue(1, 100, local)\n"
            "zeCommandListAppendBarrier()\n"
            "zeCommandListAppendLaunchKernel(arena, 4 3 1)\n");
  // The offset is forgotten again.
  launch.range.offset[1] = 0;
  ASSERT_TRUE(stream_->LaunchKernel(arena, launch, nullptr).ok());
  EXPECT_NE(TakeRecord().find("OffsetExp(0 0 0)"), std::string::npos);
  ASSERT_TRUE(stream_->LaunchKernel(arena, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord().find("OffsetExp"), std::string::npos);
}

TEST_F(FakeTest, FailedAssertionsEndTheProgram) {
  Start();
  const KernelPtr both = Load("both"), fails = Load("fails");
  int value = 0;
  LaunchDescription launch;
  ASSERT_TRUE(LaunchAddOne(both, &value, &launch).ok());
  EXPECT_EQ(TakeRecord(),
            "zeMemAllocHost(4, 128)\n"
            "zeKernelSetGroupSize(256 1 1)\n"
            "zeKernelSetArgumentValue(0, 8)\n"
            "zeKernelSetArgumentValue(1, 1, local)\n"
            "zeKernelSetArgumentValue(2, 8)\n"
            "zeCommandListAppendLaunchKernel(both, 4 3 1)\n");
  EXPECT_TRUE(stream_->Wait().ok());
  const auto dies = testing::KilledBySignal(SIGABRT);
  const auto go = [&] {
    EventPtr event;
    (void)stream_->LaunchKernel(fails, launch, &event);
    return event;
  };
  bool done = false;
  EXPECT_EXIT((void)go()->Wait(), dies, "");
  EXPECT_EXIT((void)go()->Query(&done), dies, "");
  EXPECT_EXIT((go(), (void)stream_->Wait()), dies, "");
  EXPECT_EXIT((go(), stream_.reset()), dies, "");
}

TEST_F(FakeTest, LeavesOrderToDriversThatKeepIt) {
  setenv("FAKE_ZE_VERSION", "1.9", 1);
  Start();
  EXPECT_NE(record_of_start_.find("flags 2"), std::string::npos);
  const KernelPtr kernel = Load("other");
  ASSERT_TRUE(stream_->LaunchKernel(kernel, {}, nullptr).ok());
  ASSERT_TRUE(stream_->LaunchKernel(kernel, {}, nullptr).ok());
  EXPECT_EQ(TakeRecord().find("Barrier"), std::string::npos);
}

TEST_F(FakeTest, ObeysAndChecksSizes) {
  Start();
  const KernelPtr kernel = Load("sized");
  EXPECT_EQ(kernel->info().reqd_work_group_size[0], 16u);
  EXPECT_EQ(kernel->info().sub_group_size, 16u);
  LaunchDescription launch;
  launch.range.dimensions = 2;
  launch.range.global[0] = 40;
  launch.range.global[1] = 4;
  launch.range.may_round_up = true;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_NE(TakeRecord().find("AppendLaunchKernel(sized, 3 2 1)"),
            std::string::npos);
  launch.range.may_round_up = false;
  launch.range.local[0] = 7;
  launch.range.local[1] = launch.range.local[2] = 1;
  const Status status = stream_->LaunchKernel(kernel, launch, nullptr);
  EXPECT_EQ(status.code(), StatusCode::kNdRange);
  EXPECT_EQ(status.message(),
            "the global size 40 is no multiple of the work-group size 7");
  launch.range.global[0] = 0;
  EXPECT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
}

TEST_F(FakeTest, ProfilesOperationsAcrossTheEndOfTheClock) {
  Start(/*profiling=*/true);
  const KernelPtr kernel = Load("other");
  uint64_t last = 0;
  for (int i = 0; i < 100; ++i) {  // 8 bits are over after some of them
    EventPtr event;
    ASSERT_TRUE(stream_->LaunchKernel(kernel, {}, &event).ok());
    ASSERT_TRUE(event->Wait().ok());
    bool done = false;
    EXPECT_TRUE(event->Query(&done).ok());
    EXPECT_TRUE(done);
    ProfilingTimes times;
    ASSERT_TRUE(event->GetProfilingTimes(&times).ok());
    EXPECT_EQ(times.ended - times.started, 300u);
    EXPECT_LE(times.submitted, times.started);
    EXPECT_LE(times.started - times.submitted, 1000u);
    EXPECT_GE(times.submitted, last);
    last = times.submitted;
  }
  StreamPtr plain;
  ASSERT_TRUE(device_->CreateStream({}, &plain).ok());
  EventPtr event;
  ProfilingTimes times;
  ASSERT_TRUE(plain->RecordEvent(&event).ok());
  EXPECT_EQ(event->GetProfilingTimes(&times).code(),
            StatusCode::kInvalidArgument);
}

TEST_F(FakeTest, FillsWithAnyPattern) {
  Start();
  std::vector<char> memory(1000);
  for (size_t size = 1; size <= 128; ++size) {
    std::vector<char> pattern(size);
    std::iota(pattern.begin(), pattern.end(), 'a');
    for (const size_t bytes : {size, 900 / size * size}) {
      std::fill(memory.begin(), memory.end(), '#');
      EventPtr event;
      ASSERT_TRUE(stream_
                      ->Fill(memory.data() + 1, pattern.data(), size, bytes,
                             &event)
                      .ok());
      ASSERT_TRUE(event->Wait().ok());
      for (size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(memory[1 + i], pattern[i % size]) << size;
      ASSERT_EQ(memory[1 + bytes], '#');
      ASSERT_EQ(memory[0], '#');
    }
  }
}

TEST_F(FakeTest, CopiesPrefetchesAndOrdersStreams) {
  Start();
  StreamPtr second;
  ASSERT_TRUE(device_->CreateStream({}, &second).ok());
  TakeRecord();
  int from = 7, middle = 0, to = 0;
  Hold(true);
  EventPtr event, last;
  ASSERT_TRUE(stream_->Copy(&middle, &from, 4, &event).ok());
  ASSERT_TRUE(second->WaitFor(event).ok());
  ASSERT_TRUE(second->Copy(&to, &middle, 4, nullptr).ok());
  ASSERT_TRUE(second->Prefetch(&to, 4, &last).ok());
  EXPECT_EQ(TakeRecord(),
            "zeEventPoolCreate(flags 1)\nzeEventCreate()\n"
            "zeCommandListAppendMemoryCopy(4)\n"
            "zeCommandListAppendBarrier(waits)\n"
            "zeCommandListAppendMemoryCopy(4)\n"
            "zeCommandListAppendBarrier()\n"
            "zeCommandListAppendMemoryPrefetch(4)\n"
            "zeEventCreate()\n"
            "zeCommandListAppendBarrier(signals)\n");
  bool done = true;
  EXPECT_TRUE(last->Query(&done).ok());
  EXPECT_FALSE(done);
  ASSERT_TRUE(last->Wait().ok());
  EXPECT_EQ(to, 7);
}

// An event that a thread still waits for, or that is still to be signalled, is
// not used for something else.
TEST_F(FakeTest, ReusesEventsOnlyWhenTheyAreOver) {
  Start();
  StreamPtr second;
  ASSERT_TRUE(device_->CreateStream({}, &second).ok());
  std::vector<int> values(600, 0);
  const int one = 1;
  Hold(true);
  TakeRecord();
  for (int& value : values) {
    EventPtr event;
    ASSERT_TRUE(stream_->Copy(&value, &one, 4, &event).ok());
    ASSERT_TRUE(second->WaitFor(event).ok());
  }
  EXPECT_EQ(TakeRecord().find("zeEventHostReset"), std::string::npos);
  ASSERT_TRUE(second->Wait().ok());
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 600);
  Hold(false);
  TakeRecord();
  for (int i = 0; i < 1000; ++i) {
    EventPtr event;
    ASSERT_TRUE(stream_->RecordEvent(&event).ok());
    ASSERT_TRUE(event->Wait().ok());
  }
  const std::string record = TakeRecord();
  EXPECT_NE(record.find("zeEventHostReset"), std::string::npos);
  EXPECT_EQ(record.find("zeEventPoolCreate"), std::string::npos);
}

TEST_F(FakeTest, AllocatesEveryKind) {
  Start();
  void* address = nullptr;
  for (const UsmKind kind :
       {UsmKind::kDevice, UsmKind::kHost, UsmKind::kShared}) {
    ASSERT_TRUE(device_->Allocate(kind, 10, 4096, &address).ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 4096, 0u);
    ASSERT_TRUE(device_->Free(address, kind).ok());
  }
  EXPECT_EQ(TakeRecord(),
            "zeMemAllocDevice(10, 4096)\nzeMemFree()\n"
            "zeMemAllocHost(10, 4096)\nzeMemFree()\n"
            "zeMemAllocShared(10, 4096)\nzeMemFree()\n");
  setenv("FAKE_ZE_FAIL", "zeMemAllocDevice=0x70000003", 1);
  EXPECT_EQ(device_->Allocate(UsmKind::kDevice, 10, 64, &address).code(),
            StatusCode::kOutOfMemory);
}

TEST_F(FakeTest, LoadsSpirvAndNativeImages) {
  Start();
  for (const bool native : {false, true}) {
    const sycl_device_image image = Image(native);
    const sycl_device_image* images[] = {&image};
    ProgramPtr program;
    const Status status = device_->LoadProgram(images, &program);
    ASSERT_TRUE(status.ok()) << status.message();
    KernelPtr kernel;
    ASSERT_TRUE(program->GetKernel("k", &kernel).ok());
    EXPECT_EQ(TakeRecord(),
              std::string(native ? "zeModuleCreate(native, binary!)\n"
                                 : "zeModuleCreate(spirv, SPIR-V!)\n") +
                  "zeModuleBuildLogDestroy()\nzeKernelCreate(k)\n"
                  "zeKernelSetIndirectAccess(7)\n");
    kernel.reset();
    program.reset();
    EXPECT_EQ(TakeRecord(), "zeKernelDestroy()\nzeModuleDestroy()\n");
  }
  const sycl_device_image a = Image(true), b = Image(true);
  const sycl_device_image* two[] = {&a, &b};
  ProgramPtr program;
  EXPECT_EQ(device_->LoadProgram(two, &program).code(),
            StatusCode::kNotSupported);
}

TEST_F(FakeTest, KeepsWhatSpirvBecomes) {
  Start();
  const std::string folder = testing::TempDir() + "/ze_cache";
  std::filesystem::remove_all(folder);
  setenv("SYCL_CACHE_DIR", folder.c_str(), 1);
  const sycl_device_image image = Image();
  const sycl_device_image* images[] = {&image};
  ProgramPtr first, again, after;
  ASSERT_TRUE(device_->LoadProgram(images, &first).ok());
  EXPECT_NE(TakeRecord().find("spirv, SPIR-V!"), std::string::npos);
  ASSERT_TRUE(device_->LoadProgram(images, &again).ok());
  EXPECT_NE(TakeRecord().find("native, compiled"), std::string::npos);
  // A binary that the driver refuses is made again.
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
    if (file.path().extension() == ".bin")
      std::filesystem::resize_file(file.path(), 50);
  ASSERT_TRUE(device_->LoadProgram(images, &after).ok());
  EXPECT_NE(TakeRecord().find("spirv, SPIR-V!"), std::string::npos);
}

// -Xs of the program's link: the driver's compiler gets what images say, what
// is finished gets nothing.
TEST_F(FakeTest, PassesBuildOptionsOfSpirv) {
  Start();
  const std::string_view options = "-ze-opt-large-register-file -g";
  const sycl_property metadata[] = {{kBuildOptionsProperty,
                                     SYCL_PROPERTY_BYTE_ARRAY, 0,
                                     options.data(), options.size()}};
  const sycl_property_set sets[] = {
      {kProgramMetadataSet, metadata, metadata + 1}};
  for (const bool native : {false, true}) {
    sycl_device_image image = Image(native);
    image.property_sets_begin = sets;
    image.property_sets_end = sets + 1;
    const sycl_device_image* images[] = {&image};
    ProgramPtr program;
    ASSERT_TRUE(device_->LoadProgram(images, &program).ok());
    EXPECT_EQ(TakeRecord(), native ? "zeModuleCreate(native, binary!)\n"
                                     "zeModuleBuildLogDestroy()\n"
                                   : "zeModuleCreate(spirv, SPIR-V!, "
                                     "-ze-opt-large-register-file -g)\n"
                                     "zeModuleBuildLogDestroy()\n");
    program.reset();
    TakeRecord();
  }
  // Code that was kept is of the same options.
  const std::string folder = testing::TempDir() + "/ze_options_cache";
  std::filesystem::remove_all(folder);
  setenv("SYCL_CACHE_DIR", folder.c_str(), 1);
  sycl_device_image image = Image();
  const sycl_device_image* images[] = {&image};
  ProgramPtr plain, with, again;
  ASSERT_TRUE(device_->LoadProgram(images, &plain).ok());
  EXPECT_NE(TakeRecord().find("spirv, SPIR-V!)"), std::string::npos);
  image.property_sets_begin = sets;
  image.property_sets_end = sets + 1;
  ASSERT_TRUE(device_->LoadProgram(images, &with).ok());
  EXPECT_NE(TakeRecord().find("spirv, SPIR-V!, -ze-"), std::string::npos);
  ASSERT_TRUE(device_->LoadProgram(images, &again).ok());
  EXPECT_NE(TakeRecord().find("native, compiled)"), std::string::npos);
  unsetenv("SYCL_CACHE_DIR");
  setenv("FAKE_ZE_FAIL", "zeModuleCreate=0x70000004", 1);
  const Status status = device_->LoadProgram(images, &again);
  unsetenv("FAKE_ZE_FAIL");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_NE(status.message().find("options of the image: "
                                  "-ze-opt-large-register-file -g"),
            std::string::npos)
      << status.message();
}

TEST_F(FakeTest, ErrorsSayWhatFailed) {
  Start();
  const sycl_device_image image = Image();
  const sycl_device_image* images[] = {&image};
  ProgramPtr program;
  setenv("FAKE_ZE_FAIL", "zeModuleCreate=0x70000004", 1);
  Status status = device_->LoadProgram(images, &program);
  unsetenv("FAKE_ZE_FAIL");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(),
            "zeModuleCreate: ZE_RESULT_ERROR_MODULE_BUILD_FAILURE "
            "(0x70000004)\nerror: line 3: undefined reference");
  ASSERT_TRUE(device_->LoadProgram(images, &program).ok());
  KernelPtr kernel;
  EXPECT_NE(program->GetKernel("none", &kernel).message().find(": none"),
            std::string::npos);
  ASSERT_TRUE(program->GetKernel("other", &kernel).ok());
  setenv("FAKE_ZE_FAIL", "zeCommandListAppendLaunchKernel=0x70000001", 1);
  EventPtr event;
  status = stream_->LaunchKernel(kernel, {}, &event);
  EXPECT_NE(status.message().find("ZE_RESULT_ERROR_DEVICE_LOST"),
            std::string::npos);
  EXPECT_EQ(event, nullptr);
  unsetenv("FAKE_ZE_FAIL");
  ASSERT_TRUE(stream_->LaunchKernel(kernel, {}, &event).ok());
  setenv("FAKE_ZE_FAIL", "zeEventHostSynchronize=0x70000001", 1);
  EXPECT_FALSE(event->Wait().ok());
  EXPECT_FALSE(stream_->Wait().ok());
}

TEST_F(FakeTest, WarnsOfADriverThatFails) {
  setenv("FAKE_ZE_FAIL", "zeContextCreate=0x70000003", 1);
  const PlatformList list = EnumerateLevelZeroPlatforms();
  EXPECT_TRUE(list.platforms.empty());
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_NE(list.warnings[0].find("Level Zero: zeContextCreate"),
            std::string::npos);
}

// As a null driver does: success, and nothing in the answers.
TEST_F(FakeTest, SurvivesADriverThatSaysNothing) {
  setenv("FAKE_ZE_EMPTY", "1", 1);
  const PlatformList list = EnumerateLevelZeroPlatforms();
  ASSERT_EQ(list.platforms.size(), 1u);
  const DevicePtr device = list.platforms[0]->devices.at(0);
  EXPECT_EQ(device->info().features.limits.max_work_group_size, 1u);
  EXPECT_EQ(device->ImageRank(Image()), kRankNever);
  EXPECT_FALSE(device->ImageHint().empty());
  StreamPtr stream;
  EXPECT_EQ(device->CreateStream({}, &stream).code(),
            StatusCode::kNotSupported);
}

}  // namespace
}  // namespace facet::level_zero

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("ZE_ENABLE_ALT_DRIVERS", std::getenv("FAKE_LEVEL_ZERO"), 1);
  return RUN_ALL_TESTS();
}
