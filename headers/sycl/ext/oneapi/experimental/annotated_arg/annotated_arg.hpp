// Extension sycl_ext_oneapi_annotated_arg: a kernel argument with properties.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_ANNOTATED_ARG 1

#include <sycl/ext/oneapi/experimental/kernel_arg_properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <typename T, typename PropertyListT> class annotated_arg {
  static_assert(is_property_list_v<PropertyListT>,
                "the properties of an annotated_arg are a property list");
  // A parameter of it deduces nothing: one property is no list.
  using given = std::common_type_t<PropertyListT>;

public:
  annotated_arg() noexcept : value_() {}
  annotated_arg(const T &v) noexcept : value_(v) {}
  annotated_arg(const T &v, const given &) noexcept : value_(v) {}
  template <typename... PropertyValueTs,
            sycl::detail::require_values_of_list<PropertyListT,
                                                 PropertyValueTs...> = 0>
  annotated_arg(const T &v, PropertyValueTs...) noexcept : value_(v) {}

  template <typename T2, typename P,
            std::enable_if_t<std::is_convertible_v<T2, T>, int> = 0>
  explicit annotated_arg(const annotated_arg<T2, P> &other) noexcept
      : value_(static_cast<T2>(other)) {
    static_assert(
        std::is_same_v<sycl::detail::merged_properties<PropertyListT, P>,
                       PropertyListT>,
        "the new properties must have all that the old ones have");
  }
  template <typename T2, typename PropertyListU, typename PropertyListV,
            std::enable_if_t<std::is_convertible_v<T2, T>, int> = 0>
  explicit annotated_arg(const annotated_arg<T2, PropertyListU> &other,
                         properties<PropertyListV>) noexcept
      : value_(static_cast<T2>(other)) {
    static_assert(std::is_same_v<sycl::detail::merged_properties<
                                     PropertyListU, properties<PropertyListV>>,
                                 PropertyListT>,
                  "the new properties must be those of both lists");
  }
  annotated_arg(const annotated_arg &) = default;
  annotated_arg &operator=(const annotated_arg &) = default;

  operator T() const noexcept { return value(); }
  template <typename U = T, std::enable_if_t<std::is_pointer_v<U>, int> = 0>
  U operator->() const noexcept {
    return value();
  }
  template <typename U = T>
  auto operator[](std::ptrdiff_t idx) const noexcept
      -> decltype(std::declval<const U &>()[idx]) {
    if constexpr (std::is_pointer_v<U>)
      return value()[idx];
    else
      return value_[idx];
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
  T value() const noexcept {
    if constexpr (std::is_pointer_v<T>)
      return sycl::detail::annotated_pointer<PropertyListT>(value_);
    else
      return value_;
  }
  T value_;
};

template <
    typename T, typename... PropertyValueTs,
    std::enable_if_t<(is_property_value_v<PropertyValueTs> && ...), int> = 0>
annotated_arg(T, PropertyValueTs...)
    -> annotated_arg<T,
                     decltype(properties{std::declval<PropertyValueTs>()...})>;
template <typename T, typename Pack>
annotated_arg(T, properties<Pack>) -> annotated_arg<T, properties<Pack>>;
template <typename T, typename PropertiesA, typename Pack>
annotated_arg(annotated_arg<T, PropertiesA>, properties<Pack>) -> annotated_arg<
    T, sycl::detail::merged_properties<PropertiesA, properties<Pack>>>;
template <typename T, typename PropertiesA>
annotated_arg(annotated_arg<T, PropertiesA>) -> annotated_arg<T, PropertiesA>;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
