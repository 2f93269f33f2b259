// SYCL 2020, 4.5.1, 4.10.2 and annex C: the driver's objects behind SYCL's.
// Where there is a driver, its own functions are called with them.
#include "testing/conformance/check.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
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

// What the program makes by OpenCL's own functions: in the context that SYCL's
// queues use, and in one of its own.
namespace {
using int32 = std::int32_t;
using uint32 = std::uint32_t;
constexpr backend CL = backend::opencl;

struct opencl {
#define FUNCTION(RESULT, NAME, ...)                                            \
  RESULT (*NAME)(__VA_ARGS__) =                                                \
      driver_function<RESULT(__VA_ARGS__)>("libOpenCL.so.1", #NAME)
  FUNCTION(_cl_context *, clCreateContext, const std::intptr_t *, uint32,
           _cl_device_id *const *, void *, void *, int32 *);
  FUNCTION(_cl_command_queue *, clCreateCommandQueue, _cl_context *,
           _cl_device_id *, std::uint64_t, int32 *);
  FUNCTION(_cl_event *, clCreateUserEvent, _cl_context *, int32 *);
  FUNCTION(int32, clSetUserEventStatus, _cl_event *, int32);
  FUNCTION(_cl_program *, clCreateProgramWithSource, _cl_context *, uint32,
           const char **, const std::size_t *, int32 *);
  FUNCTION(int32, clBuildProgram, _cl_program *, uint32, _cl_device_id *const *,
           const char *, void *, void *);
  FUNCTION(_cl_kernel *, clCreateKernel, _cl_program *, const char *, int32 *);
  FUNCTION(int32, clSetKernelArg, _cl_kernel *, uint32, std::size_t,
           const void *);
  FUNCTION(_cl_mem *, clCreateBuffer, _cl_context *, std::uint64_t, std::size_t,
           void *, int32 *);
  FUNCTION(int32, clEnqueueReadBuffer, _cl_command_queue *, _cl_mem *, uint32,
           std::size_t, std::size_t, void *, uint32, _cl_event *const *,
           _cl_event **);
#undef FUNCTION

  _cl_program *program(_cl_context *c, _cl_device_id *d) const {
    const char *source = R"(
      struct pair { int a; float b; };
      kernel void scale(global int *x, int factor, struct pair p,
                        local int *scratch) {
        const size_t i = get_global_id(1) * get_global_size(0) +
                         get_global_id(0);
        scratch[get_local_id(0)] = x[i] * factor;
        x[i] = scratch[get_local_id(0)] + p.a + (int)p.b;
      })";
    _cl_program *made = clCreateProgramWithSource(c, 1, &source, nullptr,
                                                  nullptr);
    CHECK(clBuildProgram(made, 1, &d, "", nullptr, nullptr) == 0);
    return made;
  }
};
struct pair_of_opencl {
  int a;
  float b;
};
} // namespace

