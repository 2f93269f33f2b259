// The CUDA back end on a real NVIDIA GPU. Skipped where there is none.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/testdata/kernels_ptx.h"

namespace facet::cuda {
namespace {

sycl_device_image Image() {
  sycl_device_image image{};
  image.format = SYCL_IMAGE_FORMAT_PTX;
  image.target = "nvidia_gpu_sm_75";
  image.begin = reinterpret_cast<const unsigned char*>(kKernelsPtx);
  image.end = image.begin + sizeof kKernelsPtx;
  return image;
}

class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    static const PlatformList* list =
        new PlatformList(EnumerateCudaPlatforms());
    std::string why = "no NVIDIA GPU";
    for (const std::string& warning : list->warnings) why += "; " + warning;
    for (const auto& platform : list->platforms)
      for (const DevicePtr& device : platform->devices)
        if (!device_ && device->ImageRank(Image()) >= 0) device_ = device;
    if (!device_) GTEST_SKIP() << "skipped: " << why;
    StreamOptions options;
    options.profiling = true;
    Expect(device_->CreateStream(options, &stream_));
    const sycl_device_image image = Image();
    const sycl_device_image* images[] = {&image};
    Expect(device_->LoadProgram(images, &program_));
  }

  void Expect(const Status& status) {
    ASSERT_TRUE(status.ok()) << status.message();
  }

  template <typename T>
  T* Allocate(size_t count, UsmKind kind = UsmKind::kShared) {
    void* address = nullptr;
    Expect(device_->Allocate(kind, count * sizeof(T), 64, &address));
    return static_cast<T*>(address);
  }

  KernelPtr Kernel(const char* name) {
    KernelPtr kernel;
    Expect(program_->GetKernel(name, &kernel));
    return kernel;
  }

  DevicePtr device_;
  StreamPtr stream_;
  ProgramPtr program_;
};

