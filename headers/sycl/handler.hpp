// sycl::handler (SYCL 2020, 4.9.4): collects one command.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/argument_kinds.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/kernel_launch.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bindless_images_descriptor.hpp>
#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/raw_kernel_arg.hpp>
#include <sycl/ext/oneapi/work_group_memory.hpp>
#include <sycl/h_item.hpp>
#include <sycl/interop.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/reduction.hpp>
#include <sycl/specialization_id.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue;

namespace ext::oneapi::experimental {
// See graph.hpp.
enum class graph_state { modifiable = 0, executable = 1 };
enum class queue_state { executing = 0, recording = 1 };
template <graph_state State = graph_state::modifiable> class command_graph;
} // namespace ext::oneapi::experimental

namespace detail {

/// Makes the handlers of what is neither a queue nor a class of the library.
struct access_handler;
/// The context and device of the queue (sycl_ext_oneapi_async_memory_alloc).
struct handler_place;
handler_place place_of(handler &group);
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
    launch_single_task<detail::kernel_name_type<KernelName, Functor>>(
        detail::apply_carried_properties(f));
  }

  // With properties (sycl_ext_oneapi_kernel_properties): their list comes before
  // the functor or the reductions. An unnamed kernel has the properties in its
  // name, so that one functor can be submitted with several lists.
  template <typename KernelName = detail::auto_name, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  void single_task(Properties, const Functor &f) {
    single_task<KernelName>(detail::apply_properties<Properties>(f));
  }
  template <typename KernelName = detail::auto_name, int D, typename Properties,
            typename... Rest, detail::require_property_list<Properties> = 0>
  void parallel_for(range<D> r, Properties properties, const Rest &...rest) {
    parallel_for_with<KernelName>(
        r, properties, std::forward_as_tuple(rest...),
        std::make_index_sequence<sizeof...(Rest) - 1>());
  }
  template <typename KernelName = detail::auto_name, int D, typename Properties,
            typename... Rest, detail::require_property_list<Properties> = 0>
  void parallel_for(nd_range<D> r, Properties properties,
                    const Rest &...rest) {
    parallel_for_with<KernelName>(
        r, properties, std::forward_as_tuple(rest...),
        std::make_index_sequence<sizeof...(Rest) - 1>());
  }

#define __SYCL_PARALLEL_FOR(DIMENSIONS)                                        \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  void parallel_for(range<DIMENSIONS> r, const Functor &f) {                   \
    launch_range<KernelName>(r, f);                                            \
  }                                                                            \
  template <typename KernelName = detail::auto_name, typename Functor>         \
  [[deprecated("offsets are deprecated")]] void                                \
  parallel_for(range<DIMENSIONS> r, id<DIMENSIONS> offset, const Functor &f) { \
    launch_range<KernelName>(r, f, offset);                                    \
  }                                                                            \
  template <typename KernelName = detail::auto_name, typename... Rest,         \
            detail::require_reductions<Rest...> = 0>                           \
  void parallel_for(range<DIMENSIONS> r, const Rest &...rest) {                \
    reduce<KernelName>(r, std::forward_as_tuple(rest...),                      \
                       std::make_index_sequence<sizeof...(Rest) - 1>());       \
  }                                                                            \
  void parallel_for(range<DIMENSIONS> r, const kernel &k) {                    \
    launch_object(k, detail::make_shape(r));                                   \
  }
  __SYCL_PARALLEL_FOR(1)
  __SYCL_PARALLEL_FOR(2)
  __SYCL_PARALLEL_FOR(3)