SECTION(opencl_made_contexts) {
  if (q.get_backend() != CL)
    conformance::skip("not an OpenCL device");
  const opencl cl;
  const sycl::device d = q.get_device();
  _cl_device_id *device = sycl::get_native<CL>(d);
  _cl_context *own =
      cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  bool heard = false;
  const sycl::context c = sycl::make_context<CL>(
      own, [&](sycl::exception_list) { heard = true; });
  CHECK(sycl::get_native<CL>(c) == own && own != sycl::get_native<CL>(q.get_context()));
  CHECK(c.get_devices() == std::vector{d} && c.get_platform() == d.get_platform());
  CHECK(c != sycl::make_context<CL>(own));
  // Kernels, unified memory and buffers live in it.
  sycl::queue there(c, d);
  CHECK(there.get_device() == d && there.get_context() == c);
  int *x = sycl::malloc_shared<int>(4, there);
  CHECK(sycl::get_pointer_type(x, c) == sycl::usm::alloc::shared &&
        sycl::get_pointer_device(x, c) == d);
  sycl::buffer<int> b(sycl::range(4));
  there.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i[0]); });
  });
  // A buffer moves from one context to another.
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] += 10; });
  });
  there.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    h.parallel_for(4, [=](sycl::id<1> i) { x[i] = a[i] * 2; });
  });
  there.wait();
  CHECK(x[0] == 20 && x[3] == 26);
  sycl::free(x, there);
  // A queue of the program's: in order or not, with times or without.
  for (const std::uint64_t properties : {0, 1, 2, 3}) {
    _cl_command_queue *made =
        cl.clCreateCommandQueue(own, device, properties, nullptr);
    sycl::queue of = sycl::make_queue<CL>(made, c);
    CHECK(sycl::get_native<CL>(of) == made && of.get_context() == c);
    CHECK(of.is_in_order() == !(properties & 1));
    CHECK(of.has_property<sycl::property::queue::enable_profiling>() ==
          bool(properties & 2));
    int *y = sycl::malloc_shared<int>(1, of);
    of.single_task([=] { *y = 1; });
    sycl::event last = of.submit([&](sycl::handler &h) { h.memset(y, 0, 4); });
    for (int i = 0; i < 50; ++i)
      last = of.submit([&](sycl::handler &h) {
        h.depends_on(last);
        h.single_task([=] { *y = *y * 3 % 1000 + 1; });
      });
    of.wait_and_throw();
    int expected = 0;
    for (int i = 0; i < 50; ++i)
      expected = expected * 3 % 1000 + 1;
    CHECK(*y == expected);
    sycl::free(y, of);
    // It is of another context.
    CHECK_THROWS(invalid, sycl::make_queue<CL>(made, q.get_context()));
    release("clReleaseCommandQueue", made);
  }
  release("clReleaseContext", own);
  CHECK(!heard);
}

SECTION(opencl_made_events) {
  if (q.get_backend() != CL)
    conformance::skip("not an OpenCL device");
  const opencl cl;
  _cl_context *context = sycl::get_native<CL>(q.get_context());
  _cl_event *made = cl.clCreateUserEvent(context, nullptr);
  sycl::event e = sycl::make_event<CL>({made, made}, q.get_context());
  using status = sycl::info::event_command_status;
  using what = sycl::info::event::command_execution_status;
  CHECK(e.get_backend() == CL && e.get_info<what>() != status::complete);
  const auto natives = sycl::get_native<CL>(e);
  CHECK(natives.size() == 2 && natives[0] == made && natives[1] == made);
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 1;
  sycl::event after = q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.single_task([=] { *x = *x + 1; });
  });
  CHECK(after.get_info<what>() != status::complete && *x == 1);
  *x = 5;
  CHECK(cl.clSetUserEventStatus(made, 0) == 0);
  after.wait();
  CHECK(*x == 6);
  e.wait();
  CHECK(e.get_info<what>() == status::complete);
  CHECK(sycl::make_event<CL>({}, q.get_context()).get_info<what>() ==
        status::complete);
  CHECK_THROWS(invalid, e.get_profiling_info<
                            sycl::info::event_profiling::command_end>());
  sycl::free(x, q);
  for (int i = 0; i < 3; ++i)
    release("clReleaseEvent", made);
}

