// What a kernel can be launched with (sycl_ext_oneapi_launch_queries):
// descriptors of kernel::ext_oneapi_get_info.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/exception.hpp>
#include <sycl/id.hpp>
#include <sycl/info.hpp>
#include <sycl/kernel.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

#define SYCL_EXT_ONEAPI_LAUNCH_QUERIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::info {
namespace kernel {
template <std::uint32_t Dimensions> struct max_work_item_sizes;
struct max_work_group_size;
struct max_num_work_groups;
struct max_sub_group_size;
struct num_sub_groups;
} // namespace kernel
/// The name of an earlier revision, which DPC++ and programs use.
namespace kernel_queue_specific = kernel;
} // namespace ext::oneapi::experimental::info

namespace detail {

namespace launch_info = ext::oneapi::experimental::info::kernel;

/// The answers of a kernel for a queue. Zero is no launch at all.
class launch_limits {
  using specific_work_group_size =
      sycl::info::kernel_device_specific::work_group_size;
  using specific_sub_group_size =
      sycl::info::kernel_device_specific::max_sub_group_size;

public:
  launch_limits(const kernel &k, const queue &q)
      : kernel_(k), device_(q.get_device()) {}

  std::size_t work_group_size() const {
    return kernel_.get_info<specific_work_group_size>(device_);
  }
  template <int Dimensions> id<Dimensions> work_item_sizes() const {
    const auto of_device = device_.template get_info<
        sycl::info::device::max_work_item_sizes<Dimensions>>();
    id<Dimensions> sizes;
    for (int d = 0; d < Dimensions; ++d) {
      const std::size_t all = work_group_size();
      sizes[d] = of_device[d] < all ? of_device[d] : all;
    }
    return sizes;
  }
  std::uint32_t sub_group_size(std::size_t items) const {
    return fits(items) ? kernel_.get_info<specific_sub_group_size>(device_) : 0;
  }
  std::uint32_t sub_groups(std::size_t items) const {
    const std::uint32_t size = sub_group_size(items);
    return size == 0 ? 0
                     : static_cast<std::uint32_t>((items + size - 1) / size);
  }
  /// Of work-groups that certainly run at the same time.
  std::size_t work_groups(std::size_t items, std::size_t local_bytes) const {
    if (items == 0)
      throw exception(make_error_code(errc::invalid),
                      "kernel::ext_oneapi_get_info: the work-group size is 0");
    return fits(items) &&
           local_bytes <=
               device_.get_info<sycl::info::device::local_mem_size>();
  }

private:
  bool fits(std::size_t items) const {
    return items != 0 && items <= work_group_size();
  }
  const kernel &kernel_;
  device device_;
};

/// By descriptor; the arguments behind the queue.
template <typename Descriptor> struct launch_query;
template <std::uint32_t Dimensions>
struct launch_query<launch_info::max_work_item_sizes<Dimensions>> {
  static id<Dimensions> ask(const launch_limits &limits) {
    return limits.work_item_sizes<Dimensions>();
  }
};
template <> struct launch_query<launch_info::max_work_group_size> {
  static std::size_t ask(const launch_limits &limits) {
    return limits.work_group_size();
  }
};
template <> struct launch_query<launch_info::max_num_work_groups> {
  template <int Dimensions>
  static std::size_t ask(const launch_limits &limits,
                         const range<Dimensions> &r, std::size_t bytes = 0) {
    return limits.work_groups(r.size(), bytes);
  }
};
template <> struct launch_query<launch_info::max_sub_group_size> {
  template <int Dimensions>
  static std::uint32_t ask(const launch_limits &limits,
                           const range<Dimensions> &r) {
    return limits.sub_group_size(r.size());
  }
};
template <> struct launch_query<launch_info::num_sub_groups> {
  template <int Dimensions>
  static std::uint32_t ask(const launch_limits &limits,
                           const range<Dimensions> &r) {
    return limits.sub_groups(r.size());
  }
};

} // namespace detail

template <typename Param, typename... T>
auto kernel::ext_oneapi_get_info(const queue &q, const T &...arguments) const {
  return detail::launch_query<Param>::ask(detail::launch_limits(*this, q),
                                          arguments...);
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
