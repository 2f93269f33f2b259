// sycl::range: the extent of an iteration space (SYCL 2020, 4.9.1.1).
#pragma once

#include <sycl/detail/index_base.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1>
class range : public detail::index_storage<Dimensions> {
  using base = detail::index_storage<Dimensions>;

public:
  constexpr range() noexcept = default;
  template <int D = Dimensions, typename = std::enable_if_t<D == 1>>
  constexpr range(std::size_t dim0) noexcept : base(dim0) {}
  template <int D = Dimensions, typename = std::enable_if_t<D == 2>>
  constexpr range(std::size_t dim0, std::size_t dim1) noexcept
      : base(dim0, dim1) {}
  template <int D = Dimensions, typename = std::enable_if_t<D == 3>>
  constexpr range(std::size_t dim0, std::size_t dim1, std::size_t dim2) noexcept
      : base(dim0, dim1, dim2) {}

  /// Returns the number of work-items in the range.
  constexpr std::size_t size() const noexcept {
    std::size_t product = 1;
    for (int d = 0; d < Dimensions; ++d)
      product *= this->values[d];
    return product;
  }

  __SYCL_INDEX_OPERATORS(range)
};

range(std::size_t)->range<1>;
range(std::size_t, std::size_t)->range<2>;
range(std::size_t, std::size_t, std::size_t)->range<3>;

} // namespace _V1
} // namespace sycl
