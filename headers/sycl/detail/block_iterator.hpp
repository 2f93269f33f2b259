// What walks over the elements of a part of a buffer, in rows that may lie
// apart: the last dimension is the fastest (SYCL 2020, 4.7.6.9.5).
//
// In one dimension elements are next to each other and accessors give pointers;
// in more they are only if the part is as wide as the buffer.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename Value, int Dimensions> class block_iterator {
public:
  using value_type = std::remove_cv_t<Value>;
  using difference_type = std::ptrdiff_t;
  using reference = Value &;
  using pointer = Value *;
  using iterator_category = std::random_access_iterator_tag;

  block_iterator() = default;
  /// `data` is the first element of `part`, which lies in `whole`; `position`
  /// counts the part's elements.
  block_iterator(Value *data, const range<Dimensions> &part,
                 const range<Dimensions> &whole,
                 difference_type position) noexcept
      : data_(data), part_(part), whole_(whole), position_(position) {}
  template <typename Other,
            typename = std::enable_if_t<std::is_same_v<const Other, Value> &&
                                        !std::is_same_v<Other, Value>>>
  block_iterator(const block_iterator<Other, Dimensions> &other) noexcept
      : data_(other.data_), part_(other.part_), whole_(other.whole_),
        position_(other.position_) {}

  reference operator*() const noexcept {
    std::size_t rest = static_cast<std::size_t>(position_);
    std::size_t offset = 0;
    std::size_t stride = 1;
    for (int d = Dimensions - 1; d > 0; --d) {
      offset += rest % part_[d] * stride;
      rest /= part_[d];
      stride *= whole_[d];
    }
    return data_[offset + rest * stride];
  }
  pointer operator->() const noexcept { return &**this; }
  reference operator[](difference_type n) const noexcept {
    return *(*this + n);
  }

  block_iterator &operator+=(difference_type n) noexcept {
    position_ += n;
    return *this;
  }
  block_iterator &operator-=(difference_type n) noexcept {
    position_ -= n;
    return *this;
  }
  block_iterator &operator++() noexcept { return *this += 1; }
  block_iterator &operator--() noexcept { return *this -= 1; }
  block_iterator operator++(int) noexcept {
    block_iterator old = *this;
    ++*this;
    return old;
  }
  block_iterator operator--(int) noexcept {
    block_iterator old = *this;
    --*this;
    return old;
  }
  friend block_iterator operator+(block_iterator i,
                                  difference_type n) noexcept {
    return i += n;
  }
  friend block_iterator operator+(difference_type n,
                                  block_iterator i) noexcept {
    return i += n;
  }
  friend block_iterator operator-(block_iterator i,
                                  difference_type n) noexcept {
    return i -= n;
  }
  friend difference_type operator-(const block_iterator &a,
                                   const block_iterator &b) noexcept {
    return a.position_ - b.position_;
  }
#define __SYCL_COMPARE(OP)                                                     \
  friend bool operator OP(const block_iterator &a,                             \
                          const block_iterator &b) noexcept {                  \
    return a.position_ OP b.position_;                                         \
  }
  __SYCL_COMPARE(==)
  __SYCL_COMPARE(!=)
  __SYCL_COMPARE(<)
  __SYCL_COMPARE(<=)
  __SYCL_COMPARE(>)
  __SYCL_COMPARE(>=)
#undef __SYCL_COMPARE

private:
  template <typename, int> friend class block_iterator;
  Value *data_ = nullptr;
  range<Dimensions> part_;
  range<Dimensions> whole_;
  difference_type position_ = 0;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
