// Interoperability (SYCL 2020, 4.5.1, 4.10.2, and annex C for OpenCL): the
// driver's own objects behind those of SYCL, outside and inside of host tasks.
//
// Handles are declared and not included: whoever uses them includes the
// driver's headers.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/buffer.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/half.hpp>
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/platform.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// OpenCL's, CUDA's and HIP's.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_mem;
struct _cl_kernel;
struct _cl_program;
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct ihipCtx_t;
struct ihipStream_t;
struct ihipEvent_t;

// Programs name OpenCL's scalar types without its headers, which other
// implementations include. CL/cl_platform.h may declare the same again; its
// cl_bool and cl_half are other types than those of SYCL, and are left to it.
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_float = float;
using cl_double = double;

namespace sycl {
inline namespace _V1 {

class queue;

/// OpenCL's names of scalar types ("Interoperability with OpenCL", annex C).
namespace opencl {
using cl_bool = bool;
using ::cl_char;
using ::cl_uchar;
using ::cl_short;
using ::cl_ushort;
using ::cl_int;
using ::cl_uint;
using ::cl_long;
using ::cl_ulong;
using ::cl_float;
using ::cl_double;
using cl_half = half;
} // namespace opencl

// Where SYCL 1.2.1 has them.
using ::cl_char;
using ::cl_uchar;
using ::cl_short;
using ::cl_ushort;
using ::cl_int;
using ::cl_uint;
using ::cl_long;
using ::cl_ulong;
using ::cl_float;
using ::cl_double;

namespace detail {

/// What an object of SYCL class T is to a driver: `input` makes one of it,
/// `output` is what one gives. Only where there is such a thing.
template <typename T, typename Handles> struct opencl_type;
template <typename Native> struct one_native_type {
  using input = Native;
  using output = Native;
};
template <>
struct opencl_type<platform, void> : one_native_type<_cl_platform_id *> {};
template <>
struct opencl_type<device, void> : one_native_type<_cl_device_id *> {};
template <>
struct opencl_type<context, void> : one_native_type<_cl_context *> {};
template <>
struct opencl_type<queue, void> : one_native_type<_cl_command_queue *> {};
template <>
struct opencl_type<event, void> : one_native_type<std::vector<_cl_event *>> {};
template <>
struct opencl_type<kernel, void> : one_native_type<_cl_kernel *> {};
template <bundle_state State> struct opencl_type<kernel_bundle<State>, void> {
  using input = _cl_program *;
  using output = std::vector<_cl_program *>;
};
template <typename T, int D, typename A>
struct opencl_type<buffer<T, D, A>, void> {
  using input = _cl_mem *;
  using output = std::vector<_cl_mem *>;
};

struct cuda_handles {
  using context = CUctx_st *;
  using stream = CUstream_st *;
  using event = CUevent_st *;
};
struct hip_handles {
  using context = ihipCtx_t *;
  using stream = ihipStream_t *;
  using event = ihipEvent_t *;
};
/// CUDA's, and HIP's, which are the same by other names.
template <typename T, typename Handles> struct cuda_type;
template <typename H> struct cuda_type<platform, H> {
  using output = std::vector<int>;
};
template <typename H> struct cuda_type<device, H> : one_native_type<int> {};
template <typename H> struct cuda_type<context, H> {
  using output = std::vector<typename H::context>;
};
template <typename H> struct cuda_type<queue, H> {
  using output = typename H::stream;
};
template <typename H> struct cuda_type<event, H> {
  using output = typename H::event;
};
template <typename T, int D, typename A, typename H>
struct cuda_type<buffer<T, D, A>, H> {
  using output = T *;
};

template <template <typename, typename> class Type, typename Handles>
struct traits_of_backend {
  template <typename T> using input_type = typename Type<T, Handles>::input;
  template <typename T> using return_type = typename Type<T, Handles>::output;
};

/// Throw errc::backend_mismatch for objects of another back end. What the
/// driver counts references of, the caller of these owns one of.
void *native_of(const platform &object, backend b);
void *native_of(const device &object, backend b);
void *native_of(const context &object, backend b);
void *native_of(const queue &object, backend b);
void *native_of(const kernel &object, backend b);
/// None if the command was one of the host's.
std::vector<void *> natives_of(const event &object, backend b);
std::vector<void *> natives_of(const std::shared_ptr<facet::KernelBundle> &object,
                               backend b);

/// Throw errc::invalid if there is none with this handle, or if it is hidden.
platform find_platform(const void *native, backend b);
device find_device(const void *native, backend b);
/// One that get_native gave or, with OpenCL, one of the program's.
context find_context(void *native, backend b, const async_handler &handler);

/// Objects of the program's, of the context; errc::invalid for others.
queue adopt_queue(void *native, const context &ctx, const async_handler &handler,
                  backend b);
event adopt_events(const std::vector<void *> &natives, const context &ctx,
                   backend b);
kernel adopt_kernel(void *native, const context &ctx, backend b);
std::shared_ptr<facet::KernelBundle>
adopt_bundle(void *native, const context &ctx, bundle_state state, backend b);
/// A copy of the driver's memory object, which is as large; `write` brings bytes
/// back to it.
struct adopted_memory {
  std::shared_ptr<void> bytes;
  std::size_t size;
  std::function<void(const void *)> write;
};
adopted_memory adopt_memory(void *native, const context &ctx, backend b);
bool has_opencl_extension(const platform &p, const std::string &name);
bool has_opencl_extension(const device &d, const std::string &name);

/// Inside of host tasks: the caller owns nothing.
void *native_queue_of(facet::Queue &q, backend b);
void *native_device_of(facet::Queue &q, backend b);
void *native_context_of(facet::Queue &q, backend b);
/// Returns the driver's memory object over these bytes, while the result lives.
std::shared_ptr<void> native_memory_of(facet::Queue &q, backend b,
                                       void *address, std::size_t bytes);

/// Handles are pointers or, as CUDA's devices, numbers; some come in vectors.
template <typename Native> struct native_cast {
  static Native from(void *handle) {
    if constexpr (std::is_pointer_v<Native>)
      return static_cast<Native>(handle);
    else
      return static_cast<Native>(reinterpret_cast<std::intptr_t>(handle));
  }
  static const void *to(const Native &native) {
    if constexpr (std::is_pointer_v<Native>)
      return native;
    else
      return reinterpret_cast<const void *>(static_cast<std::intptr_t>(native));
  }
};
template <typename Native> struct native_cast<std::vector<Native>> {
  static std::vector<Native> from(const std::vector<void *> &handles) {
    std::vector<Native> natives;
    for (void *handle : handles)
      natives.push_back(native_cast<Native>::from(handle));
    return natives;
  }
};

template <typename T> inline constexpr bool is_buffer = false;
template <typename T, int D, typename A>
inline constexpr bool is_buffer<buffer<T, D, A>> = true;
template <typename T> inline constexpr bool is_kernel_bundle = false;
template <bundle_state State>
inline constexpr bool is_kernel_bundle<kernel_bundle<State>> = true;

} // namespace detail

template <backend Backend> class backend_traits {
  static_assert(Backend == backend::opencl,
                "this back end offers no interoperability");
};
template <>
class backend_traits<backend::opencl>
    : public detail::traits_of_backend<detail::opencl_type, void> {};
template <>
class backend_traits<backend::ext_oneapi_cuda>
    : public detail::traits_of_backend<detail::cuda_type,
                                       detail::cuda_handles> {};
template <>
class backend_traits<backend::ext_oneapi_hip>
    : public detail::traits_of_backend<detail::cuda_type, detail::hip_handles> {
};
template <backend Backend, typename SyclType>
using backend_input_t =
    typename backend_traits<Backend>::template input_type<SyclType>;
template <backend Backend, typename SyclType>
using backend_return_t =
    typename backend_traits<Backend>::template return_type<SyclType>;

template <backend Backend, typename SyclType>
backend_return_t<Backend, SyclType> get_native(const SyclType &object) {
  using native = backend_return_t<Backend, SyclType>;
  if constexpr (std::is_same_v<SyclType, platform> &&
                Backend != backend::opencl) {
    // CUDA has no platforms, only devices.
    native all;
    for (const device &d : object.get_devices())
      all.push_back(get_native<Backend>(d));
    return all;
  } else if constexpr (std::is_same_v<SyclType, context> &&
                       Backend != backend::opencl) {
    native all;
    for (const device &d : object.get_devices())
      all.push_back(detail::native_cast<typename native::value_type>::from(
          detail::native_of(context(d), Backend)));
    return all;
  } else if constexpr (detail::is_buffer<SyclType>) {
    static_assert(!detail::is_buffer<SyclType>,
                  "buffers have no native objects of their own: "
                  "interop_handle::get_native_mem gives one in a host task");
    return native();
  } else if constexpr (std::is_same_v<SyclType, event>) {
    const std::vector<void *> all = detail::natives_of(object, Backend);
    if constexpr (std::is_pointer_v<native>)
      return detail::native_cast<native>::from(all.empty() ? nullptr
                                                           : all.front());
    else
      return detail::native_cast<native>::from(all);
  } else if constexpr (detail::is_kernel_bundle<SyclType>) {
    return detail::native_cast<native>::from(detail::natives_of(
        detail::access_implementation::get(object), Backend));
  } else {
    return detail::native_cast<native>::from(
        detail::native_of(object, Backend));
  }
}

template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &native) {
  return detail::find_platform(
      detail::native_cast<backend_input_t<Backend, platform>>::to(native),
      Backend);
}
template <backend Backend>
device make_device(const backend_input_t<Backend, device> &native) {
  return detail::find_device(
      detail::native_cast<backend_input_t<Backend, device>>::to(native),
      Backend);
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &native,
                     const async_handler &handler = {}) {
  return detail::find_context(native, Backend, handler);
}

// The rest is OpenCL's: other back ends have no type of input for it.
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &native,
                 const context &ctx, const async_handler &handler = {});
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &natives,
                 const context &ctx) {
  return detail::adopt_events({natives.begin(), natives.end()}, ctx, Backend);
}
template <backend Backend>
kernel make_kernel(const backend_input_t<Backend, kernel> &native,
                   const context &ctx) {
  return detail::adopt_kernel(native, ctx, Backend);
}
template <backend Backend, bundle_state State>
kernel_bundle<State>
make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &native,
                   const context &ctx) {
  return detail::access_implementation::make<kernel_bundle<State>>(
      detail::adopt_bundle(native, ctx, State, Backend));
}
/// The buffer is a copy of the memory object, made when the event is complete.
/// What is written to it is brought back when it goes.
template <backend Backend, typename T, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<T>>,
          typename = std::enable_if_t<Dimensions == 1>>
