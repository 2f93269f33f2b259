// sycl::queue (SYCL 2020, 4.6.5).
#pragma once

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/handler.hpp>
#include <sycl/interop.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/property_list.hpp>
#include <sycl/usm.hpp>

#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue : public detail::without_backend_info {
public:
  __SYCL_DESTROYED_BY_CALL(queue)
  explicit queue(const property_list &properties = {})
      : queue(device(), properties) {}
  explicit queue(const async_handler &handler,
                 const property_list &properties = {})
      : queue(device(), handler, properties) {}
  template <typename Selector, typename = detail::require_selector<Selector>,
            std::enable_if_t<!std::is_base_of_v<device_selector, Selector>,
                             int> = 0>
  explicit queue(const Selector &selector,
                 const property_list &properties = {})
      : queue(device(selector), properties) {}
  /// SYCL 1.2.1's, which was not explicit: `q = gpu_selector()`.
  queue(const device_selector &selector, const property_list &properties = {})
      : queue(device(selector), properties) {}
  template <typename Selector, typename = detail::require_selector<Selector>>
  explicit queue(const Selector &selector, const async_handler &handler,
                 const property_list &properties = {})
      : queue(device(selector), handler, properties) {}
  explicit queue(const device &dev, const property_list &properties = {});
  explicit queue(const device &dev, const async_handler &handler,
                 const property_list &properties = {});
  explicit queue(const context &ctx, const device &dev,
                 const property_list &properties = {});
  explicit queue(const context &ctx, const device &dev,
                 const async_handler &handler,
                 const property_list &properties = {});
  template <typename Selector, typename = detail::require_selector<Selector>>
  explicit queue(const context &ctx, const Selector &selector,
                 const property_list &properties = {})
      : queue(ctx, device(selector), properties) {}
  template <typename Selector, typename = detail::require_selector<Selector>>
  explicit queue(const context &ctx, const Selector &selector,
                 const async_handler &handler,
                 const property_list &properties = {})
      : queue(ctx, device(selector), handler, properties) {}

  backend get_backend() const noexcept;
  context get_context() const;
  device get_device() const;
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  bool is_in_order() const;
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  template <typename Property> bool has_property() const noexcept {
    return has(detail::id_of<Property>());
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>())
      detail::refuse_property();
    return Property();
  }

  template <typename CommandGroup> event submit(CommandGroup &&group) {
    return submit_erased(
        [](void *f, handler &h) {
          (*static_cast<std::remove_reference_t<CommandGroup> *>(f))(h);
        },
        const_cast<void *>(static_cast<const void *>(&group)));
  }
  template <typename CommandGroup>
  event submit(CommandGroup &&group, const queue &) {
    return submit(static_cast<CommandGroup &&>(group));
  }

  void wait();
  void wait_and_throw();
  void throw_asynchronous();

  /// Returns whether all commands are done; if so, what they wrote is there, as
  /// after wait() (sycl_khr_queue_empty_query).
  bool khr_empty() const;
  /// The same (sycl_ext_oneapi_queue_empty).
  bool ext_oneapi_empty() const { return khr_empty(); }
  /// Pending commands start without further calls (sycl_khr_queue_flush).
  void khr_flush() const;

  // sycl_ext_oneapi_in_order_queue_events. Throw errc::invalid if the queue is
  // not in order or has discard_events.
  /// The event of the last command, or the external one that was set since.
  event ext_oneapi_get_last_event() const;
  /// The next command comes after the event, too, or wait() waits for it.
  void ext_oneapi_set_external_event(const event &external_event);

  // sycl_ext_oneapi_enqueue_barrier, see handler::ext_oneapi_barrier.
  event ext_oneapi_submit_barrier() {
    return submit([](handler &h) { h.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event> &events) {
    return submit([&](handler &h) { h.ext_oneapi_barrier(events); });
  }

  // sycl_ext_oneapi_graph, see ext/oneapi/experimental/graph.hpp.
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  /// The graph that the queue records to; errc::invalid if there is none.
  ext::oneapi::experimental::command_graph<
      ext::oneapi::experimental::graph_state::modifiable>
  ext_oneapi_get_graph() const;
  event ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<
          ext::oneapi::experimental::graph_state::executable> &graph,
      const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.ext_oneapi_graph(graph);
    });
  }
  event ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<
          ext::oneapi::experimental::graph_state::executable> &graph,
      const event &dependency) {
    return ext_oneapi_graph(graph, std::vector<event>{dependency});
  }

  template <typename KernelName = detail::auto_name, typename Functor>
  event single_task(const Functor &f) {
    return submit([&](handler &h) { h.template single_task<KernelName>(f); });
  }
  template <typename KernelName = detail::auto_name, typename Functor>
  event single_task(const event &dependency, const Functor &f) {
    return submit([&](handler &h) {
      h.depends_on(dependency);
      h.template single_task<KernelName>(f);
    });
  }
  template <typename KernelName = detail::auto_name, typename Functor>
  event single_task(const std::vector<event> &dependencies, const Functor &f) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.template single_task<KernelName>(f);
    });
  }

