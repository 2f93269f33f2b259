// Functions that submit commands to a queue, or to the handler of a command
// group (sycl_ext_oneapi_enqueue_functions).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/kernel.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename> inline constexpr bool is_launch_range = false;
template <int Dimensions>
inline constexpr bool is_launch_range<range<Dimensions>> = true;
template <int Dimensions>
inline constexpr bool is_launch_range<nd_range<Dimensions>> = true;
template <typename> inline constexpr bool is_nd_range = false;
template <int Dimensions>
inline constexpr bool is_nd_range<nd_range<Dimensions>> = true;

struct access_launch_config {
  template <typename Config> static const auto &range(const Config &c) {
    return c.range_;
  }
  template <typename Config> static const auto &properties(const Config &c) {
    return c.properties_;
  }
};

/// A property that changes how a kernel is compiled is none of a launch.
template <typename Properties>
inline constexpr bool has_kernel_property =
    Properties::template has_property<
        ext::oneapi::experimental::work_group_size_key>() ||
    Properties::template has_property<
        ext::oneapi::experimental::work_group_size_hint_key>() ||
    Properties::template has_property<
        ext::oneapi::experimental::sub_group_size_key>() ||
    Properties::template has_property<
        ext::oneapi::experimental::device_has_key>();

/// Those of functions (free_function_kernels.hpp) have launches of their own.
template <typename T> inline constexpr bool is_kernel_function = false;
template <typename T>
using require_kernel_functor =
    std::enable_if_t<!std::is_same_v<T, kernel> && !is_kernel_function<T>, int>;

} // namespace detail

