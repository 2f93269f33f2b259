// local_accessor (SYCL 2020, 4.7.6.11). Included by sycl/accessor.hpp.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/local_memory.hpp>

namespace sycl {
inline namespace _V1 {

/// Dynamic local memory: an offset on the host, elements on the device.
template <typename T, int Dimensions>
class local_accessor
    : public detail::indexable<local_accessor<T, Dimensions>, T, Dimensions,
                               false>,
      public detail::without_properties {
public:
  local_accessor() = default;
  /// To one that only reads.
  template <typename U,
            typename = std::enable_if_t<std::is_same_v<const U, T> &&
                                        !std::is_same_v<U, T>>>
  local_accessor(const local_accessor<U, Dimensions> &other)
      : offset_(other.offset_), range_(other.range_), mark_(other.mark_) {}
  local_accessor(range<Dimensions> size, handler &group,
                 const property_list & = {})
      : offset_(detail::allocate_local(group, detail::bytes_of<T>(size),
                                       detail::local_array_alignment<T>)),
        range_(size), mark_(detail::local_accessor_mark(group, offset_)) {}

  T *data() const noexcept { return detail::local_array<T>(offset_); }
  range<Dimensions> get_range() const noexcept { return range_; }

  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<T, access::address_space::local_space, Decorated>;
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(data());
  }
  accessor_ptr<access::decorated::legacy> get_pointer() const noexcept {
    return get_multi_ptr<access::decorated::legacy>();
  }
  void swap(local_accessor &other) noexcept { std::swap(*this, other); }
  friend bool operator==(const local_accessor &a,
                         const local_accessor &b) noexcept {
    return a.offset_ == b.offset_ && a.range_ == b.range_;
  }
  friend bool operator!=(const local_accessor &a,
                         const local_accessor &b) noexcept {
    return !(a == b);
  }

  __SYCL_OWNER_BEFORE(local_accessor)

private:
  template <typename, typename, int, bool> friend class detail::indexable;
  template <typename, int> friend class local_accessor;
  friend struct std::hash<local_accessor>;
  std::size_t position(const id<Dimensions> &i) const noexcept {
    std::size_t result = i[0];
    for (int d = 1; d < Dimensions; ++d)
      result = result * range_[d] + i[d];
    return result;
  }

  std::size_t offset_ = 0; // bytes into the work-group's dynamic local memory
  range<Dimensions> range_;
  std::uint64_t mark_ = 0;
};

namespace detail {
template <typename T, int D>
inline constexpr bool is_in_local_memory<local_accessor<T, D>> = true;
template <typename T, int D>
inline constexpr bool is_accessor_into<
    local_accessor<T, D>, access::address_space::local_space> = true;
} // namespace detail
template <typename T, int D>
multi_ptr(const local_accessor<T, D> &)
    -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

} // namespace _V1
} // namespace sycl

// On the host they have no memory, only a place in it.
template <typename T, int D> struct std::hash<sycl::local_accessor<T, D>> {
  std::size_t
  operator()(const sycl::local_accessor<T, D> &a) const noexcept {
    return a.offset_ * 31 + a.size();
  }
};
