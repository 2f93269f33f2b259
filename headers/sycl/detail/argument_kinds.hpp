// What kind of object a kernel's argument is.
//
// In:  a type.
// Out: whether it is an accessor of one of the kinds, or a dynamic parameter.
// Why: handler, queue and graphs treat these unlike values.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/ext/oneapi/work_group_memory.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {
template <typename ValueT> class dynamic_parameter; // see graph.hpp
}
namespace detail {

template <typename T> inline constexpr bool is_dynamic_parameter = false;
template <typename T>
inline constexpr bool
    is_dynamic_parameter<ext::oneapi::experimental::dynamic_parameter<T>> =
        true;

template <typename T> inline constexpr bool is_local_accessor = false;
template <typename T, int D>
inline constexpr bool is_local_accessor<local_accessor<T, D>> = true;
template <typename T>
inline constexpr bool
    is_local_accessor<ext::oneapi::experimental::work_group_memory<T>> = true;
template <typename T> inline constexpr bool is_accessor = false;
template <typename T, int D, access_mode M, target G, access::placeholder P>
inline constexpr bool is_accessor<accessor<T, D, M, G, P>> = true;

} // namespace detail
} // namespace _V1
} // namespace sycl
