// SYCL 2020, 4.5.1, 4.10.2 and annex C: the driver's objects behind SYCL's.
// Where there is a driver, its own functions are called with them.
#include "testing/conformance/check.h"

#include <dlfcn.h>

#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("interop");

namespace {
using sycl::backend;

/// A function of a driver's library that the program uses already.
template <typename F>
F *driver_function(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  void *address = handle ? dlsym(handle, name) : nullptr;
  if (!address)
    conformance::skip(std::string("no ") + name);
  return reinterpret_cast<F *>(address);
}
template <typename Handle> void release(const char *name, Handle handle) {
  CHECK(driver_function<std::int32_t(Handle)>("libOpenCL.so.1", name)(handle) ==
        0);
}

/// What holds on every back end, B or not.
template <backend B> void other_backends_are_refused(sycl::queue &q) {
  if (q.get_backend() == B)
    return;
  CHECK_THROWS(backend_mismatch, sycl::get_native<B>(q.get_device()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<B>(q.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<B>(q));
  CHECK_THROWS(backend_mismatch, sycl::get_native<B>(q.single_task([] {})));
  bool refused = false;
  q.submit([&](sycl::handler &h) {
     h.host_task([&](sycl::interop_handle handle) {
       CHECK_THROWS(backend_mismatch, handle.get_native_queue<B>());
       CHECK_THROWS(backend_mismatch, handle.get_native_device<B>());
       refused = true;
     });
   }).wait();
  CHECK(refused);
}
} // namespace

SECTION(backends) {
  other_backends_are_refused<backend::opencl>(q);
  other_backends_are_refused<backend::ext_oneapi_cuda>(q);
  other_backends_are_refused<backend::ext_oneapi_hip>(q);
  static_assert(
      std::is_same_v<sycl::backend_input_t<backend::opencl, sycl::device>,
                     sycl::backend_return_t<backend::opencl, sycl::device>>);
  _cl_device_id *const none = nullptr;
  CHECK_THROWS(invalid, sycl::make_device<backend::opencl>(none));
  CHECK_THROWS(invalid, sycl::make_device<backend::ext_oneapi_cuda>(-1));
}

SECTION(opencl_objects) {
  constexpr backend B = backend::opencl;
  if (q.get_backend() != B)
    conformance::skip("not an OpenCL device");
  const sycl::device d = q.get_device();
  const sycl::platform p = d.get_platform();
  const auto platform = sycl::get_native<B>(p);
  const auto device = sycl::get_native<B>(d);
  const auto context = sycl::get_native<B>(q.get_context());
  CHECK(sycl::make_platform<B>(platform) == p);
  CHECK(sycl::make_device<B>(device) == d);
  const sycl::context made = sycl::make_context<B>(context);
  CHECK(made.get_platform() == p);
  sycl::queue there(made, d);
  int *x = sycl::malloc_shared<int>(1, there);
  const sycl::event e = there.single_task([=] { *x = 7; });
  const auto events = sycl::get_native<B>(e);
  CHECK(events.size() == 1);
  CHECK(driver_function<std::int32_t(std::uint32_t, _cl_event *const *)>(
            "libOpenCL.so.1", "clWaitForEvents")(1, events.data()) == 0);
  CHECK(*x == 7);
  sycl::free(x, there);
  const auto queue = sycl::get_native<B>(there);
  CHECK(sycl::get_native<B>(there) == queue);
  // What get_native gives belongs to the program.
  release("clReleaseCommandQueue", queue);
  release("clReleaseCommandQueue", queue);
  release("clReleaseEvent", events[0]);
  release("clReleaseContext", context);
  release("clReleaseDevice", device);
  CHECK_THROWS(backend_mismatch, sycl::get_native<B>(sycl::event()));
}

SECTION(opencl_host_task) {
  constexpr backend B = backend::opencl;
  if (q.get_backend() != B)
    conformance::skip("not an OpenCL device");
  auto *fill = driver_function<std::int32_t(
      _cl_command_queue *, _cl_mem *, const void *, std::size_t, std::size_t,
      std::size_t, std::uint32_t, const void *, void *)>("libOpenCL.so.1",
                                                         "clEnqueueFillBuffer");
  auto *finish = driver_function<std::int32_t(_cl_command_queue *)>(
      "libOpenCL.so.1", "clFinish");
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range(4), sycl::id(4), sycl::read_write);
    h.host_task([=](sycl::interop_handle handle) {
      CHECK(handle.get_backend() == B);
      CHECK(handle.get_native_device<B>() && handle.get_native_context<B>());
      const auto queue = handle.get_native_queue<B>();
      const auto memory = handle.get_native_mem<B>(a);
      const int pattern = 99;
      // The memory is all of the buffer.
      CHECK(memory.size() == 1 &&
            fill(queue, memory[0], &pattern, sizeof(int), 2 * sizeof(int),
                 3 * sizeof(int), 0, nullptr, nullptr) == 0);
      CHECK(finish(queue) == 0);
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.single_task([=] { a[0] = a[2] + a[5]; });
  });
  const sycl::host_accessor seen(b);
  CHECK(seen[0] == 99 + 5 && seen[1] == 1 && seen[4] == 99 && seen[5] == 5);
}

SECTION(cuda_objects) {
  constexpr backend B = backend::ext_oneapi_cuda;
  if (q.get_backend() != B)
    conformance::skip("not a CUDA device");
  const auto device = sycl::get_native<B>(q.get_device());
  CHECK(sycl::make_device<B>(device) == q.get_device());
  CHECK(!sycl::get_native<B>(q.get_device().get_platform()).empty());
  CHECK(sycl::get_native<B>(q.get_context()).at(0) != nullptr);
  int *x = sycl::malloc_shared<int>(1, q);
  const sycl::event e = q.single_task([=] { *x = 7; });
  CHECK(driver_function<int(CUevent_st *)>(
            "libcuda.so.1", "cuEventSynchronize")(sycl::get_native<B>(e)) == 0);
  CHECK(*x == 7);
  sycl::free(x, q);
}

SECTION(cuda_host_task) {
  constexpr backend B = backend::ext_oneapi_cuda;
  if (q.get_backend() != B)
    conformance::skip("not a CUDA device");
  auto *set_context =
      driver_function<int(CUctx_st *)>("libcuda.so.1", "cuCtxSetCurrent");
  auto *fill =
      driver_function<int(std::uintptr_t, unsigned, std::size_t,
                          CUstream_st *)>("libcuda.so.1", "cuMemsetD32Async");
  auto *finish = driver_function<int(CUstream_st *)>("libcuda.so.1",
                                                     "cuStreamSynchronize");
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.host_task([=](sycl::interop_handle handle) {
      const auto stream = handle.get_native_queue<B>();
      int *const memory = handle.get_native_mem<B>(a);
      CHECK(set_context(handle.get_native_context<B>().at(0)) == 0);
      CHECK(fill(reinterpret_cast<std::uintptr_t>(memory + 2), 99, 3, stream) ==
            0);
      CHECK(finish(stream) == 0);
    });
  });
  const sycl::host_accessor seen(b);
  CHECK(seen[1] == 1 && seen[2] == 99 && seen[4] == 99 && seen[5] == 5);
}
