// sycl::item: what a range kernel knows of its work-item (SYCL 2020, 4.9.1.4).
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1, bool WithOffset = true> class item;

namespace detail {
template <int Dimensions>
constexpr item<Dimensions, true> make_item(const range<Dimensions> &r,
                                           const id<Dimensions> &i) noexcept;
} // namespace detail

template <int Dimensions, bool WithOffset>
class item : public detail::number_conversion<item<Dimensions, WithOffset>,
                                              Dimensions> {
public:
  static constexpr int dimensions = Dimensions;

  item() = delete;

  constexpr id<Dimensions> get_id() const noexcept { return id_; }
  constexpr std::size_t get_id(int dimension) const noexcept {
    return id_[dimension];
  }
  constexpr std::size_t operator[](int dimension) const noexcept {
    return id_[dimension];
  }
  constexpr range<Dimensions> get_range() const noexcept { return range_; }
  constexpr std::size_t get_range(int dimension) const noexcept {
    return range_[dimension];
  }
  /// Range kernels with an offset are deprecated and not offered: always zero.
  template <bool W = WithOffset, typename = std::enable_if_t<W>>
  constexpr id<Dimensions> get_offset() const noexcept {
    return id<Dimensions>();
  }
  // So both kinds say the same.
  constexpr operator item<Dimensions, !WithOffset>() const noexcept {
    return item<Dimensions, !WithOffset>(range_, id_);
  }
  constexpr std::size_t get_linear_id() const noexcept {
    return detail::linearize(id_, range_);
  }

  friend constexpr bool operator==(const item &a, const item &b) noexcept {
    return a.id_ == b.id_ && a.range_ == b.range_;
  }
  friend constexpr bool operator!=(const item &a, const item &b) noexcept {
    return !(a == b);
  }

private:
  friend class item<Dimensions, !WithOffset>;
  friend constexpr item<Dimensions, true>
  detail::make_item<Dimensions>(const range<Dimensions> &,
                                const id<Dimensions> &) noexcept;
  constexpr item(const range<Dimensions> &r, const id<Dimensions> &i) noexcept
      : range_(r), id_(i) {}

  range<Dimensions> range_;
  id<Dimensions> id_;
};

namespace detail {
template <int Dimensions>
constexpr item<Dimensions, true> make_item(const range<Dimensions> &r,
                                           const id<Dimensions> &i) noexcept {
  return item<Dimensions, true>(r, i);
}
} // namespace detail

} // namespace _V1
} // namespace sycl
