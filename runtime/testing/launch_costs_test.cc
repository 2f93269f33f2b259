// What launches cost at the driver: events, allocations, copies and threads.
//
// FAKE_CUDA is the path of a fake driver. Argument: the shared object with kernels
// made by hand.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "runtime/order/queue.h"
#include "runtime/submission/command_group.h"
#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

namespace {

sycl::device Cuda() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_oneapi_cuda ? 1 : -1;
  });
}

std::string TakeRecord() {
  static const auto take = reinterpret_cast<const char* (*)()>(
      dlsym(dlopen(std::getenv("FAKE_CUDA"), RTLD_NOW | RTLD_NOLOAD),
            "fake_cuda_take_record"));
  return take();
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

size_t Threads() {
  size_t count = 0;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/self/task"))
    count += thread.is_directory();
  return count;
}

// As the headers do it.
struct Launches {
  explicit Launches(bool in_order)
      : queue(Cuda(), in_order
                          ? sycl::property_list(
                                sycl::property::queue::in_order())
                          : sycl::property_list()),
        implementation(
            sycl::detail::access_implementation::get(queue)) {}

  // What reductions do.
  facet::CommandPtr WithScratch() {
    facet::CommandGroup group(implementation);
    void* scratch = group.AcquireScratch(1000);
    int* counter = &value;
    const sycl::detail::kernel_argument arguments[] = {
        {&counter, sizeof counter, alignof(int*)},
        {&scratch, sizeof scratch, alignof(void*)}};
    sycl::detail::launch_shape shape;
    group.SetKernel(handle, arguments, shape);
    shape.follows = true;
    group.SetKernel(handle, arguments, shape);
    return group.Submit();
  }
  facet::CommandPtr WithConstant(int constant) {
    facet::CommandGroup group(implementation);
    group.SetConstant(5, &constant, sizeof constant);
    int* counter = &value;
    const void* table = nullptr;
    const sycl::detail::kernel_argument arguments[] = {
        {&counter, sizeof counter, alignof(int*)},
        {&table, sizeof table, alignof(void*)}};
    sycl::detail::launch_shape shape;
    shape.takes_constants = true;
    group.SetKernel(handle, arguments, shape);
    return group.Submit();
  }

  sycl::queue queue;
  std::shared_ptr<facet::Queue> implementation;
  sycl::detail::kernel_handle handle{"_ZTS7add_one"};
  int value = 0;
};

constexpr int kMany = 160;

TEST(LaunchCosts, ScratchMemory) {
  for (bool in_order : {false, true}) {
    Launches launches(in_order);
    // Streams and a first supply of blocks.
    for (int i = 0; i < kMany; ++i) launches.WithScratch();
    launches.queue.wait();
    const size_t threads = Threads();
    TakeRecord();
    for (int i = 0; i < kMany; ++i) launches.WithScratch();
    EXPECT_EQ(Threads(), threads);
    const std::string calls = TakeRecord();
    EXPECT_EQ(Count(calls, "cuLaunchKernel("), 2u * kMany) << calls;
    EXPECT_LE(Count(calls, "cuEventRecord("), kMany / 10u) << calls;
    EXPECT_EQ(Count(calls, "cuEventSynchronize("), 0u) << calls;
    EXPECT_EQ(Count(calls, "cuMemAlloc("), 0u) << calls;
    EXPECT_EQ(Count(calls, "cuMemFree("), 0u) << calls;
    launches.queue.wait();
    EXPECT_EQ(launches.value, 4 * kMany);
  }
}

TEST(LaunchCosts, SpecializationConstants) {
  for (bool in_order : {false, true}) {
    Launches launches(in_order);
    for (int i = 0; i < kMany; ++i) launches.WithConstant(i);
    launches.queue.wait();
    const size_t threads = Threads();
    TakeRecord();
    for (int i = 0; i < kMany; ++i) launches.WithConstant(i);
    EXPECT_EQ(Threads(), threads);
    const std::string calls = TakeRecord();
    EXPECT_EQ(Count(calls, "cuLaunchKernel("), 1u * kMany) << calls;
    EXPECT_EQ(Count(calls, "cuMemcpyAsync("), 1u * kMany) << calls;
    EXPECT_LT(calls.find("cuMemcpyAsync("), calls.find("cuLaunchKernel("));
    EXPECT_LE(Count(calls, "cuEventRecord("), kMany / 5u) << calls;
    EXPECT_EQ(Count(calls, "cuEventSynchronize("), 0u) << calls;
    EXPECT_EQ(Count(calls, "cuStreamWaitEvent("), 0u) << calls;
    EXPECT_EQ(Count(calls, "cuMemAlloc("), 0u) << calls;
    launches.queue.wait();
    EXPECT_EQ(launches.value, 2 * kMany);
  }
}

// The memory of those that nobody waits for does not pile up.
TEST(LaunchCosts, NobodyWaits) {
  Launches launches(/*in_order=*/true);
  for (int i = 0; i < kMany; ++i) launches.WithScratch();
  TakeRecord();
  for (int i = 0; i < 20 * kMany; ++i) launches.WithScratch()->Wait();
  const std::string calls = TakeRecord();
  EXPECT_EQ(Count(calls, "cuMemAlloc("), 0u);
}

// Host tasks that wait for kernels share a thread that waits.
TEST(LaunchCosts, HostTasksBehindKernels) {
  Launches launches(/*in_order=*/false);
  std::atomic<int> runs{0};
  for (int i = 0; i < 200; ++i) {
    facet::CommandPtr kernel = launches.WithScratch();
    facet::CommandGroup group(launches.implementation);
    group.DependOn(kernel);
    group.SetHostTask([&] { ++runs; });
    group.Submit();
  }
  launches.queue.wait();
  EXPECT_EQ(runs, 200);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("SYCL_CUDA_LIBRARY", std::getenv("FAKE_CUDA"), 1);
  facet::FakeImages* images = facet::MakeNativeImages(argc, argv);
  if (!images) return 2;
  static const unsigned char ptx[] = ".version 7.0";
  images->Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"_ZTS7add_one"}, ptx,
              sizeof ptx);
  __sycl_register_images(images->registration());
  return RUN_ALL_TESTS();
}
