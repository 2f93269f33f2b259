// The kernel of a function (sycl_ext_oneapi_free_function_kernels).
//
// In:  a function with the property nd_range_kernel or single_task_kernel.
// Out: a functor that has the function's arguments as members and calls it,
//      which is the kernel and its name; where the arguments are in there, for
//      handler::set_arg. A launch's scratch memory is another member.
#pragma once

#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/kernel_launch.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/nd_item.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Arguments in order, the first at the start.
template <typename... Ts> struct function_arguments {
  static void place(std::size_t, argument_place *) {}
  template <auto *Function, typename... Before>
  void call(const Before &...before) const {
    (*Function)(before...);
  }
};
template <typename T> struct function_arguments<T> {
  T first;
  static void place(std::size_t start, argument_place *out) {
    *out = {start, sizeof(T)};
  }
  template <auto *Function, typename... Before>
  void call(const Before &...before) const {
    (*Function)(before..., first);
  }
};
template <typename T, typename Second, typename... Rest>
struct function_arguments<T, Second, Rest...> {
  using rest_type = function_arguments<Second, Rest...>;
  T first;
  rest_type rest;
  template <typename A, typename... As>
  explicit function_arguments(A &&a, As &&...as)
      : first(std::forward<A>(a)), rest{std::forward<As>(as)...} {}
  static void place(std::size_t start, argument_place *out) {
    constexpr std::size_t alignment = alignof(rest_type);
    *out = {start, sizeof(T)};
    rest_type::place(
        start + (sizeof(T) + alignment - 1) / alignment * alignment, out + 1);
  }
  template <auto *Function, typename... Before>
  void call(const Before &...before) const {
    rest.template call<Function>(before..., first);
  }
};

template <typename Function> struct function_signature;
template <typename... Ts> struct function_signature<void(Ts...)> {
  static_assert(!(std::is_reference_v<Ts> || ...),
                "a kernel's parameters are no references");
  using arguments = function_arguments<std::remove_cv_t<Ts>...>;
  static constexpr std::uint32_t count = sizeof...(Ts);
};
template <typename... Ts>
struct function_signature<void(Ts...) noexcept>
    : function_signature<void(Ts...)> {};

template <auto *Function>
using signature_of =
    function_signature<std::remove_pointer_t<decltype(Function)>>;

template <auto *Function> struct function_kernel {
  typename signature_of<Function>::arguments arguments;
  scratch_place scratch;
  template <int Dimensions> void operator()(nd_item<Dimensions>) const {
    scratch.announce();
    arguments.template call<Function>();
  }
  void operator()() const { arguments.template call<Function>(); }
};

/// Makes the kernel exist where nothing launches it by its name. Never called.
template <auto *Function>
void make_function_kernel(const function_kernel<Function> &f) {
  using name = function_kernel<Function>;
  if constexpr (kernel_dimensions<Function> == 0)
    kernel_single_task<name>(f);
  else if constexpr (kernel_dimensions<Function> > 0)
    kernel_nd_range<name, kernel_dimensions<Function>>(f);
}

/// Returns what the runtime must know to run it by its object.
template <auto *Function> const function_layout &layout_of_function() {
  static_cast<void>(&make_function_kernel<Function>);
  static const struct layout : function_layout {
    // The last one is that of the scratch memory.
    argument_place places[signature_of<Function>::count + 1];
    layout() {
      using kernel = function_kernel<Function>;
      handle = &handle_of<kernel, kernel>();
      dimensions = kernel_dimensions<Function>;
      count = signature_of<Function>::count;
      size = sizeof(kernel);
      alignment = alignof(kernel);
      arguments = places;
      signature_of<Function>::arguments::place(0, places);
      places[count] = {(sizeof(typename signature_of<Function>::arguments) +
                        alignof(scratch_place) - 1) /
                           alignof(scratch_place) * alignof(scratch_place),
                       sizeof(scratch_place)};
    }
  } instance;
  return instance;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
