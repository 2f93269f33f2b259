// Random kernels on devices: memory, and the functions of groups that bodies call. host_items.h has the same for the host.
#pragma once

#include <sycl/sycl.hpp>

#include "launch.h"

#include <type_traits>
#include <vector>

#define EXTERNAL SYCL_EXTERNAL

namespace random_sources::kernels {

using half = sycl::half;

/// A copy of an array, whose contents go back to the host.
class on_device {
public:
  on_device(sycl::queue &queue, const region &memory, std::size_t stride)
      : queue_(queue), first_(memory.first), bytes_(memory.size * stride), before_(memory.before * stride),
        copy_(static_cast<char *>(sycl::aligned_alloc_device(64, bytes_, queue))) {
    queue_.memcpy(copy_, first_, bytes_).wait();
  }
  on_device(const on_device &) = delete;
  ~on_device() {
    try {
      queue_.memcpy(first_, copy_, bytes_).wait();
    } catch (const sycl::exception &) {
      // The launch has reported it.
    }
    sycl::free(copy_, queue_);
  }
  void *pointer() const { return copy_ + before_; }

private:
  sycl::queue &queue_;
  void *first_;
  std::size_t bytes_, before_;
  char *copy_;
};

template <int D> sycl::range<D> first_of(const std::size_t *sizes) {
  if constexpr (D == 1)
    return {sizes[0]};
  else if constexpr (D == 2)
    return {sizes[0], sizes[1]};
  else
    return {sizes[0], sizes[1], sizes[2]};
}
template <int D> sycl::range<D> range_of(const launch &how) { return first_of<D>(how.ranges); }
template <int D> sycl::nd_range<D> nd_range_of(const launch &how) {
  return {first_of<D>(how.ranges), first_of<D>(how.local)};
}

template <typename T, typename U> void add(T &counter, U by) {
  sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>(counter).fetch_add(T(by));
}

template <int D> void barrier(const sycl::nd_item<D> &it) { sycl::group_barrier(it.get_group()); }

template <typename Item, typename T> T group_sum(const Item &it, T x) {
  return sycl::reduce_over_group(it.get_group(), x, sycl::plus<T>());
}
template <typename Item, typename T> T group_least(const Item &it, T x) {
  return sycl::reduce_over_group(it.get_group(), x, sycl::minimum<T>());
}
template <typename Item, typename T> T group_greatest(const Item &it, T x) {
  return sycl::reduce_over_group(it.get_group(), x, sycl::maximum<T>());
}
template <typename Item, typename T> T group_sum_until(const Item &it, T x) {
  return sycl::inclusive_scan_over_group(it.get_group(), x, sycl::plus<T>());
}
template <typename Item, typename T> T group_sum_before(const Item &it, T x) {
  return sycl::exclusive_scan_over_group(it.get_group(), x, sycl::plus<T>());
}
template <typename Item, typename T> T group_first(const Item &it, T x) {
  return sycl::group_broadcast(it.get_group(), x);
}
template <typename Item> bool group_some(const Item &it, bool x) { return sycl::any_of_group(it.get_group(), x); }
template <typename Item> bool group_every(const Item &it, bool x) { return sycl::all_of_group(it.get_group(), x); }

template <typename Item, typename T> T lane_next(const Item &it, T x) {
  const auto lanes = it.get_sub_group();
  return sycl::select_from_group(lanes, x, (lanes.get_local_linear_id() + 1) % lanes.get_local_linear_range());
}
template <typename Item, typename T> T lane_first(const Item &it, T x) {
  return sycl::group_broadcast(it.get_sub_group(), x);
}
template <typename Item, typename T> T lane_before(const Item &it, T x) {
  const auto lanes = it.get_sub_group();
  const T other = sycl::shift_group_right(lanes, x, 1);
  return lanes.get_local_linear_id() == 0 ? x : other;
}
template <typename Item, typename T> T lane_opposite(const Item &it, T x) {
  const auto lanes = it.get_sub_group();
  const T other = sycl::permute_group_by_xor(lanes, x, 1);
  return (lanes.get_local_linear_id() ^ 1) < lanes.get_local_linear_range() ? other : x;
}
template <typename Item, typename T> T lane_sum(const Item &it, T x) {
  return sycl::reduce_over_group(it.get_sub_group(), x, sycl::plus<T>());
}

#include "bodies.inc"
#include "device.inc"

} // namespace random_sources::kernels

namespace random_sources {

class sub_group_probe;

inline std::vector<sycl::queue> &queues() {
  static std::vector<sycl::queue> all;
  if (all.empty())
    for (const sycl::device &device : sycl::device::get_devices())
      if (sycl::default_selector_v(device) >= 0)
        all.emplace_back(device);
  return all;
}

std::size_t device_count() { return queues().size(); }

device get_device(std::size_t index) {
  sycl::queue &queue = queues()[index];
  const sycl::device device = queue.get_device();
  std::string name = device.get_info<sycl::info::device::name>();
  for (char &c : name)
    c = c == ' ' ? '_' : c;
  unsigned abilities = device.has(sycl::aspect::fp16) ? needs_half : 0;
  abilities |= device.has(sycl::aspect::fp64) ? needs_double : 0;
  abilities |= device.has(sycl::aspect::atomic64) ? needs_wide_atomics : 0;
  const std::vector<std::size_t> sizes = device.get_info<sycl::info::device::sub_group_sizes>();
  std::size_t size = 1;
  if (!sizes.empty() && sizes.back() > 1) {
    abilities |= needs_sub_groups;
    sycl::buffer<std::size_t, 1> found(&size, sycl::range<1>(1));
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(found, handler, sycl::write_only);
      handler.parallel_for<sub_group_probe>(sycl::nd_range<1>(256, 256), [=](sycl::nd_item<1> it) {
        if (it.get_global_id(0) == 0)
          out[0] = it.get_sub_group().get_max_local_range()[0];
      });
    });
  }
  return {name, &queue, abilities, size};
}

} // namespace random_sources