namespace ext::oneapi::experimental {

/// What a kernel is launched with.
template <typename Range, typename Properties = empty_properties_t>
class launch_config {
public:
  static_assert(sycl::detail::is_launch_range<Range>,
                "launch_config takes a range or an nd_range");
  static_assert(is_property_list_v<Properties>,
                "launch_config takes a list of properties");
  static_assert(!sycl::detail::has_kernel_property<Properties>,
                "properties of kernels are no properties of a launch: let the "
                "kernel's functor return them from get(properties_tag)");
  static_assert(!sycl::detail::has_scratch_size<Properties> ||
                    sycl::detail::is_nd_range<Range>,
                "work_group_scratch_size is for kernels with work-groups: "
                "launch them with an nd_range");
  template <typename P = Properties,
            typename = std::enable_if_t<std::is_default_constructible_v<P>>>
  launch_config(Range range) : range_(range) {}
  launch_config(Range range, Properties properties)
      : range_(range), properties_(properties) {}

private:
  friend struct sycl::detail::access_launch_config;
  Range range_;
  Properties properties_;
};
template <typename Range, typename Properties>
launch_config(Range, Properties) -> launch_config<Range, Properties>;
template <typename Range>
launch_config(Range) -> launch_config<Range, empty_properties_t>;

template <typename CommandGroup> void submit(queue q, CommandGroup &&group) {
  q.submit(std::forward<CommandGroup>(group));
}
template <typename CommandGroup, typename Properties,
          sycl::detail::require_property_list<Properties> = 0>
void submit(queue q, Properties, CommandGroup &&group) {
  q.submit(std::forward<CommandGroup>(group));
}
template <typename CommandGroup>
event submit_with_event(queue q, CommandGroup &&group) {
  return q.submit(std::forward<CommandGroup>(group));
}
template <typename CommandGroup, typename Properties,
          sycl::detail::require_property_list<Properties> = 0>
event submit_with_event(queue q, Properties, CommandGroup &&group) {
  return q.submit(std::forward<CommandGroup>(group));
}

// Each command: for a handler, and for a queue, which submits a group of it.

template <typename KernelName = sycl::detail::auto_name, typename Functor,
          sycl::detail::require_kernel_functor<Functor> = 0>
void single_task(handler &h, const Functor &f) {
  h.single_task<KernelName>(f);
}
template <typename KernelName = sycl::detail::auto_name, typename Functor,
          sycl::detail::require_kernel_functor<Functor> = 0>
void single_task(queue q, const Functor &f) {
  q.submit([&](handler &h) { h.single_task<KernelName>(f); });
}
template <typename... Arguments>
void single_task(handler &h, const kernel &k, Arguments &&...arguments) {
  h.set_args(std::forward<Arguments>(arguments)...);
  h.single_task(k);
}
template <typename... Arguments>
void single_task(queue q, const kernel &k, Arguments &&...arguments) {
  q.submit([&](handler &h) {
    single_task(h, k, std::forward<Arguments>(arguments)...);
  });
}

// The reductions come behind the functor here.
#define __SYCL_LAUNCH(NAME, RANGE)                                             \
  template <typename KernelName = sycl::detail::auto_name, int D,              \
            typename Functor, typename... Reductions,                          \
            sycl::detail::require_kernel_functor<Functor> = 0>                 \
  void NAME(handler &h, RANGE<D> r, const Functor &f,                          \
            Reductions &&...reductions) {                                      \
    h.parallel_for<KernelName>(r, std::forward<Reductions>(reductions)..., f); \
  }                                                                            \
  template <typename KernelName = sycl::detail::auto_name, int D,              \
            typename Functor, typename... Reductions,                          \
            sycl::detail::require_kernel_functor<Functor> = 0>                 \
  void NAME(queue q, RANGE<D> r, const Functor &f,                             \
            Reductions &&...reductions) {                                      \
    q.submit([&](handler &h) {                                                 \
      h.parallel_for<KernelName>(r, std::forward<Reductions>(reductions)...,   \
                                 f);                                           \
    });                                                                        \
  }                                                                            \
  template <typename KernelName = sycl::detail::auto_name, int D,              \
            typename Properties, typename Functor, typename... Reductions,     \
            sycl::detail::require_kernel_functor<Functor> = 0>                 \
  void NAME(handler &h, launch_config<RANGE<D>, Properties> c,                 \
            const Functor &f, Reductions &&...reductions) {                    \
    using access = sycl::detail::access_launch_config;                         \
    h.parallel_for<KernelName>(                                                \
        access::range(c), std::forward<Reductions>(reductions)...,             \
        sycl::detail::apply_launch_properties(h, access::properties(c), f));   \
  }                                                                            \
  template <typename KernelName = sycl::detail::auto_name, int D,              \
            typename Properties, typename Functor, typename... Reductions,     \
            sycl::detail::require_kernel_functor<Functor> = 0>                 \
  void NAME(queue q, launch_config<RANGE<D>, Properties> c, const Functor &f,  \
            Reductions &&...reductions) {                                      \
    q.submit([&](handler &h) {                                                 \
      NAME<KernelName>(h, c, f, std::forward<Reductions>(reductions)...);      \
    });                                                                        \
  }                                                                            \
  template <int D, typename... Arguments>                                      \
  void NAME(handler &h, RANGE<D> r, const kernel &k,                           \
            Arguments &&...arguments) {                                        \
    h.set_args(std::forward<Arguments>(arguments)...);                         \
    h.parallel_for(r, k);                                                      \
  }                                                                            \
  template <int D, typename... Arguments>                                      \
  void NAME(queue q, RANGE<D> r, const kernel &k, Arguments &&...arguments) {  \
    q.submit([&](handler &h) {                                                 \
      h.set_args(std::forward<Arguments>(arguments)...);                       \
      h.parallel_for(r, k);                                                    \
    });                                                                        \
  }                                                                            \
  template <int D, typename Properties, typename... Arguments>                 \
  void NAME(handler &h, launch_config<RANGE<D>, Properties> c,                 \
            const kernel &k, Arguments &&...arguments) {                       \
    using access = sycl::detail::access_launch_config;                         \
    h.set_args(std::forward<Arguments>(arguments)...);                         \
    if constexpr (sycl::detail::has_scratch_size<Properties>)                  \
      h.set_arg(sycl::detail::scratch_argument,                                \
                sycl::detail::take_scratch_memory(h, access::properties(c)));  \
    h.parallel_for(access::range(c), k);                                       \
  }                                                                            \
  template <int D, typename Properties, typename... Arguments>                 \
  void NAME(queue q, launch_config<RANGE<D>, Properties> c, const kernel &k,   \
            Arguments &&...arguments) {                                        \
    q.submit([&](handler &h) {                                                 \
      NAME(h, c, k, std::forward<Arguments>(arguments)...);                    \
    });                                                                        \
  }
__SYCL_LAUNCH(parallel_for, range)
__SYCL_LAUNCH(nd_launch, nd_range)
#undef __SYCL_LAUNCH

// A number is a range of one dimension, as in queue::parallel_for.
template <typename KernelName = sycl::detail::auto_name, typename Functor,
          typename... Reductions,
          sycl::detail::require_kernel_functor<Functor> = 0>
void parallel_for(handler &h, std::size_t items, const Functor &f,
                  Reductions &&...reductions) {
  h.parallel_for<KernelName>(range<1>(items),
                             std::forward<Reductions>(reductions)..., f);
}
template <typename KernelName = sycl::detail::auto_name, typename Functor,
          typename... Reductions,
          sycl::detail::require_kernel_functor<Functor> = 0>
void parallel_for(queue q, std::size_t items, const Functor &f,
                  Reductions &&...reductions) {
  q.submit([&](handler &h) {
    h.parallel_for<KernelName>(range<1>(items),
                               std::forward<Reductions>(reductions)..., f);
  });
}

inline void memcpy(handler &h, void *to, const void *from, std::size_t bytes) {
  h.memcpy(to, from, bytes);
}
inline void memcpy(queue q, void *to, const void *from, std::size_t bytes) {
  q.memcpy(to, from, bytes);
}
template <typename T>
void copy(handler &h, const T *from, T *to, std::size_t count) {
  h.copy(from, to, count);
}
template <typename T>
void copy(queue q, const T *from, T *to, std::size_t count) {
  q.copy(from, to, count);
}
inline void memset(handler &h, void *address, int value, std::size_t bytes) {
  h.memset(address, value, bytes);
}
inline void memset(queue q, void *address, int value, std::size_t bytes) {
  q.memset(address, value, bytes);
}
template <typename T>
void fill(handler &h, T *to, const T &pattern, std::size_t count) {
  h.fill(to, pattern, count);
}
template <typename T>
void fill(queue q, T *to, const T &pattern, std::size_t count) {
  q.fill(to, pattern, count);
}

enum class prefetch_type { device, host };
/// Memory is prefetched to devices alone: to the host, nothing is done.
inline void prefetch(handler &h, void *address, std::size_t bytes,
                     prefetch_type type = prefetch_type::device) {
  if (type == prefetch_type::device)
    h.prefetch(address, bytes);
}
inline void prefetch(queue q, void *address, std::size_t bytes,
                     prefetch_type type = prefetch_type::device) {
  q.submit([&](handler &h) { prefetch(h, address, bytes, type); });
}
inline void mem_advise(handler &h, void *address, std::size_t bytes,
                       int advice) {
  h.mem_advise(address, bytes, advice);
}
inline void mem_advise(queue q, void *address, std::size_t bytes, int advice) {
  q.mem_advise(address, bytes, advice);
}

inline void execute_graph(handler &h,
                          const command_graph<graph_state::executable> &graph) {
  h.ext_oneapi_graph(graph);
}
inline void execute_graph(queue q,
                          const command_graph<graph_state::executable> &graph) {
  q.ext_oneapi_graph(graph);
}

inline void barrier(handler &h) { h.ext_oneapi_barrier(); }
inline void barrier(queue q) { q.ext_oneapi_submit_barrier(); }
inline void partial_barrier(handler &h, const std::vector<event> &events) {
  h.ext_oneapi_barrier(events);
}
inline void partial_barrier(queue q, const std::vector<event> &events) {
  q.ext_oneapi_submit_barrier(events);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