#undef __SYCL_PARALLEL_FOR
  // By their dimensions, so that {8, 8} is a range and nothing else.
  template <typename KernelName = detail::auto_name, int D, typename Functor>
  void parallel_for(nd_range<D> r, const Functor &f) {
    launch_nd_range<KernelName>(r, f);
  }
  template <typename KernelName = detail::auto_name, int D, typename... Rest,
            detail::require_reductions<Rest...> = 0>
  void parallel_for(nd_range<D> r, const Rest &...rest) {
    reduce<KernelName>(r, std::forward_as_tuple(rest...),
                       std::make_index_sequence<sizeof...(Rest) - 1>());
  }

  template <typename KernelName = detail::auto_name, int D, typename Functor>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_group(range<D> groups, const Functor &f) {
    range<D> one = groups;
    for (int d = 0; d < D; ++d)
      one[d] = 1;
    launch_work_groups<KernelName>(nd_range<D>(groups, one), f);
  }
  template <typename KernelName = detail::auto_name, int D, typename Functor>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_group(range<D> groups, range<D> group_size,
                          const Functor &f) {
    launch_work_groups<KernelName>(
        nd_range<D>(groups * group_size, group_size), f);
  }
  template <typename KernelName = detail::auto_name, int D, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_group(range<D> groups, Properties, const Functor &f) {
    parallel_for_work_group<KernelName>(
        groups, detail::apply_properties<Properties>(f));
  }
  template <typename KernelName = detail::auto_name, int D, typename Properties,
            typename Functor, detail::require_property_list<Properties> = 0>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_group(range<D> groups, range<D> group_size, Properties,
                          const Functor &f) {
    parallel_for_work_group<KernelName>(
        groups, group_size, detail::apply_properties<Properties>(f));
  }

  // Kernels of make_kernel and of functions; errc::invalid for others. No device
  // here has built-in kernels.
  void single_task(const kernel &k) { launch_object(k, detail::launch_shape{}); }
  template <int D> void parallel_for(nd_range<D> r, const kernel &k) {
    launch_object(k, detail::make_shape(r));
  }
  /// An argument of such a kernel: an accessor, a pointer to unified memory, or
  /// a value.
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  void set_arg(int index, accessor<T, D, M, G, P> a) {
    if constexpr (G == target::local) {
      set_object_argument(index, detail::object_argument::local, nullptr,
                          a.byte_size(), &a, sizeof(a));
    } else {
      static_assert(G == target::device || G == target::constant_buffer,
                    "set_arg takes accessors to the device's memory");
      const void *const start = a.memory().first;
      set_object_argument(index, detail::object_argument::pointer, &start,
                          sizeof(start), &a, sizeof(a));
    }
  }
  template <typename T, int D> void set_arg(int index, local_accessor<T, D> a) {
    set_object_argument(index, detail::object_argument::local, nullptr,
                        a.byte_size(), &a, sizeof(a));
  }
  template <typename T>
  void set_arg(int index, ext::oneapi::experimental::work_group_memory<T> a) {
    set_object_argument(index, detail::object_argument::local, nullptr,
                        a.bytes_, &a, sizeof(a));
  }
  void set_arg(int index, const ext::oneapi::raw_kernel_arg &argument) {
    set_object_argument(index, detail::object_argument::value, argument.bytes_,
                        argument.count_);
  }
  template <typename T, typename = std::enable_if_t<
                            !std::is_same_v<std::decay_t<T>,
                                            ext::oneapi::raw_kernel_arg> &&
                            !detail::is_accessor<std::decay_t<T>> &&
                            !detail::is_local_accessor<std::decay_t<T>> &&
                            !detail::is_dynamic_parameter<std::decay_t<T>>>>
  void set_arg(int index, T &&value) {
    using argument = std::decay_t<T>;
    static_assert(std::is_trivially_copyable_v<argument>,
                  "set_arg takes accessors, pointers and values whose type is "
                  "trivially copyable");
    const argument copy = value;
    set_object_argument(index,
                        std::is_pointer_v<argument>
                            ? detail::object_argument::pointer
                            : detail::object_argument::value,
                        &copy, sizeof(copy));
  }
  /// One whose value can change in the node of a graph.
  template <typename T>
  void set_arg(int index,
               const ext::oneapi::experimental::dynamic_parameter<T> &value) {
    set_arg(index, value.value());
    add_dynamic_argument(index, value.implementation());
  }
  template <typename... T> void set_args(T &&...arguments) {
    int index = 0;
    (set_arg(index++, std::forward<T>(arguments)), ...);
  }

  /// The kernel comes from this bundle, with the bundle's constants.
  void use_kernel_bundle(const kernel_bundle<bundle_state::executable> &b);
  template <auto &SpecName>
  void set_specialization_constant(
      detail::specialization_type<SpecName> value) {
    set_constant(detail::specialization_key<SpecName>(), &value, sizeof(value));
  }
  template <auto &SpecName>
  detail::specialization_type<SpecName> get_specialization_constant() const {
    auto value = __sycl_default_of(SpecName);
    get_constant(detail::specialization_key<SpecName>(), &value, sizeof(value));
    return value;
  }

  template <typename Task> void host_task(Task &&task) {
    if constexpr (std::is_invocable_v<std::decay_t<Task> &, interop_handle>)
      set_host_task([task = std::forward<Task>(task),
                     handle = make_interop_handle()]() mutable {
        task(handle);
      });
    else
      set_host_task(std::forward<Task>(task));
  }

  void memcpy(void *to, const void *from, std::size_t bytes);
  void memset(void *address, int value, std::size_t bytes);
  template <typename T> void fill(void *to, const T &pattern, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    fill_bytes(to, &pattern, sizeof(T), detail::bytes_of<T>(n));
  }
  template <typename T> void copy(const T *from, T *to, std::size_t count) {
    memcpy(to, from, detail::bytes_of<T>(count));
  }
  // sycl_ext_oneapi_device_global: copies of elements, or of bytes, from or to
  // the device's instance. Throw errc::invalid if it has fewer.
  template <typename T, typename P>
  void copy(const std::remove_all_extents_t<T> *from,
            ext::oneapi::experimental::device_global<T, P> &to,
            std::size_t count = sizeof(T) /
                                sizeof(std::remove_all_extents_t<T>),
            std::size_t start = 0) {
    using element = std::remove_all_extents_t<T>;
    memcpy(to, from, detail::bytes_of<element>(count),
           detail::bytes_of<element>(start));
  }
  template <typename T, typename P>
  void copy(const ext::oneapi::experimental::device_global<T, P> &from,
            std::remove_all_extents_t<T> *to,
            std::size_t count = sizeof(T) /
                                sizeof(std::remove_all_extents_t<T>),
            std::size_t start = 0) {
    using element = std::remove_all_extents_t<T>;
    memcpy(to, from, detail::bytes_of<element>(count),
           detail::bytes_of<element>(start));
  }
  template <typename T, typename P>
  void memcpy(ext::oneapi::experimental::device_global<T, P> &to,
              const void *from, std::size_t bytes = sizeof(T),
              std::size_t offset = 0) {
    copy_to_device_global(detail::access_device_global::get<
                              detail::access_device_global::direction::to>(to),
                          offset, from, bytes);
  }
  template <typename T, typename P>
  void memcpy(void *to,
              const ext::oneapi::experimental::device_global<T, P> &from,
              std::size_t bytes = sizeof(T), std::size_t offset = 0) {
    copy_from_device_global(
        to,
        detail::access_device_global::get<
            detail::access_device_global::direction::from>(from),
        offset, bytes);
  }

  /// Runs the graph (sycl_ext_oneapi_graph). Throws errc::invalid if it is of
  /// another device or context.
  void
  ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                   ext::oneapi::experimental::graph_state::executable> &graph);

  void prefetch(const void *address, std::size_t bytes);
  void mem_advise(const void *address, std::size_t bytes, int advice);

  /// Later commands of the queue come after this one, and this one after all
  /// earlier ones (sycl_ext_oneapi_enqueue_barrier).
  void ext_oneapi_barrier();
  /// Later commands of the queue come after these events, which may be of other
  /// queues. No events: no effect.
  void ext_oneapi_barrier(const std::vector<event> &events);

  // sycl_ext_oneapi_memcpy2d: `height` rows of `width` bytes or elements, whose
  // starts are a pitch of bytes or elements apart.
  void ext_oneapi_memcpy2d(void *to, std::size_t to_pitch, const void *from,
                           std::size_t from_pitch, std::size_t width,
                           std::size_t height) {
    copy_blocks(rows(to, to_pitch, width, height),
                rows(from, from_pitch, width, height));
  }
  template <typename T>
  void ext_oneapi_copy2d(const T *from, std::size_t from_pitch, T *to,
                         std::size_t to_pitch, std::size_t width,
                         std::size_t height) {
    ext_oneapi_memcpy2d(to, detail::bytes_of<T>(to_pitch), from,
                        detail::bytes_of<T>(from_pitch),
                        detail::bytes_of<T>(width), height);
  }
  void ext_oneapi_memset2d(void *to, std::size_t to_pitch, int value,
                           std::size_t width, std::size_t height) {
    const unsigned char byte = static_cast<unsigned char>(value);
    fill_block(rows(to, to_pitch, width, height), &byte, 1);
  }
  template <typename T>
  void ext_oneapi_fill2d(void *to, std::size_t to_pitch, const T &pattern,
                         std::size_t width, std::size_t height) {
    static_assert(std::is_trivially_copyable_v<T>);
    fill_block(rows(to, detail::bytes_of<T>(to_pitch),
                    detail::bytes_of<T>(width), height),
               &pattern, sizeof(T));
  }

  // sycl_ext_oneapi_bindless_images: host memory has no pitch. Throw
  // errc::invalid for what is not there or does not fit.
  void ext_oneapi_copy(const void *from, detail::image_memory to,
                       const detail::image_description &of);
  void ext_oneapi_copy(detail::image_memory from, void *to,
                       const detail::image_description &of);
  void ext_oneapi_copy(detail::image_memory from, detail::image_memory to,
                       const detail::image_description &of);
  /// Between the host and an image in USM, or two of those.
  void ext_oneapi_copy(const void *from, void *to,
                       const detail::image_description &of,
                       std::size_t device_pitch);
  // Parts: `extent` pixels, from and to those at the offsets.
  void ext_oneapi_copy(const void *from, range<3> from_offset,
                       range<3> from_extent, detail::image_memory to,
                       range<3> to_offset,
                       const detail::image_description &to_is, range<3> extent);
  void ext_oneapi_copy(detail::image_memory from, range<3> from_offset,
                       const detail::image_description &from_is, void *to,
                       range<3> to_offset, range<3> to_extent, range<3> extent);
  void ext_oneapi_copy(detail::image_memory from, range<3> from_offset,
                       const detail::image_description &from_is,
                       detail::image_memory to, range<3> to_offset,
                       const detail::image_description &to_is, range<3> extent);
  void ext_oneapi_copy(const void *from, range<3> from_offset, void *to,
                       range<3> to_offset, const detail::image_description &of,
                       std::size_t device_pitch, range<3> host_extent,
                       range<3> extent);

  /// Makes a placeholder part of this command group.
  template <typename T, int D, access_mode M, access::placeholder P>
  void require(accessor<T, D, M, target::device, P> a) {
    if (a.data())
      require_placeholder(a.data(), M, target::device);
  }
  template <typename T, int D, access_mode M, access::placeholder P>
  void require(accessor<T, D, M, target::host_task, P> a) {
    if (a.data())
      require_placeholder(a.is_placeholder() ? a.mark_.placeholder() : a.data(),
                          M, target::host_task);
  }

