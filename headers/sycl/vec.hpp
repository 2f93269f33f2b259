// sycl::vec and its swizzles (SYCL 2020, 4.14.2).
//
// The elements are an array, aligned as a whole (three elements take the room
// of four). Operations are loops of constant length: they unroll into scalar
// code, which is what GPUs run and what the CPU vectorises across work-items,
// and neighbouring loads and stores merge into wide ones thanks to the
// alignment.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/vec_accessors.hpp>
#include <sycl/detail/vec_conversion.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

namespace detail {

constexpr int vec_storage_size(int elements) noexcept {
  return elements == 3 ? 4 : elements;
}
constexpr std::size_t vec_alignment(std::size_t bytes) noexcept {
  return bytes < 64 ? bytes : 64;
}

#ifdef __SYCL_DEVICE_ONLY__
template <typename T>
using native_element = std::conditional_t<
    is_half_v<T>, _Float16,
    std::conditional_t<
        is_bfloat16_v<T>, std::uint16_t,
        std::conditional_t<std::is_same_v<T, bool>, std::int8_t,
                           std::conditional_t<std::is_same_v<T, std::byte>,
                                              std::uint8_t, T>>>>;
/// To or from a native element: bfloat16 is its bits there.
template <typename To, typename From>
To native_element_cast(From value) noexcept {
  if constexpr (is_bfloat16_v<To> || is_bfloat16_v<From>)
    return __builtin_bit_cast(To, value);
  else
    return static_cast<To>(value);
}
template <typename T, int N> struct native_vector {
  using type = native_element<T> __attribute__((ext_vector_type(N)));
};
#endif

/// A vec of one element converts to it. (A base class, because only conversion
/// functions that are no templates serve built-in operators and `if`.)
template <typename Derived, typename DataT, int NumElements>
class element_conversion {};
template <typename Derived, typename DataT>
class element_conversion<Derived, DataT, 1> {
public:
  constexpr operator DataT() const noexcept {
    return static_cast<const Derived &>(*this)[0];
  }
  /// Only where the element's type does not convert by itself.
  template <typename T,
            typename = std::enable_if_t<
                (std::is_arithmetic_v<T> ||
                 std::is_enum_v<T>)&&!std::is_same_v<T, DataT>>,
            typename = decltype(static_cast<T>(std::declval<DataT>()))>
  constexpr explicit operator T() const noexcept {
    return static_cast<T>(operator DataT());
  }
};

/// The loads, stores and conversions that vec and swizzles have in common.
template <typename Derived, typename DataT, int NumElements>
class vec_operations : public vec_accessors<Derived, NumElements> {
  constexpr const Derived &self() const noexcept {
    return static_cast<const Derived &>(*this);
  }

public:
  using element_type = DataT;
  using value_type = DataT;

  static constexpr std::size_t size() noexcept { return NumElements; }
  static constexpr std::size_t byte_size() noexcept {
    return sizeof(DataT) * vec_storage_size(NumElements);
  }
  [[deprecated("use size()")]] static constexpr std::size_t
  get_count() noexcept {
    return size();
  }
  [[deprecated("use byte_size()")]] static constexpr std::size_t
  get_size() noexcept {
    return byte_size();
  }

  template <typename To, rounding_mode Mode = rounding_mode::automatic>
  constexpr vec<To, NumElements> convert() const noexcept {
    vec<To, NumElements> result{};
    for (int i = 0; i < NumElements; ++i)
      result[i] = convert_element<To, Mode>(static_cast<DataT>(self()[i]));
    return result;
  }

  /// The same bytes as another vec of the same size.
  template <typename To> To as() const noexcept {
    static_assert(sizeof(To) == sizeof(vec<DataT, NumElements>),
                  "as() keeps the size in bytes");
    return __builtin_bit_cast(To, static_cast<vec<DataT, NumElements>>(self()));
  }

  void store(std::size_t offset, DataT *pointer) const noexcept {
    for (int i = 0; i < NumElements; ++i)
      pointer[offset * NumElements + i] = self()[i];
  }
  template <access::address_space Space, access::decorated Decorated>
  void store(std::size_t offset,
             multi_ptr<DataT, Space, Decorated> pointer) const noexcept {
    store(offset, pointer.get_raw());
  }
};

} // namespace detail

