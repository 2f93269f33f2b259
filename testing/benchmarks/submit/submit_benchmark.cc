// What submitting a kernel costs, beside what the same takes without Facet.
//
// Argument: the shared object with kernels made by hand
// (runtime/testing/native_kernels.cc). The OpenCL part wants PoCL.
// Ratios are of one run: a machine that is busy is busy for both.
#include <benchmark/benchmark.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "runtime/backends/opencl/device.h"
#include "runtime/backends/opencl/program.h"
#include "runtime/backends/opencl/testdata/kernels_spv.h"
#include "runtime/memory/context.h"
#include "runtime/program/kernel_cache.h"
#include "runtime/submission/command_group.h"
#include "runtime/testing/fake_device.h"
#include "runtime/testing/native_kernels.h"
#include "runtime/testing/native_programs.h"

class Set;
class indirect;

namespace {

using sycl::property::queue::in_order;

// The smallest thing that a runtime with threads of its own can do: hand a
// function to a sleeping thread and sleep until it is done.
void RawHandOver(benchmark::State& state) {
  std::mutex mutex;
  std::condition_variable changed;
  int value = 0;
  enum { kIdle, kWork, kEnd } step = kIdle;
  std::thread worker([&] {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return step != kIdle; });
      if (step == kEnd) return;
      benchmark::DoNotOptimize(++value);
      step = kIdle;
      changed.notify_all();
    }
  });
  for (auto _ : state) {
    std::unique_lock lock(mutex);
    step = kWork;
    changed.notify_all();
    changed.wait(lock, [&] { return step == kIdle; });
  }
  {
    std::lock_guard lock(mutex);
    step = kEnd;
  }
  changed.notify_all();
  worker.join();
}
BENCHMARK(RawHandOver)->UseRealTime();

void CpuSubmitAndWait(benchmark::State& state) {
  sycl::queue queue(facet::NativeDevice(), in_order());
  int value = 0;
  for (auto _ : state)
    queue.single_task<Set>(SetFunctor{&value, 1}).wait();
}
BENCHMARK(CpuSubmitAndWait)->UseRealTime();

void CpuSubmitMany(benchmark::State& state) {
  sycl::queue queue(facet::NativeDevice(), in_order());
  int value = 0;
  for (auto _ : state) {
    for (int i = 0; i < 10000; ++i)
      queue.single_task<Set>(SetFunctor{&value, i});
    queue.wait();
  }
  state.SetItemsProcessed(state.iterations() * 10000);
}
BENCHMARK(CpuSubmitMany)->UseRealTime()->Unit(benchmark::kMillisecond);

// A device whose driver does nothing: what is left is the runtime's own work.
class NullKernel : public facet::Kernel {
 public:
  const facet::KernelInfo& info() const override { return info_; }

 private:
  const facet::KernelInfo info_;
};
class NullProgram : public facet::Program {
 public:
  facet::Status GetKernel(const std::string&,
                          facet::KernelPtr* kernel) override {
    *kernel = std::make_shared<NullKernel>();
    return {};
  }
};
class NullDevice : public facet::FakeDevice {
 public:
  NullDevice() { ranks["x86_64"] = facet::kRankExact; }
  facet::Status LoadProgram(std::span<const sycl_device_image* const>,
                            facet::ProgramPtr* program) override {
    *program = std::make_shared<NullProgram>();
    return {};
  }
};

void NullSubmit(benchmark::State& state) {
  static auto* device = new facet::DevicePtr(std::make_shared<NullDevice>());
  facet::QueueOptions options;
  options.in_order = true;
  const auto queue = std::make_shared<facet::Queue>(*device, options, nullptr);
  static sycl::detail::kernel_handle handle{"_ZTS3Set"};
  const SetFunctor functor{nullptr, 1};
  const sycl::detail::kernel_argument argument = {&functor, sizeof(functor),
                                                  alignof(SetFunctor)};
  for (auto _ : state) {
    facet::CommandGroup group(queue);
    group.SetKernel(handle, {&argument, 1}, sycl::detail::launch_shape());
    benchmark::DoNotOptimize(group.Submit());
  }
}
BENCHMARK(NullSubmit);

struct NoQueue : facet::KernelUser {
  void WaitForKernels() override {}
};