SECTION(opencl_made_kernels) {
  if (q.get_backend() != CL)
    conformance::skip("not an OpenCL device");
  const opencl cl;
  const sycl::context c = q.get_context();
  _cl_program *program = cl.program(sycl::get_native<CL>(c),
                                    sycl::get_native<CL>(q.get_device()));
  _cl_kernel *native = cl.clCreateKernel(program, "scale", nullptr);
  const sycl::kernel k = sycl::make_kernel<CL>(native, c);
  CHECK(sycl::get_native<CL>(k) == native && k.get_context() == c);
  CHECK(k.get_info<sycl::info::kernel::num_args>() == 4);
  using size =
      sycl::info::kernel_device_specific::preferred_work_group_size_multiple;
  CHECK(k.get_info<size>(q.get_device()) >= 1);

  sycl::buffer<int, 2> b(sycl::range(2, 4));
  {
    sycl::host_accessor h(b, sycl::write_only);
    for (int i = 0; i < 8; ++i)
      h[i / 4][i % 4] = i;
  }
  // Each kind of argument; the fast dimension of SYCL is OpenCL's dimension 0.
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> scratch(sycl::range(4), h);
    h.set_args(a, 3, pair_of_opencl{100, 0.5f}, scratch);
    h.parallel_for(sycl::nd_range<2>({2, 4}, {1, 4}), k);
  });
  int *x = sycl::malloc_shared<int>(4, q);
  for (int i = 0; i < 4; ++i)
    x[i] = i;
  q.submit([&](sycl::handler &h) {
     h.set_arg(3, sycl::local_accessor<int>(sycl::range(64), h));
     int *const pointer = x;
     h.set_arg(0, pointer);
     const int factor = 2;
     h.set_arg(1, factor);
     h.parallel_for(sycl::range(4), k);
     h.set_arg(2, pair_of_opencl{0, 1.0f}); // also behind the kernel
   }).wait();
  CHECK(x[0] == 1 && x[3] == 7);
  // Arguments that were set before stay.
  const int factor = -1;
  CHECK(cl.clSetKernelArg(native, 1, sizeof(factor), &factor) == 0);
  q.submit([&](sycl::handler &h) { h.single_task(k); }).wait();
  CHECK(x[0] == 0 && x[1] == 3);
  const sycl::host_accessor seen(b, sycl::read_only);
  for (int i = 0; i < 8; ++i)
    CHECK(seen[i / 4][i % 4] == 3 * i + 100);
  // It cannot be told of scratch memory.
  namespace ex = sycl::ext::oneapi::experimental;
  CHECK_THROWS(
      feature_not_supported,
      ex::nd_launch(
          q,
          ex::launch_config(sycl::nd_range<1>(4, 4),
                            ex::properties(ex::work_group_scratch_size(4))),
          k));
  // The wrong size for an argument, the wrong context, and a kernel of SYCL's.
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.set_arg(1, 1.0);
    h.single_task(k);
  }));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.set_arg(9, 1);
    h.single_task(k);
  }));
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  CHECK_THROWS(invalid,
               other.submit([&](sycl::handler &h) { h.single_task(k); }));
  // In a graph, with arguments that change.
  namespace ex = sycl::ext::oneapi::experimental;
  int *y = sycl::malloc_shared<int>(4, q);
  ex::command_graph graph(q);
  ex::dynamic_parameter<int *> where(graph, x);
  ex::dynamic_parameter<int> times(3);
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.set_arg(0, where);
    h.single_task(k);
  }));
  ex::node scale = graph.add([&](sycl::handler &h) {
    h.set_args(where, times, pair_of_opencl{0, 1.0f},
               sycl::local_accessor<int>(sycl::range(64), h));
    h.parallel_for(sycl::range(4), k);
  });
  auto exec = graph.finalize(ex::property::graph::updatable{});
  const auto run = [&] {
    for (int i = 0; i < 4; ++i)
      x[i] = y[i] = i;
    q.ext_oneapi_graph(exec).wait();
  };
  run();
  CHECK(x[0] == 1 && x[3] == 10 && y[3] == 3);
  where.update(y), times.update(5);
  run();
  CHECK(x[3] == 10 && y[3] == 3);
  exec.update(scale);
  run();
  CHECK(x[3] == 3 && y[3] == 16);
  scale.update_range(sycl::range(2));
  exec.update(scale);
  run();
  CHECK(y[1] == 6 && y[3] == 3);
  sycl::free(x, q), sycl::free(y, q);

  // The program as a bundle.
  using sycl::bundle_state;
  const auto bundle =
      sycl::make_kernel_bundle<CL, bundle_state::executable>(program, c);
  const auto programs = sycl::get_native<CL>(bundle);
  CHECK(programs.size() == 1 && programs[0] == program && !bundle.empty());
  CHECK(bundle.get_kernel_ids().empty() && bundle.get_backend() == CL);
  const auto made_as = [&](auto state) {
    (void)sycl::make_kernel_bundle<CL, decltype(state)::value>(program, c);
  };
  using input = std::integral_constant<bundle_state, bundle_state::input>;
  using object = std::integral_constant<bundle_state, bundle_state::object>;
  CHECK_THROWS(invalid, made_as(input()));
  CHECK_THROWS(invalid, made_as(object()));
  release("clReleaseProgram", programs[0]);
  release("clReleaseProgram", program);
  release("clReleaseKernel", native);
  release("clReleaseKernel", native);
}

