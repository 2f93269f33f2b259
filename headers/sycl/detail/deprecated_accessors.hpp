// The accessors that SYCL 1.2.1 told apart by their target, which SYCL 2020
// deprecates: local_accessor, host_accessor and accessors to constants by other
// names. Included by sycl/accessor.hpp.
#pragma once

#include <sycl/accessor.hpp>

namespace sycl {
inline namespace _V1 {

template <typename T, int Dimensions, access_mode Mode,
          access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::local, IsPlaceholder>
    : public local_accessor<T, Dimensions> {
public:
  using local_accessor<T, Dimensions>::local_accessor;
};
template <typename T, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, 0, Mode, target::local, IsPlaceholder>
    : public local_accessor<T, 0> {
public:
  using local_accessor<T, 0>::local_accessor;
  using local_accessor<T, 0>::operator=;
};

template <typename T, int Dimensions, access_mode Mode,
          access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_buffer, IsPlaceholder>
    : public host_accessor<T, Dimensions, Mode> {
public:
  using host_accessor<T, Dimensions, Mode>::host_accessor;
};
template <typename T, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, 0, Mode, target::host_buffer, IsPlaceholder>
    : public host_accessor<T, 0, Mode> {
public:
  using host_accessor<T, 0, Mode>::host_accessor;
  using host_accessor<T, 0, Mode>::operator=;
};

template <typename T, int Dimensions, access_mode Mode,
          access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::constant_buffer, IsPlaceholder>
    : public accessor<T, Dimensions, access_mode::read> {
  static_assert(Mode == access_mode::read, "constants are only read");

public:
  using accessor<T, Dimensions, access_mode::read>::accessor;
};

namespace detail {
template <typename T, int D, access_mode M, access::placeholder P>
inline constexpr bool is_accessor_into<accessor<T, D, M, target::local, P>,
                                       access::address_space::local_space> =
    true;
} // namespace detail

} // namespace _V1
} // namespace sycl