// What a submission does for the requirements of a kernel that the queue has
// run before: the decision, the record of who runs it, and the check whether the
// images are still the same.
void WarmRequirementsCheck(benchmark::State& state) {
  const auto device = sycl::detail::access_implementation::get(
      facet::NativeDevice());
  facet::KernelEntry* entry =
      facet::ImageRegistry::Global().Entry("_ZTS3Set");
  const auto queue = std::make_shared<NoQueue>();
  const std::shared_ptr<facet::KernelUser> user = queue;
  facet::LoadKernel(entry, device).kernel->NoteUser(user);
  for (auto _ : state) {
    const facet::FoundKernel& found = facet::LoadKernel(entry, device);
    if (!found.kernel->Knows(*queue)) found.kernel->NoteUser(user);
    benchmark::DoNotOptimize(
        found.kernel->IfCurrent(found.generation));
  }
}
BENCHMARK(WarmRequirementsCheck);

bool IsPocl(const sycl::device& d) {
  return d.get_backend() == sycl::backend::opencl && d.is_cpu();
}

struct OpenCl {
  std::shared_ptr<facet::opencl::OpenClDevice> device;
  facet::KernelPtr kernel;
};
// The driver's objects behind a SYCL device; none without PoCL.
bool FindOpenCl(benchmark::State& state, OpenCl* found, sycl::device* device) {
  for (const sycl::device& d : sycl::device::get_devices()) {
    if (!IsPocl(d)) continue;
    try {
      auto base = sycl::detail::access_implementation::get(d);
      found->kernel =
          facet::LoadKernel(
              facet::ImageRegistry::Global().Entry("_ZTS8indirect"), base)
              .kernel->Own();
      found->device =
          std::static_pointer_cast<facet::opencl::OpenClDevice>(base);
      *device = d;
      return true;
    } catch (const sycl::exception& e) {
      state.SkipWithError(e.what());
      return false;
    }
  }
  state.SkipWithError("no OpenCL CPU device");
  return false;
}

void RawOpenCl(benchmark::State& state) {
  OpenCl cl;
  sycl::device device;
  if (!FindOpenCl(state, &cl, &device)) return;
  sycl::queue memory(device);
  double** p = sycl::malloc_shared<double*>(1, memory);
  *p = sycl::malloc_shared<double>(1, memory);
  const facet::opencl::Api& api = cl.device->api();
  auto& kernel =
      static_cast<facet::opencl::OpenClKernel&>(*cl.kernel);
  facet::LaunchDescription launch;
  const facet::KernelArgument argument = {&p, sizeof(p), alignof(void*)};
  launch.arguments = {&argument, 1};
  (void)kernel.SetArguments(launch);
  cl_int error = 0;
  cl_command_queue queue = api.clCreateCommandQueue(
      cl.device->driver().context(), cl.device->id(), 0, &error);
  const size_t one = 1;
  for (auto _ : state) {
    api.clEnqueueNDRangeKernel(queue, kernel.handle(), 1, nullptr, &one, &one,
                               0, nullptr, nullptr);
    api.clFinish(queue);
  }
  api.clReleaseCommandQueue(queue);
  sycl::free(*p, memory);
  sycl::free(p, memory);
}
BENCHMARK(RawOpenCl)->UseRealTime();

struct Pointer {
  double** p;
  void operator()() const {}
};

void OpenClSubmitAndWait(benchmark::State& state) {
  OpenCl cl;
  sycl::device device;
  if (!FindOpenCl(state, &cl, &device)) return;
  sycl::queue queue(device, in_order());
  double** p = sycl::malloc_shared<double*>(1, queue);
  *p = sycl::malloc_shared<double>(1, queue);
  for (auto _ : state) queue.single_task<indirect>(Pointer{p}).wait();
  sycl::free(*p, queue);
  sycl::free(p, queue);
}
BENCHMARK(OpenClSubmitAndWait)->UseRealTime();

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  facet::FakeImages* images = facet::MakeNativeImages(argc, argv);
  if (!images) return 2;
  images->Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS8indirect"},
              reinterpret_cast<const unsigned char*>(kKernelsSpirv),
              sizeof(kKernelsSpirv));
  __sycl_register_images(images->registration());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
