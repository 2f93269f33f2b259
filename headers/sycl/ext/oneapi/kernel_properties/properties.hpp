// Properties of kernels (sycl_ext_oneapi_kernel_properties): what the
// attributes of SYCL 2020, 5.8.1, say, as values.
//
// In:  a property list that a kernel is submitted with, or that its functor's
//      get(properties_tag) returns.
// Out: a functor around the user's that calls functions with these attributes:
//      a kernel has the attributes of what it calls, so that all that is
//      decided for attributes is decided for properties.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
#define SYCL_EXT_NAMED_SUB_GROUP_SIZES 1

#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_KERNEL_ATTRIBUTE(...) [[sycl::__VA_ARGS__]]
#define __SYCL_NAMED_SIZE(NAME) [[intel::named_sub_group_size(NAME)]]
#else
#define __SYCL_KERNEL_ATTRIBUTE(...)
#define __SYCL_NAMED_SIZE(NAME)
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <typename> struct has_compile_time_kernel_effect : std::false_type {};
template <typename T>
inline constexpr bool has_compile_time_kernel_effect_v =
    has_compile_time_kernel_effect<T>::value;

struct work_group_size_key {
  template <std::size_t... Sizes>
  using value_t = property_value<work_group_size_key,
                                 std::integral_constant<std::size_t, Sizes>...>;
};
struct work_group_size_hint_key {
  template <std::size_t... Sizes>
  using value_t = property_value<work_group_size_hint_key,
                                 std::integral_constant<std::size_t, Sizes>...>;
};
struct sub_group_size_key {
  template <std::uint32_t Size>
  using value_t = property_value<sub_group_size_key,
                                 std::integral_constant<std::uint32_t, Size>>;
};
struct device_has_key {
  template <aspect... Aspects>
  using value_t = property_value<device_has_key,
                                 std::integral_constant<aspect, Aspects>...>;
};

// Of one size, too: these are more special than property_value of one type.
#define __SYCL_SIZES_PROPERTY(KEY)                                             \
  template <std::size_t First, std::size_t... Rest>                            \
  struct property_value<KEY, std::integral_constant<std::size_t, First>,       \
                        std::integral_constant<std::size_t, Rest>...> {        \
    using key_t = KEY;                                                         \
    static_assert(sizeof...(Rest) < 3,                                         \
                  "work-groups have one, two or three dimensions");            \
    static_assert(First != 0 && ((Rest != 0) && ...),                          \
                  "work-group sizes are not zero");                            \
    constexpr std::size_t operator[](int dimension) const {                    \
      const std::size_t sizes[] = {First, Rest...};                            \
      return sizes[dimension];                                                 \
    }                                                                          \
  };                                                                           \
  template <std::size_t Size>                                                  \
  struct property_value<KEY, std::integral_constant<std::size_t, Size>> {      \
    using key_t = KEY;                                                         \
    static_assert(Size != 0, "work-group sizes are not zero");                 \
    static constexpr std::size_t value = Size;                                 \
    constexpr std::size_t operator[](int) const { return Size; }               \
  };
__SYCL_SIZES_PROPERTY(work_group_size_key)
__SYCL_SIZES_PROPERTY(work_group_size_hint_key)
#undef __SYCL_SIZES_PROPERTY

template <std::uint32_t Size>
struct property_value<sub_group_size_key,
                      std::integral_constant<std::uint32_t, Size>> {
  using key_t = sub_group_size_key;
  using value_t = std::integral_constant<std::uint32_t, Size>;
  static_assert(Size != 0, "a sub-group size is not zero");
  static constexpr std::uint32_t value = Size;
};
/// Sub-group sizes that devices choose (sycl_ext_oneapi_named_sub_group_sizes):
/// that of all their kernels, or any.
enum named_sub_group_size : std::uint32_t {
  primary = 0xffffffffu,
  automatic = 0xfffffffeu,
};
template <aspect Aspect>
struct property_value<device_has_key, std::integral_constant<aspect, Aspect>> {
  using key_t = device_has_key;
  static constexpr std::array<aspect, 1> value = {Aspect};
};
template <aspect... Aspects>
struct property_value<device_has_key,
                      std::integral_constant<aspect, Aspects>...> {
  using key_t = device_has_key;
  static constexpr std::array<aspect, sizeof...(Aspects)> value = {Aspects...};
};

