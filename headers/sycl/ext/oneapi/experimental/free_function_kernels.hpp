// Functions that are kernels (sycl_ext_oneapi_free_function_kernels): how they
// are launched, and their kernel bundles.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/function_kernel.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <auto *Func, int Dimensions, typename... Arguments>
using require_launch =
    std::enable_if_t<is_kernel_of_dimensions<Func, Dimensions> &&
                         std::is_invocable_v<decltype(Func), Arguments...>,
                     int>;

/// Converts each argument to the type of the function's parameter.
template <auto *Func, typename... Arguments>
function_kernel<Func> kernel_of_function(Arguments &&...arguments) {
  using stored = typename signature_of<Func>::arguments;
  if constexpr (sizeof...(Arguments) > 1)
    return {stored(std::forward<Arguments>(arguments)...), {}};
  else
    return {stored{std::forward<Arguments>(arguments)...}, {}};
}

} // namespace detail

namespace ext::oneapi::experimental {
template <auto *Func> struct kernel_function_s {};
template <auto *Func>
inline constexpr kernel_function_s<Func> kernel_function{};
} // namespace ext::oneapi::experimental

namespace detail {
template <auto *Func>
inline constexpr bool
    is_kernel_function<ext::oneapi::experimental::kernel_function_s<Func>> =
        true;
} // namespace detail

namespace ext::oneapi::experimental {

template <auto *Func, typename... Args,
          sycl::detail::require_launch<Func, 0, Args...> = 0>
void single_task(handler &h, kernel_function_s<Func>, Args &&...args) {
  h.single_task(
      sycl::detail::kernel_of_function<Func>(std::forward<Args>(args)...));
}
template <auto *Func, typename... Args,
          sycl::detail::require_launch<Func, 0, Args...> = 0>
void single_task(queue q, kernel_function_s<Func> k, Args &&...args) {
  q.submit([&](handler &h) { single_task(h, k, std::forward<Args>(args)...); });
}
template <auto *Func, int Dimensions, typename... Args,
          sycl::detail::require_launch<Func, Dimensions, Args...> = 0>
void nd_launch(handler &h, nd_range<Dimensions> r, kernel_function_s<Func>,
               Args &&...args) {
  h.parallel_for(
      r, sycl::detail::kernel_of_function<Func>(std::forward<Args>(args)...));
}
template <auto *Func, int Dimensions, typename... Args,
          sycl::detail::require_launch<Func, Dimensions, Args...> = 0>
void nd_launch(queue q, nd_range<Dimensions> r, kernel_function_s<Func> k,
               Args &&...args) {
  q.submit(
      [&](handler &h) { nd_launch(h, r, k, std::forward<Args>(args)...); });
}
template <auto *Func, int Dimensions, typename Properties, typename... Args,
          sycl::detail::require_launch<Func, Dimensions, Args...> = 0>
void nd_launch(handler &h, launch_config<nd_range<Dimensions>, Properties> c,
               kernel_function_s<Func>, Args &&...args) {
  using access = sycl::detail::access_launch_config;
  auto kernel =
      sycl::detail::kernel_of_function<Func>(std::forward<Args>(args)...);
  kernel.scratch = sycl::detail::take_scratch_memory(h, access::properties(c));
  h.parallel_for(access::range(c), kernel);
}
template <auto *Func, int Dimensions, typename Properties, typename... Args,
          sycl::detail::require_launch<Func, Dimensions, Args...> = 0>
void nd_launch(queue q, launch_config<nd_range<Dimensions>, Properties> c,
               kernel_function_s<Func> k, Args &&...args) {
  q.submit(
      [&](handler &h) { nd_launch(h, c, k, std::forward<Args>(args)...); });
}

template <auto *Func, sycl::detail::require_function_kernel<Func> = 0>
kernel_id get_kernel_id() {
  return sycl::detail::id_of_function(sycl::detail::layout_of_function<Func>(),
                                      true);
}

template <auto *Func, bundle_state State,
          sycl::detail::require_function_kernel<Func> = 0>
kernel_bundle<State> get_kernel_bundle(const context &ctx,
                                       const std::vector<device> &devices) {
  return sycl::get_kernel_bundle<State>(
      ctx, devices, std::vector<kernel_id>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State,
          sycl::detail::require_function_kernel<Func> = 0>
kernel_bundle<State> get_kernel_bundle(const context &ctx) {
  return experimental::get_kernel_bundle<Func, State>(ctx, ctx.get_devices());
}

template <auto *Func, bundle_state State,
          sycl::detail::require_function_kernel<Func> = 0>
bool has_kernel_bundle(const context &ctx, const std::vector<device> &devices) {
  return sycl::has_kernel_bundle<State>(
      ctx, devices, std::vector<kernel_id>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State,
          sycl::detail::require_function_kernel<Func> = 0>
bool has_kernel_bundle(const context &ctx) {
  return experimental::has_kernel_bundle<Func, State>(ctx, ctx.get_devices());
}

template <auto *Func, sycl::detail::require_function_kernel<Func> = 0>
bool is_compatible(const device &dev) {
  return sycl::is_compatible({get_kernel_id<Func>()}, dev);
}

template <auto *Func, typename Param,
          sycl::detail::require_function_kernel<Func> = 0>
typename Param::return_type get_kernel_info(const context &ctx) {
  return experimental::get_kernel_bundle<Func, bundle_state::executable>(ctx)
      .template ext_oneapi_get_kernel<Func>()
      .template get_info<Param>();
}
template <auto *Func, typename Param,
          sycl::detail::require_function_kernel<Func> = 0>
typename Param::return_type get_kernel_info(const context &ctx,
                                            const device &dev) {
  return experimental::get_kernel_bundle<Func, bundle_state::executable>(ctx)
      .template ext_oneapi_get_kernel<Func>()
      .template get_info<Param>(dev);
}
template <auto *Func, typename Param,
          sycl::detail::require_function_kernel<Func> = 0>
typename Param::return_type get_kernel_info(const queue &q) {
  return experimental::get_kernel_info<Func, Param>(q.get_context(),
                                                    q.get_device());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
