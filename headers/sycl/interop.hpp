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
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/platform.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

// OpenCL's, CUDA's and HIP's.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_mem;
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct ihipCtx_t;
struct ihipStream_t;
struct ihipEvent_t;

namespace sycl {
inline namespace _V1 {

class queue;

/// OpenCL's names of scalar types ("Interoperability with OpenCL", annex C).
namespace opencl {
using cl_bool = bool;
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
using cl_half = half;
} // namespace opencl

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
template <> struct opencl_type<queue, void> {
  using output = _cl_command_queue *;
};
template <> struct opencl_type<event, void> {
  using output = std::vector<_cl_event *>;
};
template <typename T, int D, typename A>
struct opencl_type<buffer<T, D, A>, void> {
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
/// Null if the command was one of the host's.
void *native_of(const event &object, backend b);

/// Throw errc::invalid if there is none with this handle, or if it is hidden.
platform find_platform(const void *native, backend b);
device find_device(const void *native, backend b);
/// Of the contexts that get_native gives; errc::feature_not_supported for
/// others.
context find_context(const void *native, backend b);

/// Inside of host tasks: the caller owns nothing.
void *native_queue_of(facet::Queue &q, backend b);
void *native_device_of(facet::Queue &q, backend b);
void *native_context_of(facet::Queue &q, backend b);
/// The driver's memory object over these bytes, while the result lives.
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
  static std::vector<Native> from(void *handle) {
    if (!handle)
      return {};
    return {native_cast<Native>::from(handle)};
  }
};

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
                     const async_handler & = {}) {
  return detail::find_context(
      detail::native_cast<backend_input_t<Backend, context>>::to(native),
      Backend);
}

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
    return detail::native_cast<backend_return_t<Backend, context>>::from(
        detail::native_context_of(*queue_, Backend));
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