#define __SYCL_PARALLEL_FOR(DIMENSIONS)                                        \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  [[deprecated("offsets are deprecated")]] event                               \
  parallel_for(range<DIMENSIONS> r, id<DIMENSIONS> offset, const Functor &f) { \
    return submit_offset<KernelName>(r, offset, {}, f);                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  [[deprecated("offsets are deprecated")]] event                               \
  parallel_for(range<DIMENSIONS> r, id<DIMENSIONS> offset,                     \
               const event &dependency, const Functor &f) {                    \
    return submit_offset<KernelName>(r, offset, {dependency}, f);              \
  }                                                                            \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  [[deprecated("offsets are deprecated")]] event                               \
  parallel_for(range<DIMENSIONS> r, id<DIMENSIONS> offset,                     \
               const std::vector<event> &dependencies, const Functor &f) {     \
    return submit_offset<KernelName>(r, offset, dependencies, f);              \
  }
  __SYCL_PARALLEL_FOR(1)
  __SYCL_PARALLEL_FOR(2)
  __SYCL_PARALLEL_FOR(3)
#undef __SYCL_PARALLEL_FOR

  // sycl_ext_oneapi_kernel_properties, see handler.
  template <typename KernelName = detail::auto_name, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  event single_task(Properties properties, const Functor &f) {
    return submit([&](handler &h) {
      h.template single_task<KernelName>(properties, f);
    });
  }
  template <typename KernelName = detail::auto_name, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  event single_task(const event &dependency, Properties properties,
                    const Functor &f) {
    return single_task<KernelName>(std::vector<event>{dependency}, properties,
                                   f);
  }
  template <typename KernelName = detail::auto_name, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  event single_task(const std::vector<event> &dependencies,
                    Properties properties, const Functor &f) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.template single_task<KernelName>(properties, f);
    });
  }
#define __SYCL_PARALLEL_FOR(RANGE)                                             \
  template <typename KernelName = detail::auto_name, int D,                    \
            typename Properties, typename... Rest,                             \
            detail::require_property_list<Properties> = 0>                     \
  event parallel_for(RANGE<D> r, Properties properties, const Rest &...rest) { \
    return submit([&](handler &h) {                                            \
      h.template parallel_for<KernelName>(r, properties, rest...);             \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name, int D,                    \
            typename Properties, typename... Rest,                             \
            detail::require_property_list<Properties> = 0>                     \
  event parallel_for(RANGE<D> r, const event &dependency,                      \
                     Properties properties, const Rest &...rest) {             \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependency);                                                \
      h.template parallel_for<KernelName>(r, properties, rest...);             \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name, int D,                    \
            typename Properties, typename... Rest,                             \
            detail::require_property_list<Properties> = 0>                     \
  event parallel_for(RANGE<D> r, const std::vector<event> &dependencies,       \
                     Properties properties, const Rest &...rest) {             \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependencies);                                              \
      h.template parallel_for<KernelName>(r, properties, rest...);             \
    });                                                                        \
  }
  __SYCL_PARALLEL_FOR(range)
  __SYCL_PARALLEL_FOR(nd_range)
#undef __SYCL_PARALLEL_FOR

