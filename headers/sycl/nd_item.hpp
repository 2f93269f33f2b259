// sycl::nd_item: what an nd_range kernel knows of its work-item (SYCL 2020,
// 4.9.1.5). Empty: every answer comes from a device built-in.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/async_copy.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/group.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/id.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions> class nd_item;

namespace detail {
template <int Dimensions> constexpr nd_item<Dimensions> make_nd_item() noexcept;
} // namespace detail

template <int Dimensions = 1>
class nd_item : public detail::async_copies<nd_item<Dimensions>> {
public:
  static constexpr int dimensions = Dimensions;

  nd_item() = delete;

  id<Dimensions> get_global_id() const noexcept {
    return detail::global_id<Dimensions>();
  }
  std::size_t get_global_id(int dimension) const noexcept {
    return detail::query_global_id<Dimensions>(dimension);
  }
  std::size_t get_global_linear_id() const noexcept {
    return detail::linearize(id<Dimensions>(get_global_id() - get_offset()),
                             get_global_range());
  }
  id<Dimensions> get_local_id() const noexcept {
    return detail::local_id<Dimensions>();
  }
  std::size_t get_local_id(int dimension) const noexcept {
    return detail::query_local_id<Dimensions>(dimension);
  }
  std::size_t get_local_linear_id() const noexcept {
    return detail::linearize(get_local_id(), get_local_range());
  }
  group<Dimensions> get_group() const noexcept {
    return detail::make_group<Dimensions>();
  }
  std::size_t get_group(int dimension) const noexcept {
    return detail::query_group_id<Dimensions>(dimension);
  }
  std::size_t get_group_linear_id() const noexcept {
    return detail::linearize(detail::group_id<Dimensions>(), get_group_range());
  }
  sub_group get_sub_group() const noexcept { return detail::make_sub_group(); }
  range<Dimensions> get_group_range() const noexcept {
    return detail::group_range<Dimensions>();
  }
  std::size_t get_group_range(int dimension) const noexcept {
    return detail::query_group_range<Dimensions>(dimension);
  }
  range<Dimensions> get_global_range() const noexcept {
    return detail::global_range<Dimensions>();
  }
  std::size_t get_global_range(int dimension) const noexcept {
    return detail::query_global_range<Dimensions>(dimension);
  }
  range<Dimensions> get_local_range() const noexcept {
    return detail::local_range<Dimensions>();
  }
  std::size_t get_local_range(int dimension) const noexcept {
    return detail::query_local_range<Dimensions>(dimension);
  }
  id<Dimensions> get_offset() const noexcept {
    return detail::global_offset<Dimensions>();
  }
  nd_range<Dimensions> get_nd_range() const noexcept {
    return nd_range<Dimensions>(get_global_range(), get_local_range(),
                                get_offset());
  }

  [[deprecated("use group_barrier")]] void
  barrier([[maybe_unused]] access::fence_space space =
              access::fence_space::global_and_local) const noexcept {
    group_barrier(get_group());
  }

  /// A work-item only ever sees itself.
  friend constexpr bool operator==(const nd_item &, const nd_item &) noexcept {
    return true;
  }
  friend constexpr bool operator!=(const nd_item &, const nd_item &) noexcept {
    return false;
  }

private:
  struct internal {};
  constexpr explicit nd_item(internal) noexcept {}
  friend constexpr nd_item detail::make_nd_item<Dimensions>() noexcept;
  friend class detail::async_copies<nd_item>;
  static constexpr bool is_executed_once() noexcept { return false; }
};

namespace detail {
template <int Dimensions>
constexpr nd_item<Dimensions> make_nd_item() noexcept {
  return nd_item<Dimensions>(typename nd_item<Dimensions>::internal{});
}
} // namespace detail

} // namespace _V1
} // namespace sycl
