// sycl::span (SYCL 2020, 4.5.9): std::span where there is one, else as much of
// it as reductions and kernels need.
#pragma once

#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

#ifdef __cpp_lib_span
using std::dynamic_extent;
using std::span;
#else
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <typename T, std::size_t Extent = dynamic_extent> class span {
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
  template <typename Container,
            typename = std::enable_if_t<std::is_convertible_v<
                std::remove_pointer_t<
                    decltype(std::data(std::declval<Container &>()))> (*)[],
                T (*)[]>>>
  constexpr span(Container &container) noexcept
      : data_(std::data(container)), size_(std::size(container)) {}

  template <typename U, std::size_t N,
            typename = std::enable_if_t<
                std::is_convertible_v<U (*)[], T (*)[]> &&
                (Extent == dynamic_extent || Extent == N)>>
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
template <typename Container>
span(Container &)
    -> span<std::remove_pointer_t<decltype(std::data(
        std::declval<Container &>()))>>;
template <typename T> span(T *, std::size_t) -> span<T>;
#endif

} // namespace _V1
} // namespace sycl
