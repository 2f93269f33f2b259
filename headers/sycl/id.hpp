// sycl::id: a point in an iteration space (SYCL 2020, 4.9.1.3).
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/range.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <int Dimensions, bool WithOffset> class item;

template <int Dimensions = 1>
class id : public detail::index_storage<Dimensions>,
           public detail::number_conversion<id<Dimensions>, Dimensions> {
  using base = detail::index_storage<Dimensions>;

public:
  constexpr id() noexcept = default;
  template <int D = Dimensions, typename = std::enable_if_t<D == 1>>
  constexpr id(std::size_t dim0) noexcept : base(dim0) {}
  template <int D = Dimensions, typename = std::enable_if_t<D == 2>>
  constexpr id(std::size_t dim0, std::size_t dim1) noexcept
      : base(dim0, dim1) {}
  template <int D = Dimensions, typename = std::enable_if_t<D == 3>>
  constexpr id(std::size_t dim0, std::size_t dim1, std::size_t dim2) noexcept
      : base(dim0, dim1, dim2) {}
  constexpr id(const range<Dimensions> &r) noexcept {
    for (int d = 0; d < Dimensions; ++d)
      this->values[d] = r[d];
  }
  template <bool WithOffset>
  constexpr id(const item<Dimensions, WithOffset> &it) noexcept
      : id(it.get_id()) {}

  __SYCL_INDEX_OPERATORS(id)
  __SYCL_INDEX_NUMBER_COMPARISON(id, ==)
  __SYCL_INDEX_NUMBER_COMPARISON(id, !=)
};

id(std::size_t)->id<1>;
id(std::size_t, std::size_t)->id<2>;
id(std::size_t, std::size_t, std::size_t)->id<3>;

} // namespace _V1
} // namespace sycl
