// Extension sycl_ext_oneapi_weak_object: references that keep no object, and an
// order of objects.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_WEAK_OBJECT 1

#include <sycl/accessor.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/owner_less.hpp>
#include <sycl/image.hpp>
#include <sycl/kernel.hpp>
#include <sycl/stream.hpp>

#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

// What an object shares with its copies. Three kinds of classes: handles have a
// shared implementation, host accessors a lock, and the rest are values that
// keep nothing: what kernels are given (accessors for devices, streams), and
// kernel_id, of a kernel that is there for as long as the program.

template <typename T> inline constexpr bool is_plain_value = false;
template <typename T, int D, access_mode M, target G, access::placeholder P>
inline constexpr bool is_plain_value<accessor<T, D, M, G, P>> =
    G != target::host_buffer;
template <typename T, int D>
inline constexpr bool is_plain_value<local_accessor<T, D>> = true;
template <> inline constexpr bool is_plain_value<stream> = true;
template <> inline constexpr bool is_plain_value<kernel_id> = true;
template <typename T, int D, access_mode M, image_target G>
inline constexpr bool is_plain_value<unsampled_image_accessor<T, D, M, G>> =
    true;
template <typename T, int D, image_target G>
inline constexpr bool is_plain_value<sampled_image_accessor<T, D, G>> = true;

/// The objects that weak references and the order are about.
struct owner_order {
  template <typename T> static auto &owner(T &object) noexcept {
    return owner_of(object, 0);
  }
  template <typename T> static bool before(const T &a, const T &b) noexcept {
    if constexpr (is_plain_value<T>)
      return value_before(a, b);
    else
      return owner(a).owner_before(owner(b));
  }
  /// Of two values of which copies compare equal, some strict weak order.
  template <typename T>
  static bool value_before(const T &a, const T &b) noexcept {
    if constexpr (std::has_unique_object_representations_v<T>)
      return std::memcmp(&a, &b, sizeof(T)) < 0;
    else // images: there are bytes between the members
      return a.view_before(b);
  }
  /// Returns how long a value refers to anything.
  template <typename T>
  static std::weak_ptr<const void> lifetime(const T &object) noexcept {
    return lifetime_of(object);
  }

private:
  template <typename T>
  static auto owner_of(T &object, int) noexcept
      -> decltype((object.implementation_)) {
    return object.implementation_;
  }
  template <typename T>
  static auto owner_of(T &object, long) noexcept -> decltype((object.lock_)) {
    return object.lock_;
  }
  // A host_accessor of no dimensions.
  template <typename T>
  static auto owner_of(T &object, char) noexcept
      -> decltype((object.whole_.lock_)) {
    return object.whole_.lock_;
  }
  template <typename T, int D, access_mode M, target G, access::placeholder P>
  static std::weak_ptr<const void>
  lifetime_of(const accessor<T, D, M, G, P> &object) noexcept {
    if constexpr (G != target::local)
      if (object.is_placeholder())
        return lifetime_of_placeholder(G == target::host_task
                                           ? object.mark_.placeholder()
                                           : object.data());
    return lifetime_of_command_group();
  }
  static std::weak_ptr<const void> lifetime_of(const kernel_id &) noexcept {
    static const auto *const always =
        new std::shared_ptr<const void>(std::make_shared<char>());
    return *always;
  }
  template <typename T>
  static std::weak_ptr<const void> lifetime_of(const T &) noexcept {
    return lifetime_of_command_group();
  }
};

/// The object without what it shares, and a weak reference to that.
template <typename T, bool IsValue = is_plain_value<T>> class weak_state {
  using owner = std::decay_t<decltype(owner_order::owner(std::declval<T &>()))>;

public:
  constexpr weak_state() noexcept = default;
  explicit weak_state(const T &object) noexcept
      : rest_(object), weak_(owner_order::owner(object)) {
    owner_order::owner(*rest_).reset();
  }
  bool expired() const noexcept { return weak_.expired(); }
  std::optional<T> lock() const noexcept {
    owner strong = weak_.lock();
    if (!strong)
      return std::nullopt;
    std::optional<T> object = rest_;
    owner_order::owner(*object) = std::move(strong);
    return object;
  }
  bool before(const weak_state &other) const noexcept {
    return weak_.owner_before(other.weak_);
  }

private:
  std::optional<T> rest_;
  std::weak_ptr<typename owner::element_type> weak_;
};

template <typename T> class weak_state<T, true> {
public:
  constexpr weak_state() noexcept = default;
  explicit weak_state(const T &object) noexcept
      : value_(object), lifetime_(owner_order::lifetime(object)) {}
  bool expired() const noexcept { return lifetime_.expired(); }
  std::optional<T> lock() const noexcept {
    return expired() ? std::nullopt : value_;
  }
  bool before(const weak_state &other) const noexcept {
    if (!value_ || !other.value_)
      return !value_ && other.value_;
    return owner_order::value_before(*value_, *other.value_);
  }

private:
  std::optional<T> value_;
  std::weak_ptr<const void> lifetime_;
};

} // namespace detail

namespace ext::oneapi {

/// Of any class with common reference semantics. What kernels are given, such
/// as an accessor for a device, is gone when the function of its command group
/// has returned; a placeholder, when its buffer is gone.
template <typename T> class weak_object {
public:
  using object_type = T;

  constexpr weak_object() noexcept = default;
  weak_object(const T &object) noexcept : state_(object) {}
  weak_object &operator=(const T &object) noexcept {
    state_ = state(object);
    return *this;
  }

  void reset() noexcept { state_ = state(); }
  void swap(weak_object &other) noexcept { std::swap(state_, other.state_); }
  bool expired() const noexcept { return state_.expired(); }
  std::optional<T> try_lock() const noexcept { return state_.lock(); }
  /// Throws errc::invalid if the object is gone.
  T lock() const {
    if (std::optional<T> object = try_lock())
      return *std::move(object);
    throw exception(make_error_code(errc::invalid),
                    "weak_object: the object is gone");
  }

  bool owner_before(const weak_object &other) const noexcept {
    return state_.before(other.state_);
  }
  bool owner_before(const T &other) const noexcept {
    return state_.before(state(other));
  }

private:
  using state = sycl::detail::weak_state<T>;
  state state_;
};

template <typename T> weak_object(const T &) -> weak_object<T>;

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
