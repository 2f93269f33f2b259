// The OpenCL back end on whatever OpenCL device there is (PoCL, say), and its
// parts that need none.

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"
#include "runtime/backends/backend.h"
#include "runtime/backends/opencl/status.h"
#include "runtime/backends/opencl/stream.h"
#include "runtime/backends/opencl/testdata/kernels_spv.h"
#include "runtime/backends/opencl/translator.h"
#include "runtime/testing/driver_test.h"

namespace facet::opencl {
namespace {

TEST(StatusTest, NamesErrorsAndClassifiesThem) {
  const Status status =
      ToStatus(CL_INVALID_WORK_GROUP_SIZE, "clEnqueueNDRangeKernel");
  EXPECT_EQ(status.code(), StatusCode::kNdRange);
  EXPECT_EQ(status.message(),
            "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE (-54)");
  EXPECT_EQ(ErrorName(-9999), "error -9999");
  EXPECT_EQ(ToStatus(CL_BUILD_PROGRAM_FAILURE, "f").code(),
            StatusCode::kBuildFailed);
  EXPECT_TRUE(ToStatus(CL_SUCCESS, "f").ok());
}

std::span<const unsigned char> KernelBytes() {
  return {reinterpret_cast<const unsigned char*>(kKernelsSpirv),
          sizeof kKernelsSpirv};
}

TEST(TranslatorTest, NamesThePackageWhenMissing) {
  ScopedEnvironment none("SYCL_SPIRV_TRANSLATOR", "");
  ScopedEnvironment path("PATH", "/nonexistent");
  std::vector<unsigned char> bitcode;
  const Status status = TranslateToSpirBitcode(FindTranslator(), KernelBytes(), &bitcode);
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_NE(status.message().find("llvm-spirv-15"), std::string::npos);
}

TEST(TranslatorTest, ReportsWhatTheProgramSays) {
  ScopedEnvironment program("SYCL_SPIRV_TRANSLATOR", "/bin/false");
  std::vector<unsigned char> bitcode;
  Status status = TranslateToSpirBitcode(FindTranslator(), KernelBytes(), &bitcode);
  EXPECT_EQ(status.message(), "/bin/false failed with status 1: ");
  std::vector<unsigned char> garbage = {1, 2, 3, 4};
  status = PrepareToTranslate(&garbage);
  EXPECT_EQ(status.message(), "SPIR-V: the header is cut short: 1 of 5 words");
}

TEST(PlatformsTest, WarnsOfABrokenLibrary) {
  ScopedEnvironment library("SYCL_OPENCL_LIBRARY", "/nonexistent/libx.so");
  const PlatformList list = EnumerateOpenClPlatforms();
  EXPECT_TRUE(list.platforms.empty());
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_NE(list.warnings[0].find("/nonexistent/libx.so"), std::string::npos);
}

// ------------------------------------------------- on a device

constexpr sycl_property kMetadata[] = {
    {"_ZTS7reverse@uses_local_arena", SYCL_PROPERTY_UINT32, 1, nullptr, 0}};
constexpr sycl_property_set kSets[] = {
    {kProgramMetadataSet, kMetadata, kMetadata + 1}};

sycl_device_image Image() {
  sycl_device_image image{};
  image.format = SYCL_IMAGE_FORMAT_SPIRV;
  image.target = "spir64";
  image.begin = KernelBytes().data();
  image.end = image.begin + sizeof kKernelsSpirv;
  image.property_sets_begin = kSets;
  image.property_sets_end = kSets + 1;
  return image;
}

// The first device that takes SPIR-V images and has shared USM.
DevicePtr FindDevice(std::string* why) {
  static const PlatformList* list =
      new PlatformList(EnumerateOpenClPlatforms());
  for (const auto& platform : list->platforms)
    for (const DevicePtr& device : platform->devices)
      if (device->ImageRank(Image()) >= 0 && device->ImageHint().empty() &&
          device->info().features.aspects.Contains(
              *AspectByName("usm_shared_allocations")))
        return device;
  *why = "no OpenCL device that takes SPIR-V and has USM";
  for (const auto& platform : list->platforms)
    for (const DevicePtr& device : platform->devices)
      if (!device->ImageHint().empty()) *why += "; " + device->ImageHint();
  for (const std::string& warning : list->warnings) *why += "; " + warning;
  return nullptr;
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    device_ = FindDevice(&why);
    if (!device_) GTEST_SKIP() << "skipped: " << why;
    StreamOptions options;
    options.profiling = true;
    Status status = device_->CreateStream(options, &stream_);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  template <typename T>
  T* Allocate(size_t count, UsmKind kind = UsmKind::kShared) {
    void* address = nullptr;
    const Status status =
        device_->Allocate(kind, count * sizeof(T), alignof(T), &address);
    EXPECT_TRUE(status.ok()) << status.message();
    return static_cast<T*>(address);
  }

  void Free(void* address) {
    EXPECT_TRUE(device_->Free(address, UsmKind::kShared).ok());
  }

  // Runs a kernel over a range that no size of a group divides.
  void RunSaxpy() {
    constexpr size_t kCount = 1009;
    struct {
      float *x, *y;
      float a;
    } functor{Allocate<float>(kCount), Allocate<float>(kCount), 2.5f};
    for (size_t i = 0; i < kCount; ++i) {
      functor.x[i] = static_cast<float>(i);
      functor.y[i] = 1;
    }
    size_t n = kCount;
    LaunchRange range;
    range.global[0] = kCount;
    range.may_round_up = true;
    EventPtr event;
    const Status status =
        Launch("_ZTS5saxpy", {{&functor, sizeof functor, 8}, {&n, sizeof n, 8}},
               range, 0, &event);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_TRUE(event->Wait().ok());
    for (size_t i = 0; i < kCount; ++i)
      ASSERT_EQ(functor.x[i], 2.5f * static_cast<float>(i) + 1) << i;
    bool done = false;
    EXPECT_TRUE(event->Query(&done).ok());
    EXPECT_TRUE(done);
    ProfilingTimes times;
    ASSERT_TRUE(event->GetProfilingTimes(&times).ok());
    EXPECT_LE(times.submitted, times.started);
    EXPECT_LT(times.started, times.ended);
    Free(functor.x);
    Free(functor.y);
  }

  KernelPtr Load(const char* name) {
    static ProgramPtr* program = new ProgramPtr;
    static const sycl_device_image image = Image();
    const sycl_device_image* images[] = {&image};
    if (!*program) {
      const Status status = device_->LoadProgram(images, program);
      EXPECT_TRUE(status.ok()) << status.message();
      if (!status.ok()) return nullptr;
    }
    KernelPtr kernel;
    const Status status = (*program)->GetKernel(name, &kernel);
    EXPECT_TRUE(status.ok()) << status.message();
    return kernel;
  }

  Status Launch(const char* name, std::vector<KernelArgument> arguments,
                const LaunchRange& range, uint64_t local_memory = 0,
                EventPtr* event = nullptr) {
    const KernelPtr kernel = Load(name);
    if (!kernel) return Status(StatusCode::kInternal, "no kernel");
    LaunchDescription launch;
    launch.arguments = arguments;
    launch.range = range;
    launch.local_memory_bytes = local_memory;
    return stream_->LaunchKernel(kernel, launch, event);
  }

  DevicePtr device_;
  StreamPtr stream_;
};

TEST_F(DeviceTest, DescribesItself) {
  const DeviceInfo& info = device_->info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.features.limits.max_work_group_size, 0u);
  EXPECT_GT(info.features.limits.max_work_item_sizes[2], 0u);
  EXPECT_GT(info.features.limits.local_memory_size, 0u);
  EXPECT_FALSE(info.features.sub_group_sizes.empty());
  const bool cpu = info.type == DeviceType::kCpu;
  EXPECT_EQ(info.features.aspects.Contains(*AspectByName("cpu")), cpu);
  EXPECT_EQ(ArchitectureName(info.architecture_id) == kDriverCpuArchitecture,
            cpu);
}

// -Xs of the program's link reaches the driver's compiler.
TEST_F(DeviceTest, PassesBuildOptions) {
  const auto load = [&](std::string_view options) {
    const sycl_property metadata[] = {
        kMetadata[0],
        {kBuildOptionsProperty, SYCL_PROPERTY_BYTE_ARRAY, 0, options.data(),
         options.size()}};
    const sycl_property_set sets[] = {
        {kProgramMetadataSet, metadata, metadata + 2}};
    sycl_device_image image = Image();
    image.property_sets_begin = sets;
    image.property_sets_end = sets + 1;
    const sycl_device_image* images[] = {&image};
    ProgramPtr program;
    return device_->LoadProgram(images, &program);
  };
  Status status = load("-cl-opt-disable -cl-mad-enable");
  EXPECT_TRUE(status.ok()) << status.message();
  status = load("-cl-opt-disable -cl-no-such-option");
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_NE(status.message().find("clBuildProgram: "), std::string::npos);
  EXPECT_NE(status.message().find("-cl-no-such-option"), std::string::npos)
      << status.message();
}

// The first that builds anything.
TEST_F(DeviceTest, BuildsAndRunsWhileChildrenAreIgnored) {
  // PoCL, and the translator, are other processes, which have to be waited for.
  const auto before = signal(SIGCHLD, SIG_IGN);
  RunSaxpy();
  signal(SIGCHLD, before);
}

TEST_F(DeviceTest, RunsARangeThatNoGroupSizeDivides) { RunSaxpy(); }

TEST_F(DeviceTest, RunsThreeDimensionsInGroups) {
  struct {
    int64_t *sum, *out;
  } functor{Allocate<int64_t>(1), Allocate<int64_t>(8 * 4 * 2)};
  *functor.sum = 0;
  LaunchRange range;
  range.dimensions = 3;
  const uint64_t sizes[] = {8, 4, 2}, groups[] = {4, 2, 1};
  std::copy(sizes, sizes + 3, range.global);
  std::copy(groups, groups + 3, range.local);
  Status status = Launch("_ZTS3ids", {{&functor, sizeof functor, 8}}, range);
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(stream_->Wait().ok());
  EXPECT_EQ(*functor.sum, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(functor.out[i], i % 8 % 4) << i;

  range.local[0] = 3;  // does not divide
  status = Launch("_ZTS3ids", {{&functor, sizeof functor, 8}}, range);
  EXPECT_EQ(status.code(), StatusCode::kNdRange) << status.message();
  Free(functor.sum);
  Free(functor.out);
}

TEST_F(DeviceTest, GivesTheKernelItsLocalArena) {
  constexpr int kCount = 256, kGroup = 32;
  struct {
    int* data;
  } functor{Allocate<int>(kCount)};
  std::iota(functor.data, functor.data + kCount, 0);
  LaunchRange range;
  range.global[0] = kCount;
  range.local[0] = kGroup;
  range.local[1] = range.local[2] = 1;
  const Status status = Launch("_ZTS7reverse", {{&functor, sizeof functor, 8}},
                               range, kGroup * sizeof(int));
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(stream_->Wait().ok());
  for (int i = 0; i < kCount; ++i)
    ASSERT_EQ(functor.data[i], i / kGroup * kGroup + kGroup - 1 - i % kGroup);
  Free(functor.data);
}

TEST_F(DeviceTest, ReachesMemoryThroughPointersInMemory) {
  double** cell = Allocate<double*>(1);
  double* value = Allocate<double>(1);
  *cell = value;
  *value = 1.25;
  struct {
    double** p;
  } functor{cell};
  const Status status =
      Launch("_ZTS8indirect", {{&functor, sizeof functor, 8}}, LaunchRange());
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(stream_->Wait().ok());
  EXPECT_EQ(*value, 3.75);
  Free(cell);
  Free(value);
}

TEST_F(DeviceTest, CopiesAndFills) {
  std::vector<char> host(1000), back(1000);
  std::iota(host.begin(), host.end(), 0);
  char* memory = Allocate<char>(1000, UsmKind::kDevice);
  char* shared = Allocate<char>(1000, UsmKind::kHost);
  ASSERT_TRUE(stream_->Copy(memory, host.data(), 1000, nullptr).ok());
  ASSERT_TRUE(stream_->Copy(shared, memory, 1000, nullptr).ok());
  EventPtr event;
  ASSERT_TRUE(stream_->Copy(back.data(), shared, 1000, &event).ok());
  ASSERT_TRUE(event->Wait().ok());
  EXPECT_EQ(host, back);
  // Every pattern size, at an odd address.
  for (size_t size = 1; size <= 16; ++size) {
    std::vector<char> pattern(size);
    std::iota(pattern.begin(), pattern.end(), 'a');
    const size_t bytes = 900 / size * size;
    ASSERT_TRUE(
        stream_->Fill(shared + 3, pattern.data(), size, bytes, &event).ok());
    ASSERT_TRUE(event->Wait().ok());
    for (size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(shared[3 + i], pattern[i % size]) << size << " " << i;
  }
  EXPECT_TRUE(device_->Free(memory, UsmKind::kDevice).ok());
  EXPECT_TRUE(device_->Free(shared, UsmKind::kHost).ok());
}

TEST_F(DeviceTest, OrdersStreamsAndAligns) {
  StreamPtr second;
  ASSERT_TRUE(device_->CreateStream({}, &second).ok());
  void* memory = nullptr;
  ASSERT_TRUE(device_->Allocate(UsmKind::kShared, 4096, 4096, &memory).ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 4096, 0u);
  EventPtr event, last;
  const int one = 1, two = 2;
  ASSERT_TRUE(stream_->Fill(memory, &one, 4, 4096, nullptr).ok());
  ASSERT_TRUE(stream_->RecordEvent(&event).ok());
  ASSERT_TRUE(second->WaitFor(event).ok());
  ASSERT_TRUE(second->Fill(memory, &two, 4, 4096, &last).ok());
  ASSERT_TRUE(last->Wait().ok());
  EXPECT_EQ(static_cast<int*>(memory)[1023], 2);
  ASSERT_TRUE(stream_->Wait().ok());
  Free(memory);
}

TEST_F(DeviceTest, SaysWhatIsWrongWithAnImage) {
  static const unsigned char garbage[64] = {1, 2, 3};
  sycl_device_image image = Image();
  image.begin = garbage;
  image.end = garbage + sizeof garbage;
  const sycl_device_image* images[] = {&image};
  ProgramPtr program;
  const Status status = device_->LoadProgram(images, &program);
  EXPECT_FALSE(status.ok());
  EXPECT_FALSE(status.message().empty());
  KernelPtr kernel;
  image = Image();
  const sycl_device_image* good[] = {&image};
  ASSERT_TRUE(device_->LoadProgram(good, &program).ok());
  const Status missing = program->GetKernel("_ZTS4none", &kernel);
  EXPECT_NE(missing.message().find("_ZTS4none"), std::string::npos);
}

TEST_F(DeviceTest, RanksImages) {
  sycl_device_image image = Image();
  EXPECT_EQ(device_->ImageRank(image), kRankIntermediate);
  image.format = SYCL_IMAGE_FORMAT_PTX;
  image.target = "nvidia_gpu_sm_80";
  EXPECT_EQ(device_->ImageRank(image), kRankNever);
  image.format = SYCL_IMAGE_FORMAT_OCLOC;
  image.target = "no_such_target";
  EXPECT_EQ(device_->ImageRank(image), kRankNever);
}

}  // namespace
}  // namespace facet::opencl