template <typename DataT, int NumElements>
class alignas(detail::vec_alignment(sizeof(DataT) *
                                    detail::vec_storage_size(NumElements))) vec
    : public detail::vec_operations<vec<DataT, NumElements>, DataT,
                                    NumElements>,
      public detail::element_conversion<vec<DataT, NumElements>, DataT,
                                        NumElements> {
  static_assert(NumElements == 1 || NumElements == 2 || NumElements == 3 ||
                    NumElements == 4 || NumElements == 8 || NumElements == 16,
                "a vec has 1, 2, 3, 4, 8 or 16 elements");

  template <typename... Args>
  static constexpr bool
      fills = (detail::elements_of<Args>::count + ... + 0) == NumElements &&
              ((std::is_convertible_v<Args, DataT> ||
                std::is_same_v<detail::element_t<Args>, DataT>)&&...);
  /// A scalar that is converted by the constructor, which lists in braces allow
  /// for numbers of any type.
  template <typename T>
  static constexpr bool is_scalar =
      std::is_convertible_v<T, DataT> && !detail::is_vec_like<T>::value;
  using truth_element = detail::comparison_type<DataT>;
  using truth = vec<truth_element, NumElements>;

public:
  vec() = default;
  constexpr vec(const vec &) = default;
  constexpr vec &operator=(const vec &) = default;

  template <int N = NumElements, std::enable_if_t<N != 1, int> = 0>
  explicit constexpr vec(const DataT &value) noexcept : data_{} {
    for (int i = 0; i < NumElements; ++i)
      data_[i] = value;
  }
  template <int N = NumElements, std::enable_if_t<N == 1, int> = 0>
  constexpr vec(const DataT &value) noexcept : data_{value} {}
  template <typename T,
            std::enable_if_t<is_scalar<T> && NumElements != 1, int> = 0>
  explicit constexpr vec(const T &value) noexcept
      : vec(static_cast<DataT>(value)) {}
  template <typename T,
            std::enable_if_t<is_scalar<T> && NumElements == 1, int> = 0>
  constexpr vec(const T &value) noexcept : vec(static_cast<DataT>(value)) {}
  /// A swizzle of one element would else convert to the element as well.
  template <typename T,
            std::enable_if_t<detail::is_swizzle<T>::value &&
                                 detail::has_elements<T, DataT, 1> &&
                                 NumElements == 1,
                             int> = 0>
  explicit constexpr vec(const T &swizzle) noexcept : data_{swizzle[0]} {}
  /// From scalars, vecs and swizzles that together have the elements wanted.
  template <typename First, typename Second, typename... Rest,
            typename = std::enable_if_t<fills<First, Second, Rest...>>>
  constexpr vec(const First &first, const Second &second,
                const Rest &...rest) noexcept
      : data_{} {
    int next = 0;
    append(next, first);
    append(next, second);
    (append(next, rest), ...);
  }

  template <typename T, typename = std::enable_if_t<
                            detail::is_scalar_operand<T, DataT, NumElements>>>
  constexpr vec &operator=(const T &value) noexcept {
    return *this = vec(static_cast<DataT>(value));
  }

#ifdef __SYCL_DEVICE_ONLY__
  /// The compiler's own vector type.
  using vector_t = typename detail::native_vector<DataT, NumElements>::type;
  template <typename V, typename = std::enable_if_t<
                            std::is_same_v<V, vector_t> && NumElements != 1>>
  vec(V value) noexcept {
    for (int i = 0; i < NumElements; ++i)
      data_[i] = detail::native_element_cast<DataT>(value[i]);
  }
  operator vector_t() const noexcept {
    vector_t result;
    for (int i = 0; i < NumElements; ++i)
      result[i] =
          detail::native_element_cast<detail::native_element<DataT>>(data_[i]);
    return result;
  }
#endif

  constexpr DataT &operator[](int index) noexcept { return data_[index]; }
  constexpr const DataT &operator[](int index) const noexcept {
    return data_[index];
  }

  template <int Index> constexpr DataT &pick() noexcept { return data_[Index]; }
  template <int Index> constexpr const DataT &pick() const noexcept {
    return data_[Index];
  }
  template <int... Indexes> constexpr auto view() noexcept {
    return detail::swizzled_vec<vec, vec<DataT, sizeof...(Indexes)>,
                                Indexes...>(*this);
  }
  template <int... Indexes> constexpr auto view() const noexcept {
    return detail::swizzled_vec<const vec, vec<DataT, sizeof...(Indexes)>,
                                Indexes...>(*this);
  }

  void load(std::size_t offset, const DataT *pointer) noexcept {
    for (int i = 0; i < NumElements; ++i)
      data_[i] = pointer[offset * NumElements + i];
  }
  template <access::address_space Space, access::decorated Decorated>
  void load(std::size_t offset,
            multi_ptr<const DataT, Space, Decorated> pointer) noexcept {
    load(offset, pointer.get_raw());
  }
  /// The former is not found for it, having to deduce its arguments.
  template <access::address_space Space, access::decorated Decorated>
  void load(std::size_t offset,
            multi_ptr<DataT, Space, Decorated> pointer) noexcept {
    load(offset, pointer.get_raw());
  }

#include <sycl/detail/vec_operators.inc>

private:
  template <typename T>
  constexpr void append(int &next, const T &source) noexcept {
    if constexpr (detail::is_vec_like<T>::value) {
      for (int i = 0; i < detail::elements_of<T>::count; ++i)
        data_[next++] = source[i];
    } else {
      data_[next++] = static_cast<DataT>(source);
    }
  }

  DataT data_[detail::vec_storage_size(NumElements)];
};

template <typename First, typename... Rest,
          typename = std::enable_if_t<(std::is_same_v<First, Rest> && ...)>>
vec(First, Rest...) -> vec<First, 1 + sizeof...(Rest)>;

using byte [[deprecated("use std::byte")]] = std::uint8_t;

#define __SYCL_VEC_ALIASES(NAME, TYPE)                                         \
  using NAME##2 = vec<TYPE, 2>;                                                \
  using NAME##3 = vec<TYPE, 3>;                                                \
  using NAME##4 = vec<TYPE, 4>;                                                \
  using NAME##8 = vec<TYPE, 8>;                                                \
  using NAME##16 = vec<TYPE, 16>;
__SYCL_VEC_ALIASES(char, std::int8_t)
__SYCL_VEC_ALIASES(uchar, std::uint8_t)
__SYCL_VEC_ALIASES(short, std::int16_t)
__SYCL_VEC_ALIASES(ushort, std::uint16_t)
__SYCL_VEC_ALIASES(int, std::int32_t)
__SYCL_VEC_ALIASES(uint, std::uint32_t)
__SYCL_VEC_ALIASES(long, std::int64_t)
__SYCL_VEC_ALIASES(ulong, std::uint64_t)
__SYCL_VEC_ALIASES(half, half)
__SYCL_VEC_ALIASES(float, float)
__SYCL_VEC_ALIASES(double, double)
#undef __SYCL_VEC_ALIASES

} // namespace _V1
} // namespace sycl

#include <sycl/detail/swizzled_vec.hpp>
