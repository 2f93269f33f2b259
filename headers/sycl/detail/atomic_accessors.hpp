// Accessors with access_mode::atomic, which SYCL 2020 deprecates: their
// elements are sycl::atomic. Included by sycl/accessor.hpp.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic.hpp>

#include <cstddef>
#include <type_traits>

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

namespace sycl {
inline namespace _V1 {

namespace detail {

template <access::address_space Space, typename T>
atomic<T, Space> atomic_element(T &element) noexcept {
  return multi_ptr<T, Space, access::decorated::no>(&element);
}

/// The result of indexing with fewer indices than there are dimensions: Row is
/// what the accessor to elements has there.
template <access::address_space Space, typename Row> struct atomic_row {
  Row row;
  auto operator[](std::size_t index) const noexcept {
    using inner = decltype(row[index]);
    if constexpr (std::is_reference_v<inner>)
      return atomic_element<Space>(row[index]);
    else
      return atomic_row<Space, inner>{row[index]};
  }
};

/// Base is an accessor to the elements themselves.
template <typename Base, access::address_space Space, int Dimensions>
class atomic_accessor : public Base {
public:
  using Base::Base;
  auto operator[](id<Dimensions> index) const noexcept {
    return atomic_element<Space>(Base::operator[](index));
  }
  template <int D = Dimensions, typename = std::enable_if_t<(D > 1)>>
  auto operator[](std::size_t index) const noexcept {
    using row = decltype(Base::operator[](index));
    return atomic_row<Space, row>{Base::operator[](index)};
  }
};

/// With one element, it is that atomic.
template <typename Base, access::address_space Space, typename T>
class single_atomic_accessor : public Base {
public:
  using Base::Base;
  operator atomic<T, Space>() const noexcept {
    return atomic_element<Space>(*this->data());
  }
};

template <typename T, int D, access::placeholder P>
using elements_of_buffer =
    accessor<T, D, access_mode::read_write, target::device, P>;

} // namespace detail

template <typename T, int Dimensions, access::placeholder P>
class accessor<T, Dimensions, access_mode::atomic, target::device, P>
    : public detail::atomic_accessor<
          detail::elements_of_buffer<T, Dimensions, P>,
          access::address_space::global_space, Dimensions> {
  using base =
      detail::atomic_accessor<detail::elements_of_buffer<T, Dimensions, P>,
                              access::address_space::global_space, Dimensions>;

public:
  static constexpr sycl::access_mode access_mode = sycl::access_mode::atomic;
  using base::base;
};
template <typename T, access::placeholder P>
class accessor<T, 0, access_mode::atomic, target::device, P>
    : public detail::single_atomic_accessor<detail::elements_of_buffer<T, 0, P>,
                                            access::address_space::global_space,
                                            T> {
  using base =
      detail::single_atomic_accessor<detail::elements_of_buffer<T, 0, P>,
                                     access::address_space::global_space, T>;

public:
  static constexpr sycl::access_mode access_mode = sycl::access_mode::atomic;
  using base::base;
};

template <typename T, int Dimensions, access::placeholder P>
class accessor<T, Dimensions, access_mode::atomic, target::local, P>
    : public detail::atomic_accessor<local_accessor<T, Dimensions>,
                                     access::address_space::local_space,
                                     Dimensions> {
  using base =
      detail::atomic_accessor<local_accessor<T, Dimensions>,
                              access::address_space::local_space, Dimensions>;

public:
  using base::base;
};
template <typename T, access::placeholder P>
class accessor<T, 0, access_mode::atomic, target::local, P>
    : public detail::single_atomic_accessor<
          local_accessor<T, 0>, access::address_space::local_space, T> {
  using base =
      detail::single_atomic_accessor<local_accessor<T, 0>,
                                     access::address_space::local_space, T>;

public:
  using base::base;
};

} // namespace _V1
} // namespace sycl

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