// nd_ranges by their dimensions, so that {8, 8} is a range and nothing else.
#define __SYCL_PARALLEL_FOR(RANGE, DIMENSIONS)                                        \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename Functor>                                       \
  event parallel_for(RANGE r, const Functor &f) {                              \
    return submit(                                                             \
        [&](handler &h) { h.template parallel_for<KernelName>(r, f); });       \
  }                                                                            \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename Functor>                                       \
  event parallel_for(RANGE r, const event &dependency, const Functor &f) {     \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependency);                                                \
      h.template parallel_for<KernelName>(r, f);                               \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename Functor>                                       \
  event parallel_for(RANGE r, const std::vector<event> &dependencies,          \
                     const Functor &f) {                                       \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependencies);                                              \
      h.template parallel_for<KernelName>(r, f);                               \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename... Rest,                                       \
            detail::require_reductions<Rest...> = 0>                           \
  event parallel_for(RANGE r, const Rest &...rest) {                           \
    return submit(                                                             \
        [&](handler &h) { h.template parallel_for<KernelName>(r, rest...); }); \
  }                                                                            \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename... Rest,                                       \
            detail::require_reductions<Rest...> = 0>                           \
  event parallel_for(RANGE r, const event &dependency, const Rest &...rest) {  \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependency);                                                \
      h.template parallel_for<KernelName>(r, rest...);                         \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = detail::auto_name,                           \
            DIMENSIONS typename... Rest,                                       \
            detail::require_reductions<Rest...> = 0>                           \
  event parallel_for(RANGE r, const std::vector<event> &dependencies,          \
                     const Rest &...rest) {                                    \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependencies);                                              \
      h.template parallel_for<KernelName>(r, rest...);                         \
    });                                                                        \
  }
  __SYCL_PARALLEL_FOR(range<1>, )
  __SYCL_PARALLEL_FOR(range<2>, )
  __SYCL_PARALLEL_FOR(range<3>, )
#define __SYCL_COMMA ,
  __SYCL_PARALLEL_FOR(nd_range<D>, int D __SYCL_COMMA)
#undef __SYCL_COMMA
#undef __SYCL_PARALLEL_FOR

  event memcpy(void *to, const void *from, std::size_t bytes,
               const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.memcpy(to, from, bytes);
    });
  }
  event memcpy(void *to, const void *from, std::size_t bytes,
               const event &dependency) {
    return memcpy(to, from, bytes, std::vector<event>{dependency});
  }
  event memset(void *address, int value, std::size_t bytes,
               const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.memset(address, value, bytes);
    });
  }
  event memset(void *address, int value, std::size_t bytes,
               const event &dependency) {
    return memset(address, value, bytes, std::vector<event>{dependency});
  }
  template <typename T>
  event fill(void *to, const T &pattern, std::size_t count,
             const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.fill(to, pattern, count);
    });
  }
  template <typename T>
  event fill(void *to, const T &pattern, std::size_t count,
             const event &dependency) {
    return fill(to, pattern, count, std::vector<event>{dependency});
  }
  template <typename T>
  event copy(const T *from, T *to, std::size_t count,
             const std::vector<event> &dependencies = {}) {
    return memcpy(to, from, detail::bytes_of<T>(count), dependencies);
  }
  template <typename T>
  event copy(const T *from, T *to, std::size_t count,
             const event &dependency) {
    return memcpy(to, from, detail::bytes_of<T>(count), dependency);
  }
  event prefetch(const void *address, std::size_t bytes,
                 const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.prefetch(address, bytes);
    });
  }
  event prefetch(const void *address, std::size_t bytes, const event &dependency) {
    return prefetch(address, bytes, std::vector<event>{dependency});
  }
  // sycl_ext_oneapi_device_global, see handler.
#define __SYCL_COPY(NAME, SOURCE, DESTINATION, COUNT, DEFAULT, START)          \
  template <typename T, typename P>                                            \
  event NAME(SOURCE, DESTINATION, std::size_t COUNT, std::size_t START,        \
             const std::vector<event> &dependencies) {                         \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependencies);                                              \
      h.NAME(first, second, COUNT, START);                                     \
    });                                                                        \
  }                                                                            \
  template <typename T, typename P>                                            \
  event NAME(SOURCE, DESTINATION, std::size_t COUNT = DEFAULT,                 \
             std::size_t START = 0) {                                          \
    return submit([&](handler &h) { h.NAME(first, second, COUNT, START); });   \
  }                                                                            \
  template <typename T, typename P>                                            \
  event NAME(SOURCE, DESTINATION, std::size_t COUNT, std::size_t START,        \
             const event &dependency) {                                        \
    return this->NAME(first, second, COUNT, START,                             \
                      std::vector<event>{dependency});                         \
  }
