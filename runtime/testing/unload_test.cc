// Libraries with device code that come and go: programs that have nothing to do
// with them stay, and theirs go when their kernels are done. Nobody waits for
// that: who unloads a library holds the dynamic linker's lock.
//
// Argument: the shared object with the kernels.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "runtime/backends/cpu/program.h"
#include "runtime/program/kernel_cache.h"
#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;
class Spin;

namespace {

using facet::KernelEntry;

facet::FakeImages* g_program;

facet::DevicePtr DeviceOf(const sycl::device& device) {
  return sycl::detail::access_implementation::get(device);
}
KernelEntry* Entry(const char* name) {
  return facet::ImageRegistry::Global().Entry(name);
}

facet::LoadedKernel* Load(const char* name, const facet::DevicePtr& device) {
  return facet::LoadKernel(Entry(name), device).kernel;
}

bool SoonGone(const std::weak_ptr<facet::Kernel>& kernel) {
  for (int i = 0; i < 2000 && !kernel.expired(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return kernel.expired();
}

TEST(Unload, OtherProgramsStay) {
  const auto device = DeviceOf(facet::NativeDevice());
  const auto* before = Load("_ZTS3Set", device);
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto* registration = library->registration();
  __sycl_register_images(registration);
  EXPECT_EQ(Load("_ZTS3Set", device), before);
  facet::LoadedKernel* spin = Load("_ZTS4Spin", device);
  std::weak_ptr<facet::Kernel> kernel = spin->Own();
  EXPECT_FALSE(kernel.expired());
  __sycl_unregister_images(registration);
  EXPECT_TRUE(SoonGone(kernel));
  EXPECT_EQ(spin->Own(), nullptr);
  EXPECT_EQ(Load("_ZTS3Set", device), before);
  EXPECT_NE(before->Own(), nullptr);
  EXPECT_THROW(facet::LoadKernel(Entry("_ZTS4Spin"), device), sycl::exception);
  // The same images again, at the same addresses, are new ones.
  __sycl_register_images(registration);
  EXPECT_EQ(Load("_ZTS4Spin", device)->name, "_ZTS4Spin");
  __sycl_unregister_images(registration);
}

// A program may have more images than a process may have files, and each is
// loaded as what it is, whichever descriptors are used again.
TEST(Unload, LoadedImagesKeepNoFileOpen) {
  const auto device = DeviceOf(facet::NativeDevice());
  (void)Load("_ZTS3Set", device);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<std::unique_ptr<facet::FakeImages>> libraries;
  std::set<const void*> kernels;
  for (int i = 0; i < 200; ++i) {
    libraries.push_back(facet::MakeLibrary(*g_program, "_ZTS4Spin"));
    const auto* r = libraries.back()->registration();
    __sycl_register_images(r);
    KernelEntry* entry = facet::ImageRegistry::Global().Entry(
        "_ZTS4Spin", {r->images, r->images + r->image_count});
    const auto kernel = facet::LoadKernel(entry, device).kernel->Own();
    kernels.insert(reinterpret_cast<const void*>(
        static_cast<const facet::CpuKernel&>(*kernel).function()));
  }
  EXPECT_EQ(kernels.size(), 200u);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  for (const auto& library : libraries)
    __sycl_unregister_images(library->registration());
}

// Libraries that come and go leave nothing behind in what others look through.
TEST(Unload, WhatIsKnownOfOtherKernelsDoesNotGrow) {
  const auto device = DeviceOf(facet::NativeDevice());
  KernelEntry* entry = Entry("_ZTS3Set");
  const auto known = [&] {
    size_t count = 0;
    for (auto* node = entry->loaded.load(); node; node = node->next) ++count;
    return count;
  };
  const auto* before = Load("_ZTS3Set", device);
  const size_t count = known();
  for (int i = 0; i < 100; ++i) {
    const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
    __sycl_register_images(library->registration());
    EXPECT_EQ(Load("_ZTS3Set", device), before);
    __sycl_unregister_images(library->registration());
    EXPECT_EQ(Load("_ZTS3Set", device), before);
  }
  EXPECT_EQ(known(), count);
}

TEST(Unload, RunningKernelsGoOn) {
  const auto device = DeviceOf(facet::NativeDevice());
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto* registration = library->registration();
  __sycl_register_images(registration);
  std::weak_ptr<facet::Kernel> kernel = Load("_ZTS4Spin", device)->Own();
  std::atomic<bool> started[3] = {}, go{false}, done[3] = {};
  {
    sycl::queue queues[3] = {sycl::queue(facet::NativeDevice()),
                             sycl::queue(facet::NativeDevice()),
                             sycl::queue(facet::NativeDevice())};
    for (int i = 0; i < 3; ++i)
      queues[i].single_task<Spin>(SpinFunctor{&started[i], &go, &done[i]});
    while (!started[0] || !started[1] || !started[2]) std::this_thread::yield();
    __sycl_unregister_images(registration);
    for (const auto& d : done) EXPECT_FALSE(d.load());
    EXPECT_THROW(facet::LoadKernel(Entry("_ZTS4Spin"), device),
                 sycl::exception);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_FALSE(kernel.expired());
    // Others are not disturbed.
    sycl::queue other(facet::NativeDevice());
    int value = 0;
    other.single_task<Set>(SetFunctor{&value, 4}).wait();
    EXPECT_EQ(value, 4);
    go.store(true);
    for (sycl::queue& queue : queues) queue.wait();
  }
  for (const auto& d : done) EXPECT_TRUE(d.load());
  EXPECT_TRUE(SoonGone(kernel));
}

// Kernels that are held back by the caller itself run afterwards.
TEST(Unload, FromAHostTaskOfTheSameQueue) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto* registration = library->registration();
  __sycl_register_images(registration);
  std::atomic<bool> started[2] = {}, go{true}, done[2] = {}, submitted{false};
  sycl::queue queue(facet::NativeDevice(), sycl::property::queue::in_order());
  queue.single_task<Spin>(SpinFunctor{&started[0], &go, &done[0]});
  queue.submit([&](sycl::handler& h) {
    h.host_task([&] {
      while (!submitted) std::this_thread::yield();
      __sycl_unregister_images(registration);
      EXPECT_TRUE(done[0].load());
      EXPECT_FALSE(started[1].load());
    });
  });
  queue.single_task<Spin>(SpinFunctor{&started[1], &go, &done[1]});
  submitted = true;
  queue.wait_and_throw();
  EXPECT_TRUE(done[1].load());
}

TEST(Unload, WhileAHostAccessorHoldsKernelsBack) {
  const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto* registration = library->registration();
  __sycl_register_images(registration);
  std::atomic<bool> started{false}, go{true}, done{false};
  sycl::buffer<int> buffer(sycl::range(1));
  sycl::queue queue(facet::NativeDevice());
  {
    sycl::host_accessor host(buffer, sycl::write_only);
    queue.submit([&](sycl::handler& h) {
      sycl::accessor use(buffer, h, sycl::read_write);
      h.single_task<Spin>(SpinFunctor{&started, &go, &done});
    });
    __sycl_unregister_images(registration);
    EXPECT_FALSE(started.load());
    host[0] = 1;
  }
  queue.wait_and_throw();
  EXPECT_TRUE(done.load());
}

TEST(Unload, ManyTimesWhileOthersSubmit) {
  std::atomic<bool> stop{false};
  std::thread submitter([&] {
    sycl::queue queue(facet::NativeDevice());
    int value = 0;
    for (int i = 0; !stop; ++i) {
      queue.single_task<Set>(SetFunctor{&value, i}).wait();
      EXPECT_EQ(value, i);
    }
  });
  for (int i = 0; i < 200; ++i) {
    const auto library = facet::MakeLibrary(*g_program, "_ZTS4Spin");
    const auto* registration = library->registration();
    __sycl_register_images(registration);
    std::atomic<bool> started{false}, go{true}, done{false};
    sycl::queue queue(facet::NativeDevice());
    queue.single_task<Spin>(SpinFunctor{&started, &go, &done});
    __sycl_unregister_images(registration);
    queue.wait();
    EXPECT_TRUE(done.load());
  }
  stop.store(true);
  submitter.join();
}

// Two libraries have the same kernel: what one thread submits finds it in one of
// them, whatever another thread unloads meanwhile.
TEST(Unload, WhileOthersSubmitTheSameKernel) {
  const auto first = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto second = facet::MakeLibrary(*g_program, "_ZTS4Spin");
  const auto* staying = first->registration();
  const auto* leaving = second->registration();
  __sycl_register_images(leaving);  // the first one is taken
  __sycl_register_images(staying);
  std::atomic<bool> stop{false};
  const auto submit = [&](const sycl::property_list& properties) {
    sycl::queue queue(facet::NativeDevice(), properties);
    while (!stop) {
      std::atomic<bool> started{false}, go{true}, done{false};
      queue.single_task<Spin>(SpinFunctor{&started, &go, &done}).wait();
      EXPECT_TRUE(done.load());
    }
  };
  std::thread in_order([&] { submit(sycl::property::queue::in_order()); });
  std::thread out_of_order([&] { submit({}); });
  for (int i = 0; i < 300; ++i) {
    __sycl_unregister_images(leaving);
    __sycl_register_images(leaving);
    __sycl_unregister_images(staying);
    __sycl_register_images(staying);
  }
  stop.store(true);
  in_order.join();
  out_of_order.join();
  __sycl_unregister_images(leaving);
  __sycl_unregister_images(staying);
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  g_program = facet::MakeNativeImages(argc, argv);
  if (!g_program) return 2;
  __sycl_register_images(g_program->registration());
  return RUN_ALL_TESTS();
}
