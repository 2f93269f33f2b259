// sycl::span (SYCL 2020, 4.5.9): std::span where there is one, else as much of
// it as reductions and kernels need.
#pragma once

#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

#ifdef __cpp_lib_span
using std::as_bytes;
using std::as_writable_bytes;
using std::dynamic_extent;
using std::span;
#else
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <typename T, std::size_t Extent = dynamic_extent> class span;

namespace detail {
/// Those whose size is part of the type have constructors of their own.
template <typename T> inline constexpr bool is_sized = false;
template <typename T, std::size_t N>
inline constexpr bool is_sized<std::array<T, N>> = true;
template <typename T, std::size_t N>
inline constexpr bool is_sized<span<T, N>> = true;

template <typename From, typename To, typename Container>
using require_span_of = std::enable_if_t<
    std::is_convertible_v<std::remove_pointer_t<From> (*)[], To (*)[]> &&
    !is_sized<std::remove_const_t<Container>>>;
template <typename From, std::size_t N, typename To, std::size_t Extent>
using require_sized_span =
    std::enable_if_t<std::is_convertible_v<From (*)[], To (*)[]> &&
                     (Extent == dynamic_extent || N == dynamic_extent ||
                      Extent == N)>;
} // namespace detail

template <typename T, std::size_t Extent> class span {
public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;
  using const_pointer = const T *;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr std::size_t extent = Extent;

  template <std::size_t E = Extent,
            typename = std::enable_if_t<E == dynamic_extent || E == 0>>
  constexpr span() noexcept {}
  constexpr span(T *data, std::size_t size) noexcept
      : data_(data), size_(size) {}
  constexpr span(T *first, T *last) noexcept
      : data_(first), size_(static_cast<std::size_t>(last - first)) {}
  template <std::size_t N, typename = std::enable_if_t<
                               Extent == dynamic_extent || Extent == N>>
  constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
  template <typename U, std::size_t N,
            typename = detail::require_sized_span<U, N, T, Extent>>
  constexpr span(std::array<U, N> &array) noexcept
      : data_(array.data()), size_(N) {}
  template <typename U, std::size_t N,
            typename = detail::require_sized_span<const U, N, T, Extent>>
  constexpr span(const std::array<U, N> &array) noexcept
      : data_(array.data()), size_(N) {}
  template <typename Container,
            typename = detail::require_span_of<
                decltype(std::data(std::declval<Container &>())), T, Container>>
  constexpr span(Container &container) noexcept
      : data_(std::data(container)), size_(std::size(container)) {}
  /// Of constant elements, also of a container that is an argument itself.
  template <
      typename Container,
      typename = detail::require_span_of<
          decltype(std::data(std::declval<const Container &>())), T, Container>>
  constexpr span(const Container &container) noexcept
      : data_(std::data(container)), size_(std::size(container)) {}

  template <typename U, std::size_t N,
            typename = detail::require_sized_span<U, N, T, Extent>>
  constexpr span(const span<U, N> &other) noexcept
      : data_(other.data()), size_(other.size()) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::size_t size_bytes() const noexcept {
    return size_ * sizeof(T);
  }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
  constexpr T &front() const noexcept { return data_[0]; }
  constexpr T &back() const noexcept { return data_[size_ - 1]; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr reverse_iterator rbegin() const noexcept {
    return reverse_iterator(end());
  }
  constexpr reverse_iterator rend() const noexcept {
    return reverse_iterator(begin());
  }
  template <std::size_t N> constexpr span<T, N> first() const noexcept {
    return {data_, N};
  }
  template <std::size_t N> constexpr span<T, N> last() const noexcept {
    return {data_ + (size_ - N), N};
  }
  template <std::size_t Offset, std::size_t N = dynamic_extent>
  constexpr auto subspan() const noexcept {
    constexpr std::size_t rest =
        Extent == dynamic_extent ? dynamic_extent : Extent - Offset;
    return span<T, N == dynamic_extent ? rest : N>(
        data_ + Offset, N == dynamic_extent ? size_ - Offset : N);
  }
  constexpr span<T> first(std::size_t n) const noexcept { return {data_, n}; }
  constexpr span<T> last(std::size_t n) const noexcept {
    return {data_ + (size_ - n), n};
  }
  constexpr span<T> subspan(std::size_t offset,
                            std::size_t n = dynamic_extent) const noexcept {
    return {data_ + offset, n == dynamic_extent ? size_ - offset : n};
  }

private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

template <typename T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <typename T, std::size_t N>
span(const std::array<T, N> &) -> span<const T, N>;
template <typename Container>
span(Container &)
    -> span<std::remove_pointer_t<decltype(std::data(
        std::declval<Container &>()))>>;
template <typename T> span(T *, std::size_t) -> span<T>;

namespace detail {
template <typename T, std::size_t N>
inline constexpr std::size_t bytes_of_span = N == dynamic_extent
                                                 ? N
                                                 : N * sizeof(T);
} // namespace detail
template <typename T, std::size_t N>
span<const std::byte, detail::bytes_of_span<T, N>>
as_bytes(span<T, N> s) noexcept {
  return {reinterpret_cast<const std::byte *>(s.data()), s.size_bytes()};
}
template <typename T, std::size_t N,
          typename = std::enable_if_t<!std::is_const_v<T>>>
span<std::byte, detail::bytes_of_span<T, N>>
as_writable_bytes(span<T, N> s) noexcept {
  return {reinterpret_cast<std::byte *>(s.data()), s.size_bytes()};
}
#endif

} // namespace _V1
} // namespace sycl
