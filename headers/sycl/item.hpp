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
constexpr item<Dimensions, true>
make_item(const range<Dimensions> &r, const id<Dimensions> &i,
          const id<Dimensions> &offset = {}) noexcept;

/// What items with an offset have besides.
template <int Dimensions, bool WithOffset> class item_offset {
protected:
  constexpr item_offset(const id<Dimensions> &) noexcept {}
  constexpr id<Dimensions> offset() const noexcept { return {}; }
};
template <int Dimensions> class item_offset<Dimensions, true> {
public:
  [[deprecated("offsets are deprecated")]] constexpr id<Dimensions>
  get_offset() const noexcept {
    return offset_;
  }

protected:
  constexpr item_offset(const id<Dimensions> &offset) noexcept
      : offset_(offset) {}
  constexpr id<Dimensions> offset() const noexcept { return offset_; }

private:
  id<Dimensions> offset_;
};
} // namespace detail

template <int Dimensions, bool WithOffset>
class item : public detail::number_conversion<item<Dimensions, WithOffset>,
                                              Dimensions>,
             public detail::item_offset<Dimensions, WithOffset> {
public:
  static constexpr int dimensions = Dimensions;

  item() = delete;
  /// Also to the kind without, for kernels that want that one.
  constexpr item(const item<Dimensions, !WithOffset> &other) noexcept
      : item(other.get_range(), other.get_id(), id<Dimensions>()) {}

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
  /// The offset does not count.
  constexpr std::size_t get_linear_id() const noexcept {
    return detail::linearize(id<Dimensions>(id_ - this->offset()), range_);
  }

  friend constexpr bool operator==(const item &a, const item &b) noexcept {
    return a.id_ == b.id_ && a.range_ == b.range_ &&
           a.offset() == b.offset();
  }
  friend constexpr bool operator!=(const item &a, const item &b) noexcept {
    return !(a == b);
  }

private:
  friend constexpr item<Dimensions, true>
  detail::make_item<Dimensions>(const range<Dimensions> &,
                                const id<Dimensions> &,
                                const id<Dimensions> &) noexcept;
  constexpr item(const range<Dimensions> &r, const id<Dimensions> &i,
                 const id<Dimensions> &offset) noexcept
      : detail::item_offset<Dimensions, WithOffset>(offset), range_(r), id_(i) {
  }

  range<Dimensions> range_;
  id<Dimensions> id_;
};

namespace detail {
template <int Dimensions>
constexpr item<Dimensions, true>
make_item(const range<Dimensions> &r, const id<Dimensions> &i,
          const id<Dimensions> &offset) noexcept {
  return item<Dimensions, true>(r, i, offset);
}
} // namespace detail

} // namespace _V1
} // namespace sycl
