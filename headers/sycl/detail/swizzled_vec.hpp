// The swizzles of sycl::vec (SYCL 2020, 4.14.2.4): some elements of a vec in
// some order, read as a vec of their own and written through. They live as long
// as the expression that made them, and cannot be copied.
#pragma once

#include <sycl/vec.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Vec is const for a view that only reads. An index of -1 is the undefined
/// fourth element of three: what is written there is lost.
template <typename Vec, typename Result, int... Indexes>
class swizzled_vec
    : public vec_operations<swizzled_vec<Vec, Result, Indexes...>,
                            typename Result::value_type,
                            static_cast<int>(sizeof...(Indexes))>,
      public element_conversion<swizzled_vec<Vec, Result, Indexes...>,
                                typename Result::value_type,
                                static_cast<int>(sizeof...(Indexes))> {
  using element = typename Result::value_type;
  using reference =
      std::conditional_t<std::is_const_v<Vec>, const element &, element &>;
  static constexpr int count = sizeof...(Indexes);

  static constexpr bool has_repeated_elements() noexcept {
    const int indexes[] = {Indexes...};
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < i; ++j)
        if (indexes[i] == indexes[j])
          return true;
    return false;
  }

public:
  static constexpr bool is_writable =
      !std::is_const_v<Vec> && !has_repeated_elements();

  constexpr explicit swizzled_vec(Vec &v) noexcept : vec_(v) {}
  swizzled_vec(const swizzled_vec &) = delete;

  constexpr operator Result() const noexcept {
    return Result(vec_[Indexes < 0 ? 0 : Indexes]...);
  }
  constexpr reference operator[](int index) const noexcept {
    // A fold and not a table: a table would be a global in device code.
    int chosen = 0, position = 0;
    ((chosen = position++ == index && Indexes >= 0 ? Indexes : chosen), ...);
    return vec_[chosen];
  }

  template <int Index> constexpr reference pick() const noexcept {
    return vec_.template pick<nth(Index)>();
  }
  template <int... I> constexpr auto view() const noexcept {
    return swizzled_vec<Vec, vec<element, sizeof...(I)>, nth(I)...>(vec_);
  }

  constexpr const swizzled_vec &operator=(const swizzled_vec &other) const {
    static_assert(is_writable, "a constant vec cannot be assigned to, nor a "
                               "swizzle that repeats elements");
    return assign(static_cast<Result>(other));
  }
  template <typename V, int... I,
            typename = std::enable_if_t<
                has_elements<swizzled_vec<V, Result, I...>, element, count> &&
                is_writable>>
  constexpr const swizzled_vec &
  operator=(const swizzled_vec<V, Result, I...> &other) const noexcept {
    return assign(static_cast<Result>(other));
  }
  template <bool Writable = is_writable, std::enable_if_t<Writable, int> = 0>
  constexpr const swizzled_vec &operator=(const Result &other) const noexcept {
    return assign(Result(other)); // which may be the vec that this is a view of
  }
  template <bool Writable = is_writable, std::enable_if_t<Writable, int> = 0>
  constexpr const swizzled_vec &operator=(const element &value) const noexcept {
    return assign(Result(value));
  }

  template <bool Writable = is_writable, std::enable_if_t<Writable, int> = 0>
  void load(std::size_t offset, const element *pointer) const noexcept {
    Result loaded;
    loaded.load(offset, pointer);
    assign(loaded);
  }
  template <typename T, access::address_space Space,
            access::decorated Decorated, bool Writable = is_writable,
            typename = std::enable_if_t<
                std::is_same_v<std::remove_const_t<T>, element> && Writable>>
  void load(std::size_t offset,
            multi_ptr<T, Space, Decorated> pointer) const noexcept {
    load(offset, pointer.get_raw());
  }

private:
  static constexpr int nth(int n) noexcept {
    const int indexes[] = {Indexes...};
    return n < 0 || n >= count ? -1 : indexes[n];
  }
  template <int Index>
  constexpr void assign_element(const element &value) const noexcept {
    if constexpr (Index >= 0)
      vec_[Index] = value;
  }
  constexpr const swizzled_vec &assign(const Result &values) const noexcept {
    int next = 0;
    (assign_element<Indexes>(values[next++]), ...);
    return *this;
  }

  Vec &vec_;
};

/// The vec of a swizzle's elements.
template <typename T> using swizzle_result = typename elements_of<T>::plain;

/// T beside a swizzle with the given vec of results, as what the vec's
/// operators take; a SFINAE error for what is no operand.
template <typename T, typename Result>
using swizzle_operand = std::enable_if_t<
    has_elements<T, element_t<Result>, Result::size()> ||
        (std::is_convertible_v<T, element_t<Result>> && !is_swizzle<T>::value),
    std::conditional_t<has_elements<T, element_t<Result>, Result::size()>,
                       Result, element_t<Result>>>;