#define __SYCL_ANY_ACCESSOR                                                    \
  typename T, int D, access_mode M, target G, access::placeholder P
  template <__SYCL_ANY_ACCESSOR, typename U>
  void copy(accessor<T, D, M, G, P> from, U *to) {
    const detail::memory_block block = from.block();
    copy_blocks(contiguous(to, block.size()), block);
  }
  template <__SYCL_ANY_ACCESSOR, typename U>
  void copy(accessor<T, D, M, G, P> from, std::shared_ptr<U> to) {
    copy(from, to.get());
    keep_alive(std::move(to));
  }
  template <__SYCL_ANY_ACCESSOR, typename U>
  void copy(const U *from, accessor<T, D, M, G, P> to) {
    const detail::memory_block block = to.block();
    copy_blocks(block, contiguous(from, block.size()));
  }
  template <__SYCL_ANY_ACCESSOR, typename U>
  void copy(std::shared_ptr<U> from, accessor<T, D, M, G, P> to) {
    copy(static_cast<const U *>(from.get()), to);
    keep_alive(std::move(from));
  }
  template <__SYCL_ANY_ACCESSOR, typename U, int E, access_mode N, target H,
            access::placeholder Q>
  void copy(accessor<T, D, M, G, P> from, accessor<U, E, N, H, Q> to) {
    if (to.byte_size() < from.byte_size())
      throw exception(make_error_code(errc::invalid),
                      "handler::copy: the destination is too small");
    copy_blocks(to.block(), from.block());
  }
  template <__SYCL_ANY_ACCESSOR>
  void fill(accessor<T, D, M, G, P> to, const T &value) {
    fill_block(to.block(), &value, sizeof(T));
  }
  /// Brings the host memory that the accessor's buffer was made from up to
  /// date.
  template <__SYCL_ANY_ACCESSOR> void update_host(accessor<T, D, M, G, P> a) {
    update_host_memory(a.data());
  }