TEST_F(GpuTest, RunsARange) {
  constexpr size_t kCount = 1000003;
  struct {
    float *x, *y;
    float a;
  } functor{Allocate<float>(kCount), Allocate<float>(kCount), 2.5f};
  for (size_t i = 0; i < kCount; ++i) {
    functor.x[i] = static_cast<float>(i);
    functor.y[i] = 1;
  }
  size_t n = kCount;
  const KernelArgument arguments[] = {{&functor, sizeof functor, 8},
                                      {&n, sizeof n, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  launch.range.global[0] = kCount;
  launch.range.may_round_up = true;
  EventPtr event;
  const KernelPtr kernel = Kernel("_ZTS5saxpy");
  Expect(stream_->LaunchKernel(kernel, launch, &event));
  Expect(event->Wait());
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_EQ(functor.x[i], 2.5f * static_cast<float>(i) + 1) << i;
  ProfilingTimes times;
  Expect(event->GetProfilingTimes(&times));
  EXPECT_LE(times.submitted, times.started);
  EXPECT_LT(times.started, times.ended);
  EXPECT_LT(times.ended - times.started, 1000000000u);
  Expect(device_->Free(functor.x, UsmKind::kShared));
  Expect(device_->Free(functor.y, UsmKind::kShared));
}

TEST_F(GpuTest, RunsThreeDimensions) {
  struct {
    int64_t *sum, *out;
  } functor{Allocate<int64_t>(1), Allocate<int64_t>(64)};
  *functor.sum = 0;
  const KernelArgument arguments[] = {{&functor, sizeof functor, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  launch.range.dimensions = 3;
  const uint64_t sizes[] = {8, 4, 2}, groups[] = {4, 2, 1};
  std::copy(sizes, sizes + 3, launch.range.global);
  std::copy(groups, groups + 3, launch.range.local);
  Expect(stream_->LaunchKernel(Kernel("_ZTS3ids"), launch, nullptr));
  Expect(stream_->Wait());
  EXPECT_EQ(*functor.sum, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(functor.out[i], i % 8 % 4) << i;
  Expect(device_->Free(functor.sum, UsmKind::kShared));
  Expect(device_->Free(functor.out, UsmKind::kShared));
}

TEST_F(GpuTest, GivesLargeLocalMemory) {
  constexpr int kCount = 4096, kGroup = 1024;
  struct {
    int* data;
  } functor{Allocate<int>(kCount, UsmKind::kDevice)};
  std::vector<int> host(kCount);
  std::iota(host.begin(), host.end(), 0);
  Expect(
      stream_->Copy(functor.data, host.data(), kCount * sizeof(int), nullptr));
  const KernelArgument arguments[] = {{&functor, sizeof functor, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  launch.range.global[0] = kCount;
  launch.range.local[0] = kGroup;
  launch.range.local[1] = launch.range.local[2] = 1;
  // More than the 48 KiB that a kernel has without asking, where there is more.
  launch.local_memory_bytes = device_->info().features.limits.local_memory_size;
  const KernelPtr kernel = Kernel("_ZTS7reverse");
  Expect(stream_->LaunchKernel(kernel, launch, nullptr));
  Expect(
      stream_->Copy(host.data(), functor.data, kCount * sizeof(int), nullptr));
  Expect(stream_->Wait());
  for (int i = 0; i < kCount; ++i)
    ASSERT_EQ(host[i], i / kGroup * kGroup + kGroup - 1 - i % kGroup);
  launch.local_memory_bytes += 1;
  EXPECT_EQ(stream_->LaunchKernel(kernel, launch, nullptr).code(),
            StatusCode::kOutOfMemory);
  Expect(device_->Free(functor.data, UsmKind::kDevice));
}

TEST_F(GpuTest, CopiesAndFills) {
  char* memory = Allocate<char>(100000, UsmKind::kDevice);
  char* pinned = Allocate<char>(100000, UsmKind::kHost);
  for (size_t size = 1; size <= 17; ++size) {
    std::vector<char> pattern(size);
    std::iota(pattern.begin(), pattern.end(), 'a');
    const size_t bytes = 90000 / size * size;
    Expect(stream_->Fill(memory + 3, pattern.data(), size, bytes, nullptr));
    EventPtr event;
    Expect(stream_->Copy(pinned, memory + 3, bytes, &event));
    Expect(event->Wait());
    for (size_t i = 0; i < bytes; ++i) ASSERT_EQ(pinned[i], pattern[i % size]);
  }
  Expect(device_->Free(memory, UsmKind::kDevice));
  Expect(device_->Free(pinned, UsmKind::kHost));
}

TEST_F(GpuTest, ExplainsBadPtx) {
  sycl_device_image image = Image();
  static const char kBad[] = ".version 6.0\n.target sm_75\nnonsense\n";
  image.begin = reinterpret_cast<const unsigned char*>(kBad);
  image.end = image.begin + sizeof kBad;
  const sycl_device_image* images[] = {&image};
  ProgramPtr program;
  const Status status = device_->LoadProgram(images, &program);
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed) << status.message();
  EXPECT_NE(status.message().find("ptxas"), std::string::npos)
      << status.message();
}

// Not a test of speed: prints what a launch costs.
TEST_F(GpuTest, PrintsLaunchCost) {
  struct {
    int64_t *sum, *out;
  } functor{Allocate<int64_t>(1), Allocate<int64_t>(64)};
  const KernelArgument arguments[] = {{&functor, sizeof functor, 8}};
  LaunchDescription launch;
  launch.arguments = arguments;
  const KernelPtr kernel = Kernel("_ZTS3ids");
  StreamPtr stream;
  Expect(device_->CreateStream({}, &stream));
  constexpr int kRounds = 10000;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kRounds; ++i)
    ASSERT_TRUE(stream->LaunchKernel(kernel, launch, nullptr).ok());
  Expect(stream->Wait());
  const double us = std::chrono::duration<double, std::micro>(
                        std::chrono::steady_clock::now() - start)
                        .count();
  std::printf("launch: %.2f us each\n", us / kRounds);
}

}  // namespace
}  // namespace facet::cuda
