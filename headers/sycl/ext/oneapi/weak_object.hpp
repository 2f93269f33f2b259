// Extension sycl_ext_oneapi_weak_object: references that keep no object, and an
// order of objects.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_WEAK_OBJECT 1

#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/owner_less.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// Of a platform, device, context, queue, event, kernel or kernel_id, or of a
/// command graph and its nodes.
template <typename T> class weak_object {
  using pointer = std::decay_t<decltype(
      sycl::detail::access_implementation::get(std::declval<const T &>()))>;

public:
  using object_type = T;

  constexpr weak_object() noexcept = default;
  weak_object(const T &object) noexcept
      : weak_(sycl::detail::access_implementation::get(object)) {}
  weak_object &operator=(const T &object) noexcept {
    weak_ = sycl::detail::access_implementation::get(object);
    return *this;
  }

  void reset() noexcept { weak_.reset(); }
  void swap(weak_object &other) noexcept { weak_.swap(other.weak_); }
  bool expired() const noexcept { return weak_.expired(); }
  std::optional<T> try_lock() const noexcept {
    if (pointer strong = weak_.lock())
      return sycl::detail::access_implementation::make<T>(std::move(strong));
    return std::nullopt;
  }
  /// Throws errc::invalid if the object is gone.
  T lock() const {
    if (std::optional<T> object = try_lock())
      return *std::move(object);
    throw exception(make_error_code(errc::invalid),
                    "weak_object: the object is gone");
  }

  bool owner_before(const weak_object &other) const noexcept {
    return weak_.owner_before(other.weak_);
  }
  bool owner_before(const T &other) const noexcept {
    return weak_.owner_before(
        sycl::detail::access_implementation::get(other));
  }
  bool ext_oneapi_owner_before(const weak_object &other) const noexcept {
    return owner_before(other);
  }

private:
  std::weak_ptr<typename pointer::element_type> weak_;
};

template <typename T> weak_object(const T &) -> weak_object<T>;

template <typename T> struct owner_less<weak_object<T>> {
  bool operator()(const weak_object<T> &a,
                  const weak_object<T> &b) const noexcept {
    return a.owner_before(b);
  }
  bool operator()(const weak_object<T> &a, const T &b) const noexcept {
    return a.owner_before(b);
  }
  bool operator()(const T &a, const weak_object<T> &b) const noexcept {
    return weak_object<T>(a).owner_before(b);
  }
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