template <std::size_t... Sizes>
inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
template <std::size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...>
    work_group_size_hint;
template <std::uint32_t Size>
inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
inline constexpr sub_group_size_key::value_t<named_sub_group_size::primary>
    sub_group_size_primary;
inline constexpr sub_group_size_key::value_t<named_sub_group_size::automatic>
    sub_group_size_automatic;
template <aspect... Aspects>
inline constexpr device_has_key::value_t<Aspects...> device_has;

#define __SYCL_KERNEL_PROPERTY(KEY)                                            \
  template <> struct is_property_key<KEY> : std::true_type {};                 \
  template <typename... Ts>                                                    \
  struct has_compile_time_kernel_effect<property_value<KEY, Ts...>>            \
      : std::true_type {};
__SYCL_KERNEL_PROPERTY(work_group_size_key)
__SYCL_KERNEL_PROPERTY(work_group_size_hint_key)
__SYCL_KERNEL_PROPERTY(sub_group_size_key)
__SYCL_KERNEL_PROPERTY(device_has_key)
#undef __SYCL_KERNEL_PROPERTY

/// For the member function get of functors that have properties.
struct properties_tag {};

} // namespace ext::oneapi::experimental

namespace detail {

// The attributes. Callers inherit them, and nothing is left of the calls.
template <std::size_t Size>
__SYCL_KERNEL_ATTRIBUTE(reqd_work_group_size(Size))
inline void require_work_group_size() {}
template <std::size_t First, std::size_t Second>
__SYCL_KERNEL_ATTRIBUTE(reqd_work_group_size(First, Second))
inline void require_work_group_size() {}
template <std::size_t First, std::size_t Second, std::size_t Third>
__SYCL_KERNEL_ATTRIBUTE(reqd_work_group_size(First, Second, Third))
inline void require_work_group_size() {}
template <std::size_t Size>
__SYCL_KERNEL_ATTRIBUTE(work_group_size_hint(Size))
inline void hint_work_group_size() {}
template <std::size_t First, std::size_t Second>
__SYCL_KERNEL_ATTRIBUTE(work_group_size_hint(First, Second))
inline void hint_work_group_size() {}
template <std::size_t First, std::size_t Second, std::size_t Third>
__SYCL_KERNEL_ATTRIBUTE(work_group_size_hint(First, Second, Third))
inline void hint_work_group_size() {}
template <std::uint32_t Size>
__SYCL_KERNEL_ATTRIBUTE(reqd_sub_group_size(Size))
inline void require_sub_group_size() {}
__SYCL_NAMED_SIZE(primary) inline void require_primary_size() {}
__SYCL_NAMED_SIZE(automatic) inline void require_automatic_size() {}

template <aspect... Aspects>
__SYCL_KERNEL_ATTRIBUTE(device_has(Aspects...))
inline void declare_aspects() {}
inline void declare_nothing() {}

// What a kernel does for each of its properties; nothing for those that the
// compiler has no use for. A function with the property has the attribute of
// the function at `attribute`.
template <typename Property> struct kernel_property {
  static constexpr void (*attribute)() = &declare_nothing;
  static void apply() {}
};
template <std::size_t... Sizes>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::work_group_size_key,
    std::integral_constant<std::size_t, Sizes>...>> {
  static constexpr void (*attribute)() = &require_work_group_size<Sizes...>;
  static void apply() { require_work_group_size<Sizes...>(); }
};
template <std::size_t... Sizes>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::work_group_size_hint_key,
    std::integral_constant<std::size_t, Sizes>...>> {
  static constexpr void (*attribute)() = &hint_work_group_size<Sizes...>;
  static void apply() { hint_work_group_size<Sizes...>(); }
};
template <std::uint32_t Size>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::sub_group_size_key,
    std::integral_constant<std::uint32_t, Size>>> {
  static constexpr void (*function())() {
    using ext::oneapi::experimental::named_sub_group_size;
    if constexpr (Size == named_sub_group_size::primary)
      return &require_primary_size;
    else if constexpr (Size == named_sub_group_size::automatic)
      return &require_automatic_size;
    else
      return &require_sub_group_size<Size>;
  }
  static constexpr void (*attribute)() = function();
  static void apply() {
    using ext::oneapi::experimental::named_sub_group_size;
    if constexpr (Size == named_sub_group_size::primary)
      require_primary_size();
    else if constexpr (Size == named_sub_group_size::automatic)
      require_automatic_size();
    else
      require_sub_group_size<Size>();
  }
};

template <aspect... Aspects>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::device_has_key,
    std::integral_constant<aspect, Aspects>...>> {
  static constexpr void (*attribute)() = &declare_aspects<Aspects...>;
  static void apply() {} // kernel_with_properties has the attribute
};

template <typename List> struct kernel_property_list;
template <typename... Properties>
struct kernel_property_list<
    ext::oneapi::experimental::properties<property_pack<Properties...>>> {
  /// device_has, or void.
  using declared =
      typename property_with_key<ext::oneapi::experimental::device_has_key,
                                 Properties...>::type;
  static void apply() { (kernel_property<Properties>::apply(), ...); }
};

template <typename Functor, typename... Arguments>
using require_invocable =
    std::enable_if_t<std::is_invocable_v<const Functor &, Arguments...>>;

/// Calls the user's functor. Its call operator is the kernel's: device_has is a
/// claim about the kernel, and stands on it.
template <typename Functor, typename List,
          typename Declared = typename kernel_property_list<List>::declared>
struct kernel_with_properties {
  using wrapped_functor = Functor; // for the compiler
  Functor functor;
  template <typename... Arguments,
            typename = require_invocable<Functor, Arguments...>>
  void operator()(Arguments &&...arguments) const {
    kernel_property_list<List>::apply();
    functor(static_cast<Arguments &&>(arguments)...);
  }
};
template <typename Functor, typename List, aspect... Aspects>
struct kernel_with_properties<Functor, List,
                              ext::oneapi::experimental::property_value<
                                  ext::oneapi::experimental::device_has_key,
                                  std::integral_constant<aspect, Aspects>...>> {
  using wrapped_functor = Functor;
  Functor functor;
  template <typename... Arguments,
            typename = require_invocable<Functor, Arguments...>>
  __SYCL_KERNEL_ATTRIBUTE(device_has(Aspects...))
  void operator()(Arguments &&...arguments) const {
    kernel_property_list<List>::apply();
    functor(static_cast<Arguments &&>(arguments)...);
  }
};

/// The list that a functor carries with it; void without one.
template <typename Functor, typename = void> struct carried_properties {
  using type = void;
};
template <typename Functor>
struct carried_properties<Functor,
                          std::void_t<decltype(std::declval<Functor &>().get(
                              ext::oneapi::experimental::properties_tag()))>> {
  using type = std::remove_cv_t<decltype(std::declval<Functor &>().get(
      ext::oneapi::experimental::properties_tag()))>;
  static_assert(ext::oneapi::experimental::is_property_list_v<type>,
                "get(properties_tag) of a kernel's functor returns properties");
};
template <typename Functor>
inline constexpr bool carries_properties =
    !std::is_void_v<typename carried_properties<Functor>::type>;

/// The functor with the properties that it carries; itself without any.
template <typename Functor>
decltype(auto) apply_carried_properties(const Functor &f) {
  if constexpr (carries_properties<Functor>)
    return kernel_with_properties<Functor,
                                  typename carried_properties<Functor>::type>{
        f};
  else
    return (f);
}
/// With those of a list, too.
template <typename List, typename Functor>
auto apply_properties(const Functor &f) {
  using functor = std::decay_t<decltype(apply_carried_properties(f))>;
  return kernel_with_properties<functor, List>{apply_carried_properties(f)};
}

} // namespace detail
} // namespace _V1
} // namespace sycl

#undef __SYCL_KERNEL_ATTRIBUTE
#undef __SYCL_NAMED_SIZE

#include <sycl/detail/restore_macros.inc>
