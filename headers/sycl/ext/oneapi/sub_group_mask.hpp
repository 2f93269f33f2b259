// Extension sycl_ext_oneapi_sub_group_mask: one bit for each work-item of a
// sub-group, and group_ballot, which makes such a mask of a condition.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

#include <sycl/detail/builtins.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/id.hpp>
#include <sycl/marray.hpp>
#include <sycl/sub_group.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

struct sub_group_mask {
  static constexpr std::size_t max_bits = 64;

  /// A bit of a mask that can be changed.
  struct reference {
    reference(sub_group_mask &mask, std::size_t position) noexcept
        : mask_(mask), position_(position) {}
    reference(const reference &) = default;
    reference &operator=(bool x) noexcept {
      mask_.set(position_, x);
      return *this;
    }
    reference &operator=(const reference &x) noexcept {
      return *this = static_cast<bool>(x);
    }
    bool operator~() const noexcept { return !mask_.test(position_); }
    operator bool() const noexcept { return mask_.test(position_); }
    reference &flip() noexcept {
      mask_.flip(position_);
      return *this;
    }

  private:
    sub_group_mask &mask_;
    std::size_t position_;
  };

  /// As long as the largest sub-group of the kernel; on the host, which has
  /// none, as long as masks can be.
  sub_group_mask() noexcept : sub_group_mask(0ull) {}
  sub_group_mask(unsigned long long value) noexcept
      : size_(size_of_masks()), bits_(value & valid()) {}
  template <typename T, std::size_t N,
            typename = std::enable_if_t<std::is_integral_v<T>>>
  sub_group_mask(const marray<T, N> &value) noexcept : sub_group_mask(0ull) {
    insert_bits(value);
  }
  sub_group_mask(const sub_group_mask &) = default;
  sub_group_mask &operator=(const sub_group_mask &) = default;

  bool operator[](id<1> i) const noexcept { return test(i); }
  reference operator[](id<1> i) noexcept { return {*this, i[0]}; }
  bool test(id<1> i) const noexcept { return (bits_ & bit(i)) != 0; }
  bool all() const noexcept { return bits_ == valid(); }
  bool any() const noexcept { return bits_ != 0; }
  bool none() const noexcept { return bits_ == 0; }
  std::uint32_t count() const noexcept {
    return static_cast<std::uint32_t>(__builtin_popcountll(bits_));
  }
  std::uint32_t size() const noexcept { return size_; }
  /// size() if there is none, as find_high().
  id<1> find_low() const noexcept {
    return any() ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_;
  }
  id<1> find_high() const noexcept {
    return any() ? static_cast<std::size_t>(63 - __builtin_clzll(bits_))
                 : size_;
  }

  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(const T &bits, id<1> position = 0) noexcept {
    const std::uint64_t own = up(ones(sizeof(T)), position[0]) & valid();
    bits_ = (bits_ & ~own) |
            (up(static_cast<std::uint64_t>(bits), position[0]) & own);
  }
  template <typename T, std::size_t N,
            typename = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(const marray<T, N> &bits, id<1> position = 0) noexcept {
    for (std::size_t i = 0; i < N; ++i)
      insert_bits(bits[i], position[0] + i * sizeof(T) * CHAR_BIT);
  }
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(T &bits, id<1> position = 0) const noexcept {
    bits = static_cast<T>(down(bits_, position[0]) & ones(sizeof(T)));
  }
  template <typename T, std::size_t N,
            typename = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(marray<T, N> &bits, id<1> position = 0) const noexcept {
    for (std::size_t i = 0; i < N; ++i)
      extract_bits(bits[i], position[0] + i * sizeof(T) * CHAR_BIT);
  }

  void set() noexcept { bits_ = valid(); }
  void set(id<1> i, bool value = true) noexcept {
    bits_ = value ? bits_ | bit(i) : bits_ & ~bit(i);
  }
  void reset() noexcept { bits_ = 0; }
  void reset(id<1> i) noexcept { set(i, false); }
  void reset_low() noexcept { reset(find_low()); }
  void reset_high() noexcept { reset(find_high()); }
  void flip() noexcept { bits_ ^= valid(); }
  void flip(id<1> i) noexcept { bits_ ^= bit(i); }

  bool operator==(const sub_group_mask &other) const noexcept {
    return bits_ == other.bits_;
  }
  bool operator!=(const sub_group_mask &other) const noexcept {
    return bits_ != other.bits_;
  }
  sub_group_mask &operator&=(const sub_group_mask &other) noexcept {
    bits_ &= other.bits_;
    return *this;
  }
  sub_group_mask &operator|=(const sub_group_mask &other) noexcept {
    bits_ |= other.bits_ & valid();
    return *this;
  }
  sub_group_mask &operator^=(const sub_group_mask &other) noexcept {
    bits_ ^= other.bits_ & valid();
    return *this;
  }
  sub_group_mask &operator<<=(std::size_t n) noexcept {
    bits_ = up(bits_, n) & valid();
    return *this;
  }
  sub_group_mask &operator>>=(std::size_t n) noexcept {
    bits_ = down(bits_, n);
    return *this;
  }
  sub_group_mask operator~() const noexcept {
    sub_group_mask result = *this;
    result.flip();
    return result;
  }
  sub_group_mask operator<<(std::size_t n) const noexcept {
    return sub_group_mask(*this) <<= n;
  }
  sub_group_mask operator>>(std::size_t n) const noexcept {
    return sub_group_mask(*this) >>= n;
  }
  friend sub_group_mask operator&(const sub_group_mask &a,
                                  const sub_group_mask &b) noexcept {
    return sub_group_mask(a) &= b;
  }
  friend sub_group_mask operator|(const sub_group_mask &a,
                                  const sub_group_mask &b) noexcept {
    return sub_group_mask(a) |= b;
  }
  friend sub_group_mask operator^(const sub_group_mask &a,
                                  const sub_group_mask &b) noexcept {
    return sub_group_mask(a) ^= b;
  }

private:
  static std::uint32_t size_of_masks() noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return sycl::detail::query_sub_group_max_local_range();
#else
    return max_bits;
#endif
  }
  // Shifts by as many bits as there are, or more, leave none.
  static std::uint64_t up(std::uint64_t bits, std::size_t n) noexcept {
    return n < 64 ? bits << n : 0;
  }
  static std::uint64_t down(std::uint64_t bits, std::size_t n) noexcept {
    return n < 64 ? bits >> n : 0;
  }
  static constexpr std::uint64_t ones(std::size_t bytes) noexcept {
    return ~std::uint64_t(0) >> (64 - bytes * CHAR_BIT);
  }
  std::uint64_t valid() const noexcept { return down(~0ull, 64 - size_); }
  std::uint64_t bit(id<1> i) const noexcept { return up(1, i[0]) & valid(); }

  std::uint32_t size_;
  std::uint64_t bits_; // none beyond the size
};

/// Every work-item of the sub-group must call it together.
template <typename Group>
__SYCL_ALWAYS_INLINE
    std::enable_if_t<std::is_same_v<std::decay_t<Group>, sycl::sub_group>,
                     sub_group_mask>
    group_ballot(Group g, bool predicate = true) {
  const std::uint32_t lane = g.get_local_linear_id();
  // Only devices with large sub-groups exchange two words.
  if (sycl::detail::query_sub_group_max_local_range() <= 32)
    return reduce_over_group(g, predicate ? std::uint32_t(1) << lane : 0u,
                             bit_or<std::uint32_t>());
  return reduce_over_group(
      g, predicate ? std::uint64_t(1) << lane : std::uint64_t(0),
      bit_or<std::uint64_t>());
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