namespace {
class native_of_sycl;
}

SECTION(opencl_kernels_of_sycl) {
  if (q.get_backend() != CL)
    conformance::skip("not an OpenCL device");
  q.single_task<native_of_sycl>([] {}).wait();
  const auto bundle =
      sycl::get_kernel_bundle<native_of_sycl, sycl::bundle_state::executable>(
          q.get_context());
  const auto programs = sycl::get_native<CL>(bundle);
  CHECK(programs.size() == 1 && programs[0]);
  _cl_kernel *kernel =
      sycl::get_native<CL>(bundle.get_kernel<native_of_sycl>());
  auto *info = driver_function<int32(_cl_kernel *, uint32, std::size_t, void *,
                                     std::size_t *)>("libOpenCL.so.1",
                                                     "clGetKernelInfo");
  _cl_program *program = nullptr;
  CHECK(info(kernel, 0x1194, sizeof(program), &program, nullptr) == 0 &&
        program == programs[0]);
  release("clReleaseKernel", kernel);
  release("clReleaseProgram", programs[0]);
  // Kernels of SYCL's are not run by their object.
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    h.single_task(bundle.get_kernel<native_of_sycl>());
  }));
  CHECK(!sycl::opencl::has_extension(q.get_device(), "cl_khr_no_such_thing"));
  CHECK(!sycl::opencl::has_extension(q.get_device().get_platform(), ""));
}

SECTION(opencl_made_memory) {
  if (q.get_backend() != CL)
    conformance::skip("not an OpenCL device");
  const opencl cl;
  const sycl::context c = q.get_context();
  int data[4] = {1, 2, 3, 4};
  constexpr std::uint64_t copy_host_pointer = 1 << 5 | 1;
  _cl_mem *made = cl.clCreateBuffer(sycl::get_native<CL>(c), copy_host_pointer,
                                    sizeof(data), data, nullptr);
  _cl_command_queue *queue = sycl::get_native<CL>(q);
  const auto contents = [&] {
    CHECK(cl.clEnqueueReadBuffer(queue, made, 1, 0, sizeof(data), data, 0,
                                 nullptr, nullptr) == 0);
    return std::vector<int>(data, data + 4);
  };
  {
    auto b = sycl::make_buffer<CL, int>(made, c);
    CHECK(b.get_range() == sycl::range(4) && !b.is_sub_buffer());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] *= 10; });
    });
    CHECK(sycl::host_accessor(b)[3] == 40);
  }
  CHECK(contents() == std::vector{10, 20, 30, 40});
  // When the event is complete; what nobody writes to stays as it is.
  {
    const auto b = sycl::make_buffer<CL, const short>(made, c, q.single_task([] {}));
    CHECK(b.size() == 8);
  }
  CHECK(contents() == std::vector{10, 20, 30, 40});
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  CHECK(sycl::make_buffer<CL, int>(made, other.get_context()).size() == 4);
  release("clReleaseMemObject", made);
  release("clReleaseCommandQueue", queue);
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
