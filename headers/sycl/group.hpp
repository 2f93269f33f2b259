// sycl::group: the work-group of an nd_range kernel (SYCL 2020, 4.9.1.7).
//
// It holds which group it is: objects that kernels store are told apart later.
// Every other answer comes from a device built-in.
#pragma once

#include <sycl/detail/async_copy.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <int Dimensions> class group;
template <int Dimensions> class h_item;

namespace detail {
template <int Dimensions> group<Dimensions> make_group() noexcept;
/// That of a kernel whose groups are executed by one work-item each.
template <int Dimensions>
group<Dimensions> make_group_executed_once() noexcept;
template <int Dimensions, typename Functor>
void run_work_items(const range<Dimensions> &r, const Functor &f);
} // namespace detail

template <int Dimensions = 1>
class group : public detail::async_copies<group<Dimensions>> {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  group() = delete;

  id_type get_group_id() const noexcept { return id_; }
  std::size_t get_group_id(int dimension) const noexcept {
    return id_[dimension];
  }
  std::size_t operator[](int dimension) const noexcept {
    return get_group_id(dimension);
  }
  id_type get_local_id() const noexcept {
    return detail::local_id<Dimensions>();
  }
  std::size_t get_local_id(int dimension) const noexcept {
    return detail::query_local_id<Dimensions>(dimension);
  }
  range_type get_local_range() const noexcept {
    return detail::local_range<Dimensions>();
  }
  std::size_t get_local_range(int dimension) const noexcept {
    return detail::query_local_range<Dimensions>(dimension);
  }
  range_type get_max_local_range() const noexcept { return get_local_range(); }
  range_type get_group_range() const noexcept {
    return detail::group_range<Dimensions>();
  }
  std::size_t get_group_range(int dimension) const noexcept {
    return detail::query_group_range<Dimensions>(dimension);
  }
  linear_id_type get_group_linear_id() const noexcept {
    return detail::linearize(get_group_id(), get_group_range());
  }
  linear_id_type get_group_linear_range() const noexcept {
    return get_group_range().size();
  }
  linear_id_type get_local_linear_id() const noexcept {
    return detail::linearize(get_local_id(), get_local_range());
  }
  linear_id_type get_local_linear_range() const noexcept {
    return get_local_range().size();
  }
  /// Returns true in exactly one work-item of the group.
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  // Of SYCL 1.2.1.
  [[deprecated("use get_group_id()")]] id_type get_id() const noexcept {
    return get_group_id();
  }
  [[deprecated("use get_group_id()")]] std::size_t
  get_id(int dimension) const noexcept {
    return get_group_id(dimension);
  }
  [[deprecated("use get_group_linear_id()")]] linear_id_type
  get_linear_id() const noexcept {
    return get_group_linear_id();
  }
  [[deprecated("use nd_item::get_global_range()")]] range_type
  get_global_range() const noexcept {
    return get_local_range() * get_group_range();
  }
  [[deprecated("use nd_item::get_global_range()")]] std::size_t
  get_global_range(int dimension) const noexcept {
    return get_local_range(dimension) * get_group_range(dimension);
  }

  // In hierarchical kernels.
  template <typename Functor>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_item(const Functor &f) const {
    detail::run_work_items(get_local_range(), f);
  }
  template <typename Functor>
  [[deprecated("hierarchical kernels are deprecated")]] void
  parallel_for_work_item(range_type logical_range, const Functor &f) const {
    detail::run_work_items(logical_range, f);
  }

  friend bool operator==(const group &a, const group &b) noexcept {
    return a.id_ == b.id_;
  }
  friend bool operator!=(const group &a, const group &b) noexcept {
    return !(a == b);
  }

private:
  struct internal {};
  explicit group(internal) noexcept : id_(detail::group_id<Dimensions>()) {}
  friend group detail::make_group<Dimensions>() noexcept;
  friend group detail::make_group_executed_once<Dimensions>() noexcept;
  friend class detail::async_copies<group>;
  bool is_executed_once() const noexcept { return is_executed_once_; }

  id_type id_;
  bool is_executed_once_ = false;
};

namespace detail {
template <int Dimensions> group<Dimensions> make_group() noexcept {
  return group<Dimensions>(typename group<Dimensions>::internal{});
}
template <int Dimensions>
group<Dimensions> make_group_executed_once() noexcept {
  group<Dimensions> result = make_group<Dimensions>();
  result.is_executed_once_ = true;
  return result;
}
} // namespace detail

} // namespace _V1
} // namespace sycl
