// sycl::marray: a fixed number of elements with element-wise operators, and no
// promises about layout beyond those of an array (SYCL 2020, 4.14.3).
#pragma once

#include <sycl/detail/vec_traits.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

template <typename DataT, std::size_t NumElements> class marray {
  template <typename T>
  struct count : std::integral_constant<std::size_t, 1> {};
  template <typename T, std::size_t N>
  struct count<marray<T, N>> : std::integral_constant<std::size_t, N> {};

public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;
  using iterator = DataT *;
  using const_iterator = const DataT *;

  constexpr marray() : data_{} {}
  explicit constexpr marray(const DataT &value) : data_{} {
    for (std::size_t i = 0; i < NumElements; ++i)
      data_[i] = value;
  }
  /// From scalars and marrays that together have the elements wanted.
  template <typename First, typename Second, typename... Rest,
            typename = std::enable_if_t<
                (count<First>::value + count<Second>::value +
                 (count<Rest>::value + ... + 0)) == NumElements>>
  constexpr marray(const First &first, const Second &second,
                   const Rest &...rest)
      : data_{} {
    std::size_t next = 0;
    append(next, first);
    append(next, second);
    (append(next, rest), ...);
  }
  constexpr marray(const marray &) = default;
  constexpr marray &operator=(const marray &) = default;
  constexpr marray &operator=(const DataT &value) {
    for (std::size_t i = 0; i < NumElements; ++i)
      data_[i] = value;
    return *this;
  }

  template <std::size_t N = NumElements, typename = std::enable_if_t<N == 1>>
  constexpr operator DataT() const {
    return data_[0];
  }

  static constexpr std::size_t size() noexcept { return NumElements; }
  constexpr reference operator[](std::size_t index) { return data_[index]; }
  constexpr const_reference operator[](std::size_t index) const {
    return data_[index];
  }
  constexpr iterator begin() { return data_; }
  constexpr const_iterator begin() const { return data_; }
  constexpr iterator end() { return data_ + NumElements; }
  constexpr const_iterator end() const { return data_ + NumElements; }

#define __SYCL_MARRAY_OPERATOR(OP, RESULT, ...)                                \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray<RESULT, NumElements> operator OP(const marray &a,    \
                                                           const marray &b) {  \
    marray<RESULT, NumElements> result;                                        \
    for (std::size_t i = 0; i < NumElements; ++i)                              \
      result[i] = static_cast<RESULT>(a[i] OP b[i]);                           \
    return result;                                                             \
  }                                                                            \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray<RESULT, NumElements> operator OP(const marray &a,    \
                                                           const DataT &b) {   \
    return a OP marray(b);                                                     \
  }                                                                            \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray<RESULT, NumElements> operator OP(const DataT &a,     \
                                                           const marray &b) {  \
    return marray(a) OP b;                                                     \
  }
#define __SYCL_MARRAY_ARITHMETIC(OP, ...)                                      \
  __SYCL_MARRAY_OPERATOR(OP, DataT, __VA_ARGS__)                               \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray &operator OP##=(marray &a, const marray &b) {        \
    return a = a OP b;                                                         \
  }                                                                            \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray &operator OP##=(marray &a, const DataT &b) {         \
    return a = a OP b;                                                         \
  }
  __SYCL_MARRAY_ARITHMETIC(+, true)
  __SYCL_MARRAY_ARITHMETIC(-, true)
  __SYCL_MARRAY_ARITHMETIC(*, true)
  __SYCL_MARRAY_ARITHMETIC(/, true)
  __SYCL_MARRAY_ARITHMETIC(%, detail::has_bits_v<T>)
  __SYCL_MARRAY_ARITHMETIC(&, detail::has_bits_v<T>)
  __SYCL_MARRAY_ARITHMETIC(|, detail::has_bits_v<T>)
  __SYCL_MARRAY_ARITHMETIC(^, detail::has_bits_v<T>)
  __SYCL_MARRAY_ARITHMETIC(<<, detail::has_bits_v<T>)
  __SYCL_MARRAY_ARITHMETIC(>>, detail::has_bits_v<T>)
  __SYCL_MARRAY_OPERATOR(&&, bool, detail::has_order_v<T>)
  __SYCL_MARRAY_OPERATOR(||, bool, detail::has_order_v<T>)
  __SYCL_MARRAY_OPERATOR(==, bool, true)
  __SYCL_MARRAY_OPERATOR(!=, bool, true)
  __SYCL_MARRAY_OPERATOR(<, bool, detail::has_order_v<T>)
  __SYCL_MARRAY_OPERATOR(>, bool, detail::has_order_v<T>)
  __SYCL_MARRAY_OPERATOR(<=, bool, detail::has_order_v<T>)
  __SYCL_MARRAY_OPERATOR(>=, bool, detail::has_order_v<T>)