#define __SYCL_COMMA ,
#define __SYCL_GLOBAL ext::oneapi::experimental::device_global<T __SYCL_COMMA P>
#define __SYCL_COUNT sizeof(T) / sizeof(std::remove_all_extents_t<T>)
  __SYCL_COPY(copy, const std::remove_all_extents_t<T> *first,
              __SYCL_GLOBAL &second, count, __SYCL_COUNT, start)
  __SYCL_COPY(copy, const __SYCL_GLOBAL &first,
              std::remove_all_extents_t<T> *second, count, __SYCL_COUNT, start)
  __SYCL_COPY(memcpy, __SYCL_GLOBAL &first, const void *second, bytes,
              sizeof(T), offset)
  __SYCL_COPY(memcpy, void *first, const __SYCL_GLOBAL &second, bytes,
              sizeof(T), offset)
#undef __SYCL_COUNT
#undef __SYCL_GLOBAL
#undef __SYCL_COMMA
#undef __SYCL_COPY

  // The same of accessors; placeholders are required by the way.
  template <typename T, int D, access_mode M, target G, access::placeholder P,
            typename Destination>
  event copy(accessor<T, D, M, G, P> from, Destination to) {
    return submit([&](handler &h) {
      require_placeholder(h, from);
      require_placeholder(h, to);
      h.copy(from, to);
    });
  }
  template <typename Source, typename T, int D, access_mode M, target G,
            access::placeholder P,
            typename = std::enable_if_t<!detail::is_accessor<Source>>>
  event copy(Source from, accessor<T, D, M, G, P> to) {
    return submit([&](handler &h) {
      require_placeholder(h, to);
      h.copy(from, to);
    });
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event fill(accessor<T, D, M, G, P> to, const T &value) {
    return submit([&](handler &h) {
      require_placeholder(h, to);
      h.fill(to, value);
    });
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  event update_host(accessor<T, D, M, G, P> a) {
    return submit([&](handler &h) {
      require_placeholder(h, a);
      h.update_host(a);
    });
  }

// sycl_ext_oneapi_memcpy2d; each function without dependencies, with one and with
// a list.
#define __SYCL_COMMAND(TEMPLATE, NAME, PARAMETERS, ...)                        \
  TEMPLATE event ext_oneapi_##NAME(                                            \
      __SYCL_UNWRAP PARAMETERS,                                                \
      const std::vector<event> &dependencies = {}) {                           \
    return submit([&](handler &h) {                                            \
      h.depends_on(dependencies);                                              \
      h.ext_oneapi_##NAME(__VA_ARGS__);                                        \
    });                                                                        \
  }                                                                            \
  TEMPLATE event ext_oneapi_##NAME(__SYCL_UNWRAP PARAMETERS,                   \
                                   const event &dependency) {                  \
    return ext_oneapi_##NAME(__VA_ARGS__, std::vector<event>{dependency});     \
  }
