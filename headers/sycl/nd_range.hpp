// sycl::nd_range: an iteration space cut into work-groups (SYCL 2020, 4.9.1.2).
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class nd_range {
public:
  static constexpr int dimensions = Dimensions;

  /// Of nothing, as other implementations have it.
  constexpr nd_range() noexcept = default;
  constexpr nd_range(range<Dimensions> global_size,
                     range<Dimensions> local_size) noexcept
      : global_size_(global_size), local_size_(local_size) {}
  /// The compiler makes further kernels for programs that use this one
  /// (compiler/frontend/range_offsets.h).
  constexpr nd_range(range<Dimensions> global_size,
                     range<Dimensions> local_size,
                     id<Dimensions> offset) noexcept
      : global_size_(global_size), local_size_(local_size), offset_(offset) {}

  constexpr range<Dimensions> get_global_range() const noexcept {
    return global_size_;
  }
  constexpr range<Dimensions> get_local_range() const noexcept {
    return local_size_;
  }
  constexpr range<Dimensions> get_group_range() const noexcept {
    return global_size_ / local_size_;
  }
  constexpr id<Dimensions> get_offset() const noexcept { return offset_; }

  friend constexpr bool operator==(const nd_range &a,
                                   const nd_range &b) noexcept {
    return a.global_size_ == b.global_size_ && a.local_size_ == b.local_size_ &&
           a.offset_ == b.offset_;
  }
  friend constexpr bool operator!=(const nd_range &a,
                                   const nd_range &b) noexcept {
    return !(a == b);
  }

private:
  range<Dimensions> global_size_;
  range<Dimensions> local_size_;
  id<Dimensions> offset_;
};

} // namespace _V1
} // namespace sycl
