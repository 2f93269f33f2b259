// Extension sycl_khr_max_work_group_queries: how many work-groups a kernel over
// an nd_range can have.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/range.hpp>

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace khr::info::device {

/// In each dimension.
template <int Dimensions = 3> struct max_work_group_range {
  static_assert(Dimensions >= 1 && Dimensions <= 3);
  using return_type = range<Dimensions>;
};
/// In all.
struct max_work_group_range_size {
  using return_type = std::size_t;
};

} // namespace khr::info::device
} // namespace _V1
} // namespace sycl
