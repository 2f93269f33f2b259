// Work-group sizes that the library chooses (sycl_ext_oneapi_auto_local_range).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/runtime_types.hpp>
#include <sycl/range.hpp>

#define SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// For the second argument of an nd_range: the kernel gets work-groups that
/// divide the range and suit kernel and device.
template <int Dimensions> inline range<Dimensions> auto_range() {
  range<Dimensions> all;
  for (int d = 0; d < Dimensions; ++d)
    all[d] = sycl::detail::auto_work_group_size;
  return all;
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