#undef __SYCL_ANY_ACCESSOR

private:
  friend class queue;
  friend class facet::CommandGroup;
  friend struct detail::access_handler;
  friend detail::handler_place detail::place_of(handler &);
  friend void *
  detail::acquire_buffer(handler &, const std::shared_ptr<facet::Buffer> &,
                         access_mode, bool, bool);
  friend void *
  detail::acquire_image(handler &, const std::shared_ptr<facet::Buffer> &,
                        access_mode, bool, bool);
  friend std::size_t detail::allocate_local(handler &, std::size_t,
                                            std::size_t);
  friend std::uint64_t detail::local_accessor_mark(handler &, std::size_t);
  friend void *detail::acquire_scratch(handler &, std::size_t);
  friend std::uint64_t *detail::acquire_stream(handler &, std::size_t);
  friend detail::reduction_plan detail::plan_reduction(handler &, std::size_t,
                                                       std::size_t);
  explicit handler(facet::CommandGroup &group) : group_(&group) {}

  template <typename KernelName, typename Range, typename Properties,
            typename Tuple, std::size_t... I>
  void parallel_for_with(const Range &r, const Properties &properties,
                         const Tuple &rest, std::index_sequence<I...>) {
    parallel_for<KernelName>(
        r, std::get<I>(rest)...,
        detail::apply_launch_properties(
            *this, properties,
            detail::apply_properties<Properties>(
                std::get<sizeof...(I)>(rest))));
  }

  template <typename Name, typename Functor>
  void launch_single_task(const Functor &f) {
    if constexpr (detail::takes_handler<Functor>)
      detail::kernel_single_task<Name>(f, detail::constant_argument{});
    else
      detail::kernel_single_task<Name>(f);
    launch_with<Name, detail::takes_handler<Functor>>(detail::launch_shape(),
                                                      f);
  }
  template <typename KernelName, int Dimensions, typename Functor,
            typename... Offset>
  void launch_range(const range<Dimensions> &r, const Functor &f,
                    const Offset &...offset) {
    launch_items<detail::kernel_name_type<KernelName, Functor>>(
        r, detail::apply_carried_properties(f), offset...);
  }
  template <typename name, int Dimensions, typename Functor>
  void launch_items(const range<Dimensions> &r, const Functor &f) {
    constexpr bool constants =
        detail::range_functor_takes_handler<Functor, Dimensions>;
    if constexpr (constants)
      detail::kernel_range<name, Dimensions>(f, r, detail::constant_argument{});
    else
      detail::kernel_range<name, Dimensions>(f, r);
    launch_with<name, constants>(detail::make_shape(r), f, r);
  }
  template <typename name, int Dimensions, typename Functor>
  void launch_items(const range<Dimensions> &r, const Functor &f,
                    const id<Dimensions> &offset) {
    using own = detail::offset_kernel_name_type<name, Functor>;
    constexpr bool constants =
        detail::range_functor_takes_handler<Functor, Dimensions>;
    if constexpr (constants)
      detail::kernel_offset_range<own, Dimensions>(
          f, r, offset, detail::constant_argument{});
    else
      detail::kernel_offset_range<own, Dimensions>(f, r, offset);
    launch_with<own, constants>(detail::make_shape(r), f, r, offset);
  }
  template <typename KernelName, int Dimensions, typename Functor>
  void launch_nd_range(const nd_range<Dimensions> &r, const Functor &f) {
    launch_nd_items<detail::kernel_name_type<KernelName, Functor>>(
        r, detail::apply_carried_properties(f));
  }
  template <typename name, int Dimensions, typename Functor>
  void launch_nd_items(const nd_range<Dimensions> &r, const Functor &f) {
    constexpr bool constants =
        detail::takes_handler<Functor, nd_item<Dimensions> &>;
    if constexpr (constants)
      detail::kernel_nd_range<name, Dimensions>(f, detail::constant_argument{});
    else
      detail::kernel_nd_range<name, Dimensions>(f);
    launch_with<name, constants>(detail::make_shape(r), f);
  }

  template <typename KernelName, int D, typename Functor>
  void launch_work_groups(const nd_range<D> &r, const Functor &user) {
    using name = detail::kernel_name_type<KernelName, Functor>;
    const auto &f = detail::apply_carried_properties(user);
    using functor = std::decay_t<decltype(f)>;
    if constexpr (detail::takes_handler<functor, group<D> &>)
      launch_nd_range<name>(
          r, detail::work_group_kernel<functor, D, kernel_handler>{f});
    else
      launch_nd_range<name>(r, detail::work_group_kernel<functor, D>{f});
  }

  // In sycl/detail/handler_reductions.hpp.
  template <typename KernelName, typename Range, typename Tuple,
            std::size_t... I>
  void reduce(const Range &r, const Tuple &rest, std::index_sequence<I...>);
  template <int D>
  detail::reduction_plan plan_of(const range<D> &r, std::size_t local_bytes);
  template <int D>
  detail::reduction_plan plan_of(const nd_range<D> &r, std::size_t local_bytes);
  detail::reduction_pack<> make_pack(const detail::reduction_plan &);
  template <typename First, typename... Rest>
  detail::reduction_pack<First, Rest...>
  make_pack(const detail::reduction_plan &plan, First first,
            const Rest &...rest);

  /// Arguments as the kernel's entry point has them.
  template <typename KernelName, bool TakesConstants, typename Functor,
            typename... Sizes>
  void launch_with([[maybe_unused]] detail::launch_shape shape,
                   [[maybe_unused]] const Functor &f,
                   [[maybe_unused]] const Sizes &...sizes) {
#ifndef __SYCL_DEVICE_ONLY__
#ifdef __SYCL_ID_QUERIES_FIT_IN_INT__
    detail::check_fits_in_int(shape);
#endif
    const detail::constant_argument constants{};
    const detail::kernel_argument arguments[] = {
        {&f, sizeof(Functor), alignof(Functor)},
        {&sizes, sizeof(Sizes), alignof(Sizes)}...,
        {&constants, sizeof(constants), alignof(detail::constant_argument)}};
    shape.takes_constants = TakesConstants;
    shape.follows = follows_;
    launch(detail::handle_of<KernelName, Functor>(), arguments,
           1 + sizeof...(Sizes) + TakesConstants, shape);
#endif
  }

  void copy_to_device_global(const detail::device_global_reference &to,
                             std::size_t offset, const void *from,
                             std::size_t bytes);
  void copy_from_device_global(void *to,
                               const detail::device_global_reference &from,
                               std::size_t offset, std::size_t bytes);
  void add_dynamic_argument(
      int index, const std::shared_ptr<facet::DynamicParameter> &parameter);
  void launch_object(const kernel &k, const detail::launch_shape &shape);
  /// With the object itself, for kernels of functions, unless it is the data.
  void set_object_argument(int index, detail::object_argument kind,
                           const void *data, std::size_t size,
                           const void *object = nullptr,
                           std::size_t object_size = 0);
  void launch(detail::kernel_handle &kernel,
              const detail::kernel_argument *arguments, std::size_t count,
              const detail::launch_shape &shape);
  void set_constant(std::uint64_t key, const void *value, std::size_t size);
  void get_constant(std::uint64_t key, void *value, std::size_t size) const;
  void set_host_task(std::function<void()> task);
  void fill_bytes(void *to, const void *pattern, std::size_t pattern_size,
                  std::size_t bytes);
  static detail::memory_block contiguous(const void *data, std::size_t bytes) {
    detail::memory_block block;
    block.data = const_cast<void *>(data);
    block.row = bytes;
    return block;
  }
  detail::memory_block rows(const void *data, std::size_t pitch,
                            std::size_t width, std::size_t height);
  /// All bytes of `from`, in order, to the first bytes of `to`.
  void copy_blocks(const detail::memory_block &to,
                   const detail::memory_block &from);
  void fill_block(const detail::memory_block &to, const void *pattern,
                  std::size_t pattern_size);
  void require_placeholder(const void *address, access_mode mode, target t);
  void update_host_memory(const void *address);
  void keep_alive(std::shared_ptr<const void> object);
  interop_handle make_interop_handle() const;

  facet::CommandGroup *group_;
  bool follows_ = false;
};

} // namespace _V1
} // namespace sycl

#include <sycl/detail/handler_reductions.hpp>
