// Common reference semantics (SYCL 2020, 4.5.2): objects are handles, equal
// when they share one implementation, and hashable.
#pragma once

#include <sycl/detail/owner_order.hpp>
#include <sycl/exception.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Gives the runtime library access to the implementation of any handle.
struct access_implementation {
  template <typename T> static const auto &get(const T &object) noexcept {
    return object.implementation_;
  }
  template <typename T, typename... Arguments>
  static T make(Arguments &&...arguments) {
    return T(static_cast<Arguments &&>(arguments)...);
  }
};

/// What std::hash says of any handle.
struct implementation_hash {
  template <typename T>
  std::size_t operator()(const T &object) const noexcept {
    return std::hash<const void *>()(access_implementation::get(object).get());
  }
};

/// No back end here has information descriptors of its own.
class without_backend_info {
public:
  template <typename Param>
  typename Param::return_type get_backend_info() const {
    throw exception(make_error_code(errc::backend_mismatch),
                    "get_backend_info: the back end does not have this "
                    "descriptor");
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

#define __SYCL_REFERENCE_SEMANTICS(TYPE)                                       \
  friend struct ::sycl::detail::access_implementation;                         \
  __SYCL_OWNER_BEFORE(TYPE)                                                    \
                                                                               \
private:                                                                       \
  friend bool operator==(const TYPE &a, const TYPE &b) noexcept {              \
    return a.implementation_ == b.implementation_;                             \
  }                                                                            \
  friend bool operator!=(const TYPE &a, const TYPE &b) noexcept {              \
    return !(a == b);                                                          \
  }

#define __SYCL_HASH(TYPE)                                                      \
  template <> struct std::hash<TYPE> : ::sycl::detail::implementation_hash {};