buffer<T, Dimensions, AllocatorT> make_buffer(
    const backend_input_t<Backend, buffer<T, Dimensions, AllocatorT>> &native,
    const context &ctx, event available) {
  available.wait();
  detail::adopted_memory memory = detail::adopt_memory(native, ctx, Backend);
  T *const first = static_cast<T *>(memory.bytes.get());
  const std::size_t count = memory.size / sizeof(T);
  using made_type = buffer<T, Dimensions, AllocatorT>;
  if constexpr (std::is_const_v<T>) {
    return made_type(first, first + count); // a copy, which nobody changes
  } else {
    made_type made(std::shared_ptr<T>(memory.bytes, first), range<1>(count));
    detail::set_final_data(*detail::access_implementation::get(made),
                           std::move(memory.write));
    return made;
  }
}
template <backend Backend, typename T, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<T>>,
          typename = std::enable_if_t<Dimensions == 1>>
buffer<T, Dimensions, AllocatorT> make_buffer(
    const backend_input_t<Backend, buffer<T, Dimensions, AllocatorT>> &native,
    const context &ctx) {
  return make_buffer<Backend, T, Dimensions, AllocatorT>(native, ctx, event());
}

namespace opencl {
/// Annex C, "Extension query".
inline bool has_extension(const platform &p, const std::string &name) {
  return detail::has_opencl_extension(p, name);
}
inline bool has_extension(const device &d, const std::string &name) {
  return detail::has_opencl_extension(d, name);
}
} // namespace opencl

