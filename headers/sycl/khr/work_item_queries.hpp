// Extension sycl_khr_work_item_queries: the nd_item, group and sub_group of the
// work-item that calls, without passing them around. What they hold, and what
// they are asked, comes from built-ins, which are answered wherever they are
// called.
#pragma once

#include <sycl/group.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

/// For kernels over an nd_range of Dimensions dimensions, as the others.
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return sycl::detail::make_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return sycl::detail::make_group<Dimensions>();
}
inline sycl::sub_group this_sub_group() {
  return sycl::detail::make_sub_group();
}

} // namespace khr
} // namespace _V1
} // namespace sycl
