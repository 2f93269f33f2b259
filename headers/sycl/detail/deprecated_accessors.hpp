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
  bool is_placeholder() const noexcept { return false; }
};
template <typename T, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, 0, Mode, target::host_buffer, IsPlaceholder>
    : public host_accessor<T, 0, Mode> {
public:
  using host_accessor<T, 0, Mode>::host_accessor;
  using host_accessor<T, 0, Mode>::operator=;
  bool is_placeholder() const noexcept { return false; }
};

namespace detail {
/// Constants are in global memory. Their pointers are to T, although nobody may
/// write there.
template <typename T, int Dimensions>
class constant_accessor : public accessor<T, Dimensions, access_mode::read> {
public:
  using accessor<T, Dimensions, access_mode::read>::accessor;
  constant_ptr<T> get_pointer() const noexcept {
    return constant_ptr<T>(const_cast<T *>(
        this->template get_multi_ptr<access::decorated::no>().get_raw()));
  }
};
} // namespace detail

template <typename T, int Dimensions, access_mode Mode,
          access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::constant_buffer, IsPlaceholder>
    : public detail::constant_accessor<T, Dimensions> {
  static_assert(Mode == access_mode::read, "constants are only read");

public:
  using detail::constant_accessor<T, Dimensions>::constant_accessor;
};
template <typename T, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, 0, Mode, target::constant_buffer, IsPlaceholder>
    : public detail::constant_accessor<T, 0> {
  static_assert(Mode == access_mode::read, "constants are only read");

public:
  using detail::constant_accessor<T, 0>::constant_accessor;
};

namespace detail {
template <typename T, int D, access_mode M, access::placeholder P>
inline constexpr bool
    is_accessor_into<accessor<T, D, M, target::constant_buffer, P>,
                     access::address_space::constant_space> = true;
template <typename T, int D, access_mode M, access::placeholder P>
inline constexpr bool is_accessor_into<accessor<T, D, M, target::local, P>,
                                       access::address_space::local_space> =
    true;
} // namespace detail

} // namespace _V1
} // namespace sycl

#include <sycl/detail/atomic_accessors.hpp>