// The operators are those of the vecs. Templates over the operands' own types
// match exactly, so that neither the vec's operators nor, for one element, the
// built-in ones are as good. Found by their arguments only.
#define __SYCL_SWIZZLE_OPERATOR(OP)                                            \
  template <typename V, typename R, int... I, typename T>                      \
  constexpr auto operator OP(const swizzled_vec<V, R, I...> &a,                \
                             const T &b) noexcept                              \
      ->decltype(std::declval<const R &>()                                     \
                     OP std::declval<const swizzle_operand<T, R> &>()) {       \
    return static_cast<R>(a) OP static_cast<swizzle_operand<T, R>>(b);         \
  }                                                                            \
  template <typename V, typename R, int... I, typename T,                      \
            typename = std::enable_if_t<!is_swizzle<T>::value>>                \
  constexpr auto operator OP(const T &a,                                       \
                             const swizzled_vec<V, R, I...> &b) noexcept       \
      ->decltype(std::declval<const swizzle_operand<T, R> &>()                 \
                     OP std::declval<const R &>()) {                           \
    return static_cast<swizzle_operand<T, R>>(a) OP static_cast<R>(b);         \
  }
#define __SYCL_SWIZZLE_ARITHMETIC(OP)                                          \
  __SYCL_SWIZZLE_OPERATOR(OP)                                                  \
  template <                                                                   \
      typename V, typename R, int... I, typename T,                            \
      typename = std::enable_if_t<swizzled_vec<V, R, I...>::is_writable>,      \
      typename = decltype(std::declval<const R &>() OP                         \
                              std::declval<const swizzle_operand<T, R> &>())>  \
  constexpr const swizzled_vec<V, R, I...> &operator OP##=(                    \
      const swizzled_vec<V, R, I...> &a, const T &b) noexcept {                \
    return a = static_cast<R>(a) OP static_cast<swizzle_operand<T, R>>(b);     \
  }
__SYCL_SWIZZLE_ARITHMETIC(+)
__SYCL_SWIZZLE_ARITHMETIC(-)
__SYCL_SWIZZLE_ARITHMETIC(*)
__SYCL_SWIZZLE_ARITHMETIC(/)
__SYCL_SWIZZLE_ARITHMETIC(%)
__SYCL_SWIZZLE_ARITHMETIC(&)
__SYCL_SWIZZLE_ARITHMETIC(|)
__SYCL_SWIZZLE_ARITHMETIC(^)
__SYCL_SWIZZLE_ARITHMETIC(<<)
__SYCL_SWIZZLE_ARITHMETIC(>>)
__SYCL_SWIZZLE_OPERATOR(&&)
__SYCL_SWIZZLE_OPERATOR(||)
__SYCL_SWIZZLE_OPERATOR(==)
__SYCL_SWIZZLE_OPERATOR(!=)
__SYCL_SWIZZLE_OPERATOR(<)
__SYCL_SWIZZLE_OPERATOR(>)
__SYCL_SWIZZLE_OPERATOR(<=)
__SYCL_SWIZZLE_OPERATOR(>=)
#undef __SYCL_SWIZZLE_ARITHMETIC
#undef __SYCL_SWIZZLE_OPERATOR

#define __SYCL_SWIZZLE_UNARY(OP)                                               \
  template <typename V, typename R, int... I>                                  \
  constexpr auto operator OP(const swizzled_vec<V, R, I...> &a) noexcept       \
      ->decltype(OP std::declval<const R &>()) {                               \
    return OP static_cast<R>(a);                                               \
  }
__SYCL_SWIZZLE_UNARY(+)
__SYCL_SWIZZLE_UNARY(-)
__SYCL_SWIZZLE_UNARY(~)
__SYCL_SWIZZLE_UNARY(!)
#undef __SYCL_SWIZZLE_UNARY

#define __SYCL_SWIZZLE_STEP(OP)                                                \
  template <typename V, typename R, int... I,                                  \
            typename =                                                         \
                std::enable_if_t<swizzled_vec<V, R, I...>::is_writable &&      \
                                 is_countable_element<element_t<R>>>>          \
  constexpr const swizzled_vec<V, R, I...> &operator OP##OP(                   \
      const swizzled_vec<V, R, I...> &a) noexcept {                            \
    return a = static_cast<R>(a) OP element_t<R>(1);                           \
  }                                                                            \
  template <typename V, typename R, int... I,                                  \
            typename =                                                         \
                std::enable_if_t<swizzled_vec<V, R, I...>::is_writable &&      \
                                 is_countable_element<element_t<R>>>>          \
  constexpr R operator OP##OP(const swizzled_vec<V, R, I...> &a,               \
                              int) noexcept {                                  \
    const R old = a;                                                           \
    a = static_cast<R>(a) OP element_t<R>(1);                                  \
    return old;                                                                \
  }
__SYCL_SWIZZLE_STEP(+)
__SYCL_SWIZZLE_STEP(-)
#undef __SYCL_SWIZZLE_STEP

} // namespace detail
} // namespace _V1
} // namespace sycl
