// Extension sycl_ext_oneapi_annotated_ptr: a pointer with properties, and the
// reference that it gives, which reads and writes with them.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_ANNOTATED_PTR 1

#include <sycl/ext/oneapi/experimental/kernel_arg_properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Each access is to memory: nothing is kept between two.
template <typename T, typename PropertyListT = empty_properties_t>
class annotated_ref {
  using value = std::remove_cv_t<T>;

public:
  annotated_ref(const annotated_ref &) = delete;

  operator value() const { return *pointer(); }
  template <typename TT> value operator=(TT &&x) const {
    return *pointer() = static_cast<TT &&>(x);
  }
  value operator=(const annotated_ref &other) const {
    return *this = static_cast<value>(other);
  }

#define __SYCL_ANNOTATED_ASSIGN(OP)                                            \
  template <typename TT, typename U = value>                                   \
  auto operator OP##=(TT &&x) const->std::enable_if_t<                         \
      !std::is_void_v<decltype(std::declval<U>() OP std::declval<TT>())>, U> { \
    return *this = static_cast<value>(static_cast<value>(*this)                \
                                          OP static_cast<TT &&>(x));           \
  }
  __SYCL_ANNOTATED_ASSIGN(+)
  __SYCL_ANNOTATED_ASSIGN(-)
  __SYCL_ANNOTATED_ASSIGN(*)
  __SYCL_ANNOTATED_ASSIGN(/)
  __SYCL_ANNOTATED_ASSIGN(%)
  __SYCL_ANNOTATED_ASSIGN(<<)
  __SYCL_ANNOTATED_ASSIGN(>>)
  __SYCL_ANNOTATED_ASSIGN(&)
  __SYCL_ANNOTATED_ASSIGN(|)
  __SYCL_ANNOTATED_ASSIGN(^)
#undef __SYCL_ANNOTATED_ASSIGN

#define __SYCL_ANNOTATED_STEP(OP)                                              \
  value operator OP() const {                                                  \
    value x = *this;                                                           \
    OP x;                                                                      \
    return *this = x;                                                          \
  }                                                                            \
  value operator OP(int) const {                                               \
    value x = *this;                                                           \
    const value old = x;                                                       \
    OP x;                                                                      \
    *this = x;                                                                 \
    return old;                                                                \
  }
  __SYCL_ANNOTATED_STEP(++)
  __SYCL_ANNOTATED_STEP(--)
#undef __SYCL_ANNOTATED_STEP

private:
  friend class annotated_ptr<T, PropertyListT>;
  explicit annotated_ref(T *pointer) noexcept : pointer_(pointer) {}
  T *pointer() const noexcept {
    return sycl::detail::annotated_pointer<PropertyListT>(pointer_);
  }
  T *pointer_;
};

template <typename T, typename PropertyListT> class annotated_ptr {
  static_assert(is_property_list_v<PropertyListT>,
                "the properties of an annotated_ptr are a property list");
  // A parameter of it deduces nothing: one property is no list.
  using given = std::common_type_t<PropertyListT>;
  // The neighbour of an aligned object need not be as aligned.
  template <typename P>
  using if_movable =
      std::enable_if_t<!P::template has_property<alignment_key>(), int>;

public:
  using reference = annotated_ref<T, PropertyListT>;

  annotated_ptr() noexcept : pointer_(nullptr) {}
  explicit annotated_ptr(T *ptr) noexcept : pointer_(ptr) {}
  explicit annotated_ptr(T *ptr, const given &) noexcept : pointer_(ptr) {}
  template <typename... PropertyValueTs,
            sycl::detail::require_values_of_list<PropertyListT,
                                                 PropertyValueTs...> = 0>
  explicit annotated_ptr(T *ptr, PropertyValueTs...) noexcept : pointer_(ptr) {}

  template <typename T2, typename P,
            std::enable_if_t<std::is_convertible_v<T2 *, T *>, int> = 0>
  explicit annotated_ptr(const annotated_ptr<T2, P> &other) noexcept
      : pointer_(other.get()) {
    static_assert(
        std::is_same_v<sycl::detail::merged_properties<PropertyListT, P>,
                       PropertyListT>,
        "the new properties must have all that the old ones have");
  }
  template <typename T2, typename PropertyListU, typename PropertyListV,
            std::enable_if_t<std::is_convertible_v<T2 *, T *>, int> = 0>
  explicit annotated_ptr(const annotated_ptr<T2, PropertyListU> &other,
                         properties<PropertyListV>) noexcept
      : pointer_(other.get()) {
    static_assert(std::is_same_v<sycl::detail::merged_properties<
                                     PropertyListU, properties<PropertyListV>>,
                                 PropertyListT>,
                  "the new properties must be those of both lists");
  }
  annotated_ptr(const annotated_ptr &) noexcept = default;
  annotated_ptr &operator=(const annotated_ptr &) noexcept = default;

  reference operator*() const noexcept { return reference(pointer_); }
  template <typename P = PropertyListT, if_movable<P> = 0>
  reference operator[](std::ptrdiff_t index) const noexcept {
    return reference(pointer_ + index);
  }
  template <typename P = PropertyListT, if_movable<P> = 0>
  annotated_ptr operator+(std::size_t offset) const noexcept {
    return annotated_ptr(pointer_ + offset);
  }
  std::ptrdiff_t operator-(annotated_ptr from) const noexcept {
    return pointer_ - from.pointer_;
  }

  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  operator T *() const noexcept = delete;
  T *get() const noexcept { return pointer_; }

  template <typename P = PropertyListT, if_movable<P> = 0>
  annotated_ptr &operator++() noexcept {
    ++pointer_;
    return *this;
  }
  template <typename P = PropertyListT, if_movable<P> = 0>
  annotated_ptr operator++(int) noexcept {
    return annotated_ptr(pointer_++);
  }
  template <typename P = PropertyListT, if_movable<P> = 0>
  annotated_ptr &operator--() noexcept {
    --pointer_;
    return *this;
  }
  template <typename P = PropertyListT, if_movable<P> = 0>
  annotated_ptr operator--(int) noexcept {
    return annotated_ptr(pointer_--);
  }

  template <typename PropertyT> static constexpr bool has_property() {
    return PropertyListT::template has_property<PropertyT>();
  }
  template <typename PropertyT> static constexpr auto get_property() {
    static_assert(has_property<PropertyT>(),
                  "there is no such property in the list");
    return typename sycl::detail::property_of_list<PropertyT,
                                                   PropertyListT>::type();
  }

private:
  T *pointer_;
};

template <
    typename T, typename... PropertyValueTs,
    std::enable_if_t<(is_property_value_v<PropertyValueTs> && ...), int> = 0>
annotated_ptr(T *, PropertyValueTs...)
    -> annotated_ptr<T,
                     decltype(properties{std::declval<PropertyValueTs>()...})>;
template <typename T, typename Pack>
annotated_ptr(T *, properties<Pack>) -> annotated_ptr<T, properties<Pack>>;
template <typename T, typename PropertiesA, typename Pack>
annotated_ptr(annotated_ptr<T, PropertiesA>, properties<Pack>) -> annotated_ptr<
    T, sycl::detail::merged_properties<PropertiesA, properties<Pack>>>;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