/// Passed to host tasks that ask for it; of no use afterwards.
class interop_handle {
public:
  interop_handle() = delete;

  backend get_backend() const noexcept { return backend_; }

  template <backend Backend>
  backend_return_t<Backend, queue> get_native_queue() const {
    return detail::native_cast<backend_return_t<Backend, queue>>::from(
        detail::native_queue_of(*queue_, Backend));
  }
  template <backend Backend>
  backend_return_t<Backend, device> get_native_device() const {
    return detail::native_cast<backend_return_t<Backend, device>>::from(
        detail::native_device_of(*queue_, Backend));
  }
  template <backend Backend>
  backend_return_t<Backend, context> get_native_context() const {
    using native = backend_return_t<Backend, context>;
    void *const handle = detail::native_context_of(*queue_, Backend);
    if constexpr (std::is_pointer_v<native>)
      return detail::native_cast<native>::from(handle);
    else
      return detail::native_cast<native>::from(std::vector<void *>{handle});
  }
  /// Of accessors with target::device, made in this command group.
  template <backend Backend, typename T, int D, access_mode M,
            access::placeholder P>
  backend_return_t<Backend, buffer<T, D>>
  get_native_mem(const accessor<T, D, M, target::device, P> &a) const {
    if constexpr (Backend == backend::opencl) {
      const auto [start, bytes] = a.memory();
      memory_->push_back(
          detail::native_memory_of(*queue_, Backend, start, bytes));
      return {static_cast<_cl_mem *>(memory_->back().get())};
    } else {
      detail::native_device_of(*queue_, Backend); // the right back end
      return static_cast<T *>(a.memory().first);
    }
  }

private:
  friend class handler;
  interop_handle(backend b, facet::Queue &q) : backend_(b), queue_(&q) {}

  backend backend_;
  facet::Queue *queue_; // the command's, which it keeps
  std::shared_ptr<std::vector<std::shared_ptr<void>>> memory_ =
      std::make_shared<std::vector<std::shared_ptr<void>>>();
};

} // namespace _V1
} // namespace sycl