#define __SYCL_UNWRAP(...) __VA_ARGS__
  __SYCL_COMMAND(, memcpy2d,
                 (void *to, std::size_t to_pitch, const void *from,
                  std::size_t from_pitch, std::size_t width,
                  std::size_t height),
                 to, to_pitch, from, from_pitch, width, height)
  __SYCL_COMMAND(template <typename T>, copy2d,
                 (const T *from, std::size_t from_pitch, T *to,
                  std::size_t to_pitch, std::size_t width, std::size_t height),
                 from, from_pitch, to, to_pitch, width, height)
  __SYCL_COMMAND(, memset2d,
                 (void *to, std::size_t to_pitch, int value, std::size_t width,
                  std::size_t height),
                 to, to_pitch, value, width, height)
  __SYCL_COMMAND(template <typename T>, fill2d,
                 (void *to, std::size_t to_pitch, const T &pattern,
                  std::size_t width, std::size_t height),
                 to, to_pitch, pattern, width, height)

  // sycl_ext_oneapi_bindless_images, see handler::ext_oneapi_copy.
  __SYCL_COMMAND(, copy,
                 (const void *from, detail::image_memory to,
                  const detail::image_description &of),
                 from, to, of)
  __SYCL_COMMAND(, copy,
                 (detail::image_memory from, void *to,
                  const detail::image_description &of),
                 from, to, of)
  __SYCL_COMMAND(, copy,
                 (detail::image_memory from, detail::image_memory to,
                  const detail::image_description &of),
                 from, to, of)
  __SYCL_COMMAND(, copy,
                 (const void *from, void *to,
                  const detail::image_description &of,
                  std::size_t device_pitch),
                 from, to, of, device_pitch)
  __SYCL_COMMAND(, copy,
                 (const void *from, range<3> from_offset, range<3> from_extent,
                  detail::image_memory to, range<3> to_offset,
                  const detail::image_description &to_is, range<3> extent),
                 from, from_offset, from_extent, to, to_offset, to_is, extent)
  __SYCL_COMMAND(, copy,
                 (detail::image_memory from, range<3> from_offset,
                  const detail::image_description &from_is, void *to,
                  range<3> to_offset, range<3> to_extent, range<3> extent),
                 from, from_offset, from_is, to, to_offset, to_extent, extent)
  __SYCL_COMMAND(, copy,
                 (detail::image_memory from, range<3> from_offset,
                  const detail::image_description &from_is,
                  detail::image_memory to, range<3> to_offset,
                  const detail::image_description &to_is, range<3> extent),
                 from, from_offset, from_is, to, to_offset, to_is, extent)
  __SYCL_COMMAND(, copy,
                 (const void *from, range<3> from_offset, void *to,
                  range<3> to_offset, const detail::image_description &of,
                  std::size_t device_pitch, range<3> host_extent,
                  range<3> extent),
                 from, from_offset, to, to_offset, of, device_pitch,
                 host_extent, extent)
#undef __SYCL_UNWRAP
#undef __SYCL_COMMAND

  event mem_advise(const void *address, std::size_t bytes, int advice,
                   const std::vector<event> &dependencies = {}) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.mem_advise(address, bytes, advice);
    });
  }
  event mem_advise(const void *address, std::size_t bytes, int advice,
                   const event &dependency) {
    return mem_advise(address, bytes, advice, std::vector<event>{dependency});
  }

private:
  __SYCL_REFERENCE_SEMANTICS(queue)
  friend const device &detail::device_of(const queue &q);
  friend const context &detail::context_of(const queue &q);
  explicit queue(std::shared_ptr<facet::Queue> implementation)
      : implementation_(std::move(implementation)) {}
  template <typename A> static void require_placeholder(handler &h, A &a) {
    if constexpr (detail::is_accessor<A>)
      h.require(a);
  }
  template <typename KernelName, int D, typename Functor>
  event submit_offset(const range<D> &r, const id<D> &offset,
                      const std::vector<event> &dependencies,
                      const Functor &f) {
    return submit([&](handler &h) {
      h.depends_on(dependencies);
      h.template launch_range<KernelName>(r, f, offset);
    });
  }
  bool has(detail::property_id property) const noexcept;
  event submit_erased(void (*call)(void *, handler &), void *group);
  std::shared_ptr<facet::Queue> implementation_;
};

template <>
struct is_property_of<property::queue::in_order, queue> : std::true_type {};
template <>
struct is_property_of<property::queue::enable_profiling, queue>
    : std::true_type {};

template <>
struct is_property_of<ext::oneapi::property::queue::discard_events, queue>
    : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_normal, queue>
    : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_low, queue>
    : std::true_type {};
template <>
struct is_property_of<ext::oneapi::property::queue::priority_high, queue>
    : std::true_type {};

template <>
struct is_property_of<ext::intel::property::queue::immediate_command_list,
                      queue> : std::true_type {};
template <>
struct is_property_of<ext::intel::property::queue::no_immediate_command_list,
                      queue> : std::true_type {};

template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &native,
                 const context &ctx, const async_handler &handler) {
  return detail::adopt_queue(native, ctx, handler, Backend);
}

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::queue)
