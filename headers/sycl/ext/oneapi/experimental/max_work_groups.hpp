// Extension sycl_ext_oneapi_max_work_group_query: how many work-groups a kernel
// over an nd_range can have, by the names from before
// sycl_khr_max_work_group_queries.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/id.hpp>

#include <cstddef>

#define SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY 1

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental::info::device {
/// In each dimension, the last varying fastest.
template <int Dimensions> struct max_work_groups {
  static_assert(Dimensions >= 1 && Dimensions <= 3);
  using return_type = id<Dimensions>;
};
/// In all.
struct max_global_work_groups {
  using return_type = std::size_t;
};
} // namespace ext::oneapi::experimental::info::device

namespace info::device {
// Names of earlier revisions.
struct [[deprecated("use ext::oneapi::experimental::info::device::"
                    "max_work_groups<1>")]] ext_oneapi_max_work_groups_1d {
  using return_type = id<1>;
};
struct [[deprecated("use ext::oneapi::experimental::info::device::"
                    "max_work_groups<2>")]] ext_oneapi_max_work_groups_2d {
  using return_type = id<2>;
};
struct [[deprecated("use ext::oneapi::experimental::info::device::"
                    "max_work_groups<3>")]] ext_oneapi_max_work_groups_3d {
  using return_type = id<3>;
};
struct [[deprecated("use ext::oneapi::experimental::info::device::"
                    "max_global_work_groups")]] ext_oneapi_max_global_work_groups {
  using return_type = std::size_t;
};
} // namespace info::device

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
