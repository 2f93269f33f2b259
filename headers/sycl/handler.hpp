// sycl::handler (SYCL 2020, 4.9.4): collects one command.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/event.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue;

/// Passed to host tasks that ask for it.
class interop_handle {
public:
  backend get_backend() const noexcept { return backend_; }

private:
  friend class handler;
  explicit interop_handle(backend b) : backend_(b) {}
  backend backend_;
};

namespace detail {

/// The one handle of the kernel that KernelName names.
template <typename KernelName> kernel_handle &handle_of() {
  static kernel_handle handle{kernel_name<KernelName>()};
  return handle;
}

template <int Dimensions>
launch_shape make_shape(const range<Dimensions> &r) {
  launch_shape shape;
  shape.kind = launch_kind::range;
  shape.dimensions = Dimensions;
  for (int d = 0; d < Dimensions; ++d)
    shape.global[d] = r[d];
  return shape;
}
template <int Dimensions>
launch_shape make_shape(const nd_range<Dimensions> &r) {
  launch_shape shape;
  shape.kind = launch_kind::nd_range;
  shape.dimensions = Dimensions;
  for (int d = 0; d < Dimensions; ++d) {
    shape.global[d] = r.get_global_range()[d];
    shape.local[d] = r.get_local_range()[d];
    shape.offset[d] = r.get_offset()[d];
  }
  return shape;
}

template <typename F>
inline constexpr bool is_kernel_functor =
    !std::is_convertible_v<F, event> &&
    !std::is_convertible_v<F, std::vector<event>>;

} // namespace detail

class handler {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;

  void depends_on(const event &e);
  void depends_on(const std::vector<event> &events) {
    for (const event &e : events)
      depends_on(e);
  }

  template <typename KernelName = detail::auto_name, typename Functor>
  void single_task(const Functor &f) {
    using name = detail::kernel_name_type<KernelName, Functor>;
    detail::kernel_single_task<name>(f);
#ifndef __SYCL_DEVICE_ONLY__
    const detail::kernel_argument arguments[] = {
        {&f, sizeof(Functor), alignof(Functor)}};
    launch(detail::handle_of<name>(), arguments, 1, detail::launch_shape());
#endif
  }

#define __SYCL_PARALLEL_FOR(DIMENSIONS)                                        \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  void parallel_for(range<DIMENSIONS> r, const Functor &f) {                   \
    launch_range<KernelName>(r, f);                                            \
  }                                                                            \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  void parallel_for(nd_range<DIMENSIONS> r, const Functor &f) {                \
    launch_nd_range<KernelName>(r, f);                                         \
  }
  __SYCL_PARALLEL_FOR(1)
  __SYCL_PARALLEL_FOR(2)
  __SYCL_PARALLEL_FOR(3)
#undef __SYCL_PARALLEL_FOR

  template <typename Task> void host_task(Task &&task) {
    if constexpr (std::is_invocable_v<std::decay_t<Task> &, interop_handle>)
      set_host_task([task = std::forward<Task>(task),
                     handle = interop_handle(device_backend())]() mutable {
        task(handle);
      });
    else
      set_host_task(std::forward<Task>(task));
  }

  void memcpy(void *to, const void *from, std::size_t bytes);
  void memset(void *address, int value, std::size_t bytes) {
    const unsigned char byte = static_cast<unsigned char>(value);
    fill_bytes(address, &byte, 1, bytes);
  }
  template <typename T> void fill(void *to, const T &pattern, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    fill_bytes(to, &pattern, sizeof(T), n * sizeof(T));
  }
  template <typename T> void copy(const T *from, T *to, std::size_t count) {
    memcpy(to, from, count * sizeof(T));
  }
  void prefetch(void *address, std::size_t bytes);
  void mem_advise(void *address, std::size_t bytes, int advice);

  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename U>
  void copy(accessor<T, D, M, G, P> from, U *to) {
    memcpy(to, from.data(), from.byte_size());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename U>
  void copy(accessor<T, D, M, G, P> from, std::shared_ptr<U> to) {
    memcpy(to.get(), from.data(), from.byte_size());
    keep_alive(std::move(to));
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename U>
  void copy(const U *from, accessor<T, D, M, G, P> to) {
    memcpy(to.data(), from, to.byte_size());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename U>
  void copy(std::shared_ptr<U> from, accessor<T, D, M, G, P> to) {
    memcpy(to.data(), from.get(), to.byte_size());
    keep_alive(std::move(from));
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename U, int E, access_mode N, target H, access::placeholder Q>
  void copy(accessor<T, D, M, G, P> from, accessor<U, E, N, H, Q> to) {
    memcpy(to.data(), from.data(), from.byte_size());
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  void fill(accessor<T, D, M, G, P> to, const T &value) {
    fill_bytes(to.data(), &value, sizeof(T), to.byte_size());
  }

private:
  friend class queue;
  friend class facet::CommandGroup;
  friend void *
  detail::acquire_buffer(handler &, const std::shared_ptr<facet::Buffer> &,
                         access_mode, bool, bool);
  friend std::size_t detail::allocate_local(handler &, std::size_t,
                                            std::size_t);
  explicit handler(facet::CommandGroup &group) : group_(&group) {}

  template <typename KernelName, int Dimensions, typename Functor>
  void launch_range(const range<Dimensions> &r, const Functor &f) {
    using name = detail::kernel_name_type<KernelName, Functor>;
    detail::kernel_range<name, Dimensions>(f, r);
#ifndef __SYCL_DEVICE_ONLY__
    const detail::kernel_argument arguments[] = {
        {&f, sizeof(Functor), alignof(Functor)},
        {&r, sizeof(r), alignof(range<Dimensions>)}};
    launch(detail::handle_of<name>(), arguments, 2, detail::make_shape(r));
#endif
  }
  template <typename KernelName, int Dimensions, typename Functor>
  void launch_nd_range(const nd_range<Dimensions> &r, const Functor &f) {
    using name = detail::kernel_name_type<KernelName, Functor>;
    detail::kernel_nd_range<name, Dimensions>(f);
#ifndef __SYCL_DEVICE_ONLY__
    const detail::kernel_argument arguments[] = {
        {&f, sizeof(Functor), alignof(Functor)}};
    launch(detail::handle_of<name>(), arguments, 1, detail::make_shape(r));
#endif
  }

  void launch(detail::kernel_handle &kernel,
              const detail::kernel_argument *arguments, std::size_t count,
              const detail::launch_shape &shape);
  void set_host_task(std::function<void()> task);
  void fill_bytes(void *to, const void *pattern, std::size_t pattern_size,
                  std::size_t bytes);
  void keep_alive(std::shared_ptr<const void> object);
  backend device_backend() const;

  facet::CommandGroup *group_;
};

} // namespace _V1
} // namespace sycl