#undef __SYCL_MARRAY_OPERATOR
#undef __SYCL_MARRAY_ARITHMETIC

#define __SYCL_MARRAY_UNARY(OP, RESULT, ...)                                   \
  template <typename T = DataT, typename = std::enable_if_t<(__VA_ARGS__)>>    \
  friend constexpr marray<RESULT, NumElements> operator OP(const marray &a) {  \
    marray<RESULT, NumElements> result;                                        \
    for (std::size_t i = 0; i < NumElements; ++i)                              \
      result[i] = static_cast<RESULT>(OP a[i]);                                \
    return result;                                                             \
  }
  __SYCL_MARRAY_UNARY(+, DataT, true)
  __SYCL_MARRAY_UNARY(-, DataT, true)
  __SYCL_MARRAY_UNARY(~, DataT, detail::has_bits_v<T>)
  __SYCL_MARRAY_UNARY(!, bool, detail::has_order_v<T>)
#undef __SYCL_MARRAY_UNARY

#define __SYCL_MARRAY_STEP(OP, BY)                                             \
  template <typename T = DataT,                                                \
            typename = std::enable_if_t<detail::has_order_v<T>>>               \
  friend constexpr marray &operator OP(marray &a) {                            \
    return a BY DataT(1);                                                      \
  }                                                                            \
  template <typename T = DataT,                                                \
            typename = std::enable_if_t<detail::has_order_v<T>>>               \
  friend constexpr marray operator OP(marray &a, int) {                        \
    const marray old = a;                                                      \
    a BY DataT(1);                                                             \
    return old;                                                                \
  }
  __SYCL_MARRAY_STEP(++, +=)
  __SYCL_MARRAY_STEP(--, -=)
#undef __SYCL_MARRAY_STEP

private:
  template <typename T>
  constexpr void append(std::size_t &next, const T &source) {
    if constexpr (detail::is_nonscalar_v<T>) {
      for (std::size_t i = 0; i < T::size(); ++i)
        data_[next++] = source[i];
    } else {
      data_[next++] = static_cast<DataT>(source);
    }
  }

  DataT data_[NumElements];
};

template <typename First, typename... Rest,
          typename = std::enable_if_t<(std::is_same_v<First, Rest> && ...)>>
marray(First, Rest...) -> marray<First, 1 + sizeof...(Rest)>;

#define __SYCL_MARRAY_ALIASES(NAME, TYPE)                                      \
  using m##NAME##2 = marray<TYPE, 2>;                                          \
  using m##NAME##3 = marray<TYPE, 3>;                                          \
  using m##NAME##4 = marray<TYPE, 4>;                                          \
  using m##NAME##8 = marray<TYPE, 8>;                                          \
  using m##NAME##16 = marray<TYPE, 16>;
__SYCL_MARRAY_ALIASES(char, signed char)
__SYCL_MARRAY_ALIASES(uchar, unsigned char)
__SYCL_MARRAY_ALIASES(short, short)
__SYCL_MARRAY_ALIASES(ushort, unsigned short)
__SYCL_MARRAY_ALIASES(int, int)
__SYCL_MARRAY_ALIASES(uint, unsigned)
__SYCL_MARRAY_ALIASES(long, long)
__SYCL_MARRAY_ALIASES(ulong, unsigned long)
__SYCL_MARRAY_ALIASES(half, half)
__SYCL_MARRAY_ALIASES(float, float)
__SYCL_MARRAY_ALIASES(double, double)
__SYCL_MARRAY_ALIASES(bool, bool)
#undef __SYCL_MARRAY_ALIASES

} // namespace _V1
} // namespace sycl
