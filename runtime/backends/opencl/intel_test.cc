// The OpenCL back end over a fake Intel GPU driver (fake_opencl.cc): the ways
// that no driver on a test machine has. FAKE_OPENCL is the fake's path.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/testing/driver_test.h"

namespace facet::opencl {
namespace {

class IntelTest : public DriverTest {
 protected:
  void SetUp() override {
    setenv("SYCL_OPENCL_LIBRARY", FAKE_OPENCL, 1);
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
    OpenDriver(FAKE_OPENCL, "fake_opencl_take_record");
    Start(EnumerateOpenClPlatforms());
  }

  sycl_device_image Image(sycl_image_format format, const char* target) {
    static const unsigned char kBytes[] = {'c', 'o', 'd', 'e'};
    sycl_device_image image{};
    image.format = format;
    image.target = target;
    image.begin = kBytes;
    image.end = kBytes + sizeof kBytes;
    image.property_sets_begin = sets_;
    image.property_sets_end = sets_ + 1;
    return image;
  }

  Status Load(const sycl_device_image& image) {
    const sycl_device_image* images[] = {&image};
    return device_->LoadProgram(images, &program_);
  }

  const sycl_property metadata_[4] = {
      {"K@uses_local_arena", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"fails@uses_assertion_flag", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"both@uses_assertion_flag", SYCL_PROPERTY_UINT32, 1, nullptr, 0},
      {"both@uses_local_arena", SYCL_PROPERTY_UINT32, 1, nullptr, 0}};
  const sycl_property_set sets_[1] = {
      {kProgramMetadataSet, metadata_, metadata_ + 4}};
  ProgramPtr program_;
};

TEST_F(IntelTest, KnowsTheDeviceByItsIpVersion) {
  const DeviceInfo& info = device_->info();
  EXPECT_EQ(info.architecture_id, 0x030f000700u);
  ASSERT_FALSE(info.target_names.empty());
  EXPECT_EQ(info.target_names.front(), "intel_gpu_pvc");
  EXPECT_EQ(info.target_names.back(), "spir64_gen");
  EXPECT_EQ(info.features.sub_group_sizes, (std::vector<uint32_t>{16, 32}));
  EXPECT_EQ(info.features.limits.max_work_item_sizes[0], 64u);
  EXPECT_EQ(info.features.limits.max_work_item_sizes[2], 1024u);
  const auto has = [&](const char* name) {
    return info.features.aspects.Contains(*AspectByName(name));
  };
  EXPECT_TRUE(has("gpu"));
  EXPECT_TRUE(has("fp16"));
  EXPECT_FALSE(has("fp64"));
  EXPECT_FALSE(has("atomic64"));  // base atomics alone are not enough
  EXPECT_TRUE(has("usm_shared_allocations"));
  EXPECT_TRUE(has("usm_atomic_shared_allocations"));
  EXPECT_FALSE(has("usm_atomic_host_allocations"));
  EXPECT_FALSE(has("usm_system_allocations"));
}

TEST_F(IntelTest, PrioritiesAreHintsToTheDriver) {
  for (const auto& [priority, record] :
       {std::pair(StreamPriority::kHigh,
                  "clCreateCommandQueueWithProperties(4243=2 4246=1 )\n"),
        std::pair(StreamPriority::kLow,
                  "clCreateCommandQueueWithProperties(4243=2 4246=4 )\n"),
        std::pair(StreamPriority::kNormal, "clCreateCommandQueue(2)\n")}) {
    StreamOptions options;
    options.profiling = true;
    options.priority = priority;
    StreamPtr stream;
    TakeRecord();
    ASSERT_TRUE(device_->CreateStream(options, &stream).ok());
    EXPECT_EQ(TakeRecord(), record);
  }
}

TEST_F(IntelTest, PrefersItsOwnBinaries) {
  const auto own = Image(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc");
  const auto spirv = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
  EXPECT_EQ(device_->ImageRank(own), kRankExact);
  EXPECT_EQ(device_->ImageRank(spirv), kRankIntermediate);
  EXPECT_EQ(device_->ImageRank(Image(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_dg1")),
            kRankNever);
  ASSERT_TRUE(Load(own).ok());
  EXPECT_EQ(TakeRecord(),
            "clCreateProgramWithBinary(code)\nclBuildProgram('')\n");
  ASSERT_TRUE(Load(spirv).ok());
  EXPECT_EQ(TakeRecord(), "clCreateProgramWithIL(4)\nclBuildProgram('')\n");
}

// A driver of another maker, without SPIR-V: no image is for it, and none is
// loaded only to fail.
TEST_F(IntelTest, RanksNothingForADriverWithoutSpirv) {
  const ScopedEnvironment plain("FAKE_OPENCL_PLAIN", "1");
  const PlatformList list = EnumerateOpenClPlatforms();
  ASSERT_EQ(list.platforms.size(), 1u);
  const Device& device = *list.platforms[0]->devices.at(0);
  EXPECT_EQ(device.info().name, "Plain Fake");
  for (const char* target : {"spir64", "spir64_gen"})
    EXPECT_EQ(device.ImageRank(Image(SYCL_IMAGE_FORMAT_SPIRV, target)),
              kRankNever);
  EXPECT_EQ(device.ImageRank(Image(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc")),
            kRankNever);
  EXPECT_EQ(device.ImageHint(), "the OpenCL driver takes no SPIR-V");
}

// The driver gets one module.
TEST_F(IntelTest, LinksSpirvImages) {
  auto image = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
  const sycl_device_image* images[] = {&image, &image};
  Status status = device_->LoadProgram(images, &program_);
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(), "SPIR-V: the header is cut short: 1 of 5 words");
  EXPECT_EQ(TakeRecord(), "");
  // A module of nothing but its memory model, twice; Linkage comes to it.
  const uint32_t words[] = {0x07230203, 0x00010200, 0, 1, 0,
                            3u << 16 | 14, 2, 2};
  image.begin = reinterpret_cast<const unsigned char*>(words);
  image.end = image.begin + sizeof words;
  status = device_->LoadProgram(images, &program_);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(TakeRecord(), "clCreateProgramWithIL(40)\nclBuildProgram('')\n");
  const auto binary = Image(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc");
  const sycl_device_image* binaries[] = {&binary, &binary};
  EXPECT_EQ(device_->LoadProgram(binaries, &program_).code(),
            StatusCode::kNotSupported);
}

// SYCL has sub-groups on every device. A driver without them gets code that asks
// for none: the work-items are sub-groups of their own.
TEST_F(IntelTest, SubGroupsOfOneWorkItemWhereTheDriverHasNone) {
  const ScopedEnvironment none("FAKE_OPENCL_NO_SUB_GROUPS", "1");
  const PlatformList list = EnumerateOpenClPlatforms();
  ASSERT_EQ(list.platforms.size(), 1u);
  Device& device = *list.platforms[0]->devices.at(0);
  EXPECT_EQ(device.info().features.sub_group_sizes, std::vector<uint32_t>{1});
  EXPECT_FALSE(device.SelectsConditionalCode());
  // A kernel without code, declared with a sub-group size.
  const uint32_t words[] = {0x07230203,   0x00010200, 0,  4, 0,        //
                            2u << 16 | 17, 6,                          //
                            2u << 16 | 17, 58,                         //
                            3u << 16 | 14, 2,          2,              //
                            4u << 16 | 15, 6,          1,  'K',        //
                            4u << 16 | 16, 1,          35, 1,          //
                            2u << 16 | 19, 2,                          //
                            3u << 16 | 33, 3,          2,              //
                            5u << 16 | 54, 2,          1,  0, 3,       //
                            1u << 16 | 56};
  auto image = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
  image.begin = reinterpret_cast<const unsigned char*>(words);
  image.end = image.begin + sizeof words;
  TakeRecord();
  const sycl_device_image* images[] = {&image};
  // Without the capability SubgroupDispatch and the size.
  Status status = device.LoadProgram(images, &program_);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(TakeRecord(), "clCreateProgramWithIL(" +
                              std::to_string(sizeof words - 6 * 4) +
                              ")\nclBuildProgram('')\n");
  // The driver that has them gets the code as it is.
  status = device_->LoadProgram(images, &program_);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(TakeRecord(), "clCreateProgramWithIL(" +
                              std::to_string(sizeof words) +
                              ")\nclBuildProgram('')\n");
  const auto text = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
  images[0] = &text;
  EXPECT_EQ(device.LoadProgram(images, &program_).message(),
            "SPIR-V: the header is cut short: 1 of 5 words");
  // Binaries are the driver's own.
  const auto binary = Image(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_pvc");
  images[0] = &binary;
  EXPECT_TRUE(device.LoadProgram(images, &program_).ok());
}

// A driver that knows conditions gets them.
TEST_F(IntelTest, LeavesConditionsToTheDriver) {
  EXPECT_TRUE(device_->SelectsConditionalCode());
  const auto image = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
  const sycl_device_image* images[] = {&image};
  const SpecConstants constants[] = {{{3, true}, {4, false}}};
  const Status status =
      device_->LoadConditionalProgram(images, constants, &program_);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(TakeRecord(),
            "clCreateProgramWithIL(4)\n"
            "clSetProgramSpecializationConstant(3, 1, 1)\n"
            "clSetProgramSpecializationConstant(4, 1, 0)\n"
            "clBuildProgram('')\n");
}

TEST_F(IntelTest, LaunchesWithIndirectAccessAndArena) {
  ASSERT_TRUE(Load(Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64")).ok());
  KernelPtr kernel;
  ASSERT_TRUE(program_->GetKernel("K", &kernel).ok());
  TakeRecord();
  const uint64_t functor[3] = {};
  const KernelArgument arguments[] = {{functor, sizeof functor, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  launch.range.global[0] = 1000;
  launch.range.may_round_up = true;
  EventPtr event;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, &event).ok());
  EXPECT_EQ(TakeRecord(),
            "clSetKernelArg(0, 24)\nclSetKernelArg(1, 1, null)\n"
            "clSetKernelExecInfo(4200)\nclSetKernelExecInfo(4201)\n"
            "clSetKernelExecInfo(4202)\n"
            "clEnqueueNDRangeKernel(1, 1024, 256)\n");
  launch.local_memory_bytes = 64;
  ASSERT_TRUE(stream_->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_EQ(TakeRecord(),
            "clSetKernelArg(0, 24)\nclSetKernelArg(1, 64, null)\n"
            "clEnqueueNDRangeKernel(1, 1024, 256)\n");
  // The work's own failure, not that of waiting.
  EXPECT_EQ(event->Wait().message(),
            "OpenCL command: CL_OUT_OF_RESOURCES (-5)");
}

TEST_F(IntelTest, FailedAssertionsEndTheProgram) {
  ASSERT_TRUE(Load(Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64")).ok());
  const uint64_t functor[1] = {};
  const KernelArgument arguments[] = {{functor, sizeof functor, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  const auto start = [&](const char* name, EventPtr* event) {
    KernelPtr kernel;
    Status status = program_->GetKernel(name, &kernel);
    if (status.ok()) status = stream_->LaunchKernel(kernel, launch, event);
    ASSERT_TRUE(status.ok()) << status.message();
  };
  TakeRecord();
  EventPtr event;
  start("both", &event);
  EXPECT_EQ(TakeRecord(),
            "clCreateKernel(both)\nclHostMemAllocINTEL(4, 4)\n"
            "clSetKernelArg(0, 8)\nclSetKernelArg(1, 1, null)\n"
            "clSetKernelArg(2, 8)\n"
            "clSetKernelExecInfo(4200)\nclSetKernelExecInfo(4201)\n"
            "clSetKernelExecInfo(4202)\n"
            "clEnqueueNDRangeKernel(1, 1, 0)\n");
  // In processes of their own, where commands do not fail by themselves.
  const auto go = [&](const char* name) {
    reinterpret_cast<bool (*)(long, bool, int)>(
        dlsym(fake_, "fake_opencl_fail"))(0, false, 0);
    start(name, &event);
  };
  EXPECT_EXIT((go("both"), std::exit(event->Wait().ok() ? 7 : 8)),
              testing::ExitedWithCode(7), "");
  // Whoever waits, and for whatever comes after it in the stream.
  const auto dies = testing::KilledBySignal(SIGABRT);
  bool done = false;
  EXPECT_EXIT((go("fails"), (void)event->Wait()), dies, "");
  EXPECT_EXIT((go("fails"), (void)event->Query(&done)), dies, "");
  EXPECT_EXIT((go("fails"), (void)stream_->Wait()), dies, "");
  EXPECT_EXIT(
      (go("fails"), (void)stream_->RecordEvent(&event), (void)event->Wait()),
      dies, "");
  EXPECT_EXIT((go("fails"), event.reset(), stream_.reset()), dies, "");
  // No memory for it.
  StreamPtr other;
  ASSERT_TRUE(device_->CreateStream({}, &other).ok());
  KernelPtr kernel;
  ASSERT_TRUE(program_->GetKernel("both", &kernel).ok());
  setenv("FAKE_OPENCL_FAIL", "clHostMemAllocINTEL=-6", 1);
  EXPECT_TRUE(other->LaunchKernel(kernel, launch, nullptr).ok());
  EXPECT_NE(TakeRecord().find("clSharedMemAllocINTEL(4, 4)"),
            std::string::npos);
  unsetenv("FAKE_OPENCL_FAIL");
}

TEST_F(IntelTest, AllocatesCopiesAndFills) {
  void* address = nullptr;
  ASSERT_TRUE(device_->Allocate(UsmKind::kDevice, 64, 16, &address).ok());
  const char pattern[3] = {1, 2, 3};
  ASSERT_TRUE(stream_->Fill(address, pattern, 3, 12, nullptr).ok());
  EXPECT_EQ(static_cast<char*>(address)[11], 3);
  ASSERT_TRUE(device_->Free(address, UsmKind::kDevice).ok());
  ASSERT_TRUE(device_->Allocate(UsmKind::kHost, 8, 8, &address).ok());
  ASSERT_TRUE(device_->Free(address, UsmKind::kHost).ok());
  ASSERT_TRUE(device_->Allocate(UsmKind::kShared, 8, 8, &address).ok());
  ASSERT_TRUE(device_->Free(address, UsmKind::kShared).ok());
  EXPECT_EQ(TakeRecord(),
            "clDeviceMemAllocINTEL(64, 16)\n"
            "clEnqueueMemFillINTEL(2, 2)\nclEnqueueMemFillINTEL(1, 1)\n"
            "clEnqueueMemcpyINTEL(3)\nclEnqueueMemcpyINTEL(6)\n"
            "clMemFreeINTEL()\nclHostMemAllocINTEL(8, 8)\nclMemFreeINTEL()\n"
            "clSharedMemAllocINTEL(8, 8)\nclMemFreeINTEL()\n");
}

// -Xs of the program's link. Images of several libraries may have different
// options: the one module is built with all of them.
TEST_F(IntelTest, PassesBuildOptionsOfSpirv) {
  const uint32_t words[] = {0x07230203, 0x00010200,    0, 1,
                            0,          3u << 16 | 14, 2, 2};
  const std::string_view texts[] = {"-cl-opt-disable", "-cl-mad-enable -g"};
  sycl_property properties[2];
  sycl_property_set sets[2];
  sycl_device_image spirv[2];
  for (int i = 0; i < 2; ++i) {
    properties[i] = {kBuildOptionsProperty, SYCL_PROPERTY_BYTE_ARRAY, 0,
                     texts[i].data(), texts[i].size()};
    sets[i] = {kProgramMetadataSet, properties + i, properties + i + 1};
    spirv[i] = Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64");
    spirv[i].begin = reinterpret_cast<const unsigned char*>(words);
    spirv[i].end = spirv[i].begin + sizeof words;
    spirv[i].property_sets_begin = sets + i;
    spirv[i].property_sets_end = sets + i + 1;
  }
  TakeRecord();
  ASSERT_TRUE(Load(spirv[0]).ok());
  EXPECT_EQ(TakeRecord(),
            "clCreateProgramWithIL(32)\nclBuildProgram('-cl-opt-disable')\n");
  const sycl_device_image* images[] = {&spirv[0], &spirv[1], &spirv[0]};
  const Status linked = device_->LoadProgram(images, &program_);
  ASSERT_TRUE(linked.ok()) << linked.message();
  EXPECT_NE(
      TakeRecord().find("clBuildProgram('-cl-opt-disable -cl-mad-enable -g')"),
      std::string::npos);
  // What is finished gets none.
  spirv[0].format = SYCL_IMAGE_FORMAT_OCLOC;
  spirv[0].target = "intel_gpu_pvc";
  ASSERT_TRUE(Load(spirv[0]).ok());
  EXPECT_NE(TakeRecord().find("clBuildProgram('')"), std::string::npos);
  // A driver whose log does not name the option.
  setenv("FAKE_OPENCL_FAIL", "clBuildProgram=-43", 1);
  const Status status = Load(spirv[1]);
  unsetenv("FAKE_OPENCL_FAIL");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(),
            "clBuildProgram: CL_INVALID_BUILD_OPTIONS (-43)\n"
            "error: the fake compiler is unhappy\n"
            "with the options of the image: -cl-mad-enable -g");
}

TEST_F(IntelTest, BuildErrorsCarryTheLog) {
  setenv("FAKE_OPENCL_FAIL", "clBuildProgram=-11", 1);
  const Status status = Load(Image(SYCL_IMAGE_FORMAT_SPIRV, "spir64"));
  setenv("FAKE_OPENCL_FAIL", "clCreateContext=-6", 1);
  const PlatformList broken = EnumerateOpenClPlatforms();
  unsetenv("FAKE_OPENCL_FAIL");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(),
            "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11)\n"
            "error: the fake compiler is unhappy");
  EXPECT_TRUE(broken.platforms.empty());
  ASSERT_EQ(broken.warnings.size(), 1u);
  EXPECT_EQ(broken.warnings[0],
            "OpenCL: platform 'Fake OpenCL': clCreateContext: "
            "CL_OUT_OF_HOST_MEMORY (-6)");
}

// A context of NVIDIA's OpenCL driver, which runs no code of ours, would cost
// each program a tenth of a second.
TEST_F(IntelTest, ContextsOfDriversThatRunNoCodeAreMadeOnFirstUse) {
  setenv("FAKE_OPENCL_PLAIN", "1", 1);
  setenv("FAKE_OPENCL_FAIL", "clCreateContext=-6", 1);
  const PlatformList list = EnumerateOpenClPlatforms();
  unsetenv("FAKE_OPENCL_FAIL");
  unsetenv("FAKE_OPENCL_PLAIN");
  ASSERT_EQ(list.platforms.size(), 1u);
  EXPECT_TRUE(list.warnings.empty());
  void* context = nullptr;
  ASSERT_TRUE(
      list.platforms[0]->devices[0]->NativeContext(&context).ok());
  EXPECT_NE(context, nullptr);
}

TEST_F(IntelTest, WarnsOfDriversThatCannotBeLoaded) {
  const std::string folder = testing::TempDir() + "facet_icd";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/b.icd") << "libfacet-no-such-driver.so\n";
  std::ofstream(folder + "/a.icd") << FAKE_OPENCL << "\n";
  std::ofstream(folder + "/notes.txt") << "libnothing.so\n";
  setenv("OCL_ICD_VENDORS", folder.c_str(), 1);
  const PlatformList list = EnumerateOpenClPlatforms();
  std::filesystem::remove_all(folder);
  EXPECT_EQ(list.platforms.size(), 1u);
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_EQ(list.warnings[0].find("OpenCL: " + folder +
                                  "/b.icd names a driver that cannot be "
                                  "loaded: libfacet-no-such-driver.so"),
            0u)
      << list.warnings[0];
}

}  // namespace
}  // namespace facet::opencl
