// Extension sycl_ext_oneapi_free_function_queries: the nd_item, group and
// sub_group of the work-item that calls, as khr/work_item_queries.hpp has them,
// and the deprecated names of the extension's first version.
//
// this_item is not there: a kernel over a range runs whole work-groups, and
// what the range was is known to the item that the kernel gets.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

#include <sycl/group.hpp>
#include <sycl/id.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

namespace this_work_item {

/// For kernels over an nd_range of Dimensions dimensions, as the others.
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
  return sycl::detail::make_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> get_work_group() {
  return sycl::detail::make_group<Dimensions>();
}
inline sycl::sub_group get_sub_group() {
  return sycl::detail::make_sub_group();
}

} // namespace this_work_item

namespace experimental {

/// Also for kernels over a range, without an offset.
template <int Dimensions>
[[deprecated("use the id that the kernel gets, or "
             "this_work_item::get_nd_item")]] id<Dimensions>
this_id() {
  return sycl::detail::global_id<Dimensions>();
}
template <int Dimensions>
[[deprecated("use this_work_item::get_nd_item")]] nd_item<Dimensions>
this_nd_item() {
  return this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions>
[[deprecated("use this_work_item::get_work_group")]] group<Dimensions>
this_group() {
  return this_work_item::get_work_group<Dimensions>();
}
[[deprecated("use this_work_item::get_sub_group")]] inline sycl::sub_group
this_sub_group() {
  return this_work_item::get_sub_group();
}

} // namespace experimental
} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
