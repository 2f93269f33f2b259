// Extension sycl_ext_oneapi_dot_accumulate: the dot product of four small
// integers with as many others, added to a third number. Sums wrap around.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename A, typename B>
std::int32_t dot_accumulate(const vec<A, 4> &a, const vec<B, 4> &b,
                            std::int32_t c) noexcept {
  std::uint32_t sum = static_cast<std::uint32_t>(c);
  for (int i = 0; i < 4; ++i)
    sum += static_cast<std::uint32_t>(static_cast<std::int32_t>(a[i]) *
                                      static_cast<std::int32_t>(b[i]));
  return static_cast<std::int32_t>(sum);
}
/// The bytes of a number, the lowest first.
template <typename T>
vec<std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>, 4>
unpack_bytes(T x) noexcept {
  using byte =
      std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>;
  const std::uint32_t bits = static_cast<std::uint32_t>(x);
  return {static_cast<byte>(bits), static_cast<byte>(bits >> 8),
          static_cast<byte>(bits >> 16), static_cast<byte>(bits >> 24)};
}

} // namespace detail

namespace ext::oneapi {

#define __SYCL_DOT_ACCUMULATE(A, B)                                            \
  inline std::int32_t dot_acc(vec<A##8_t, 4> a, vec<B##8_t, 4> b,              \
                              std::int32_t c) {                                \
    return sycl::detail::dot_accumulate(a, b, c);                              \
  }                                                                            \
  inline std::int32_t dot_acc_4x8packed(A##32_t a, B##32_t b,                  \
                                        std::int32_t c) {                      \
    return sycl::detail::dot_accumulate(sycl::detail::unpack_bytes(a),         \
                                        sycl::detail::unpack_bytes(b), c);     \
  }                                                                            \
  /* As the specification spells it. */                                        \
  inline std::int32_t doc_acc_4x8packed(A##32_t a, B##32_t b,                  \
                                        std::int32_t c) {                      \
    return oneapi::dot_acc_4x8packed(a, b, c);                                 \
  }                                                                            \
  [[deprecated("use dot_acc_4x8packed")]] inline std::int32_t dot_acc(         \
      A##32_t a, B##32_t b, std::int32_t c) {                                  \
    return oneapi::dot_acc_4x8packed(a, b, c);                                 \
  }
__SYCL_DOT_ACCUMULATE(std::int, std::int)
__SYCL_DOT_ACCUMULATE(std::int, std::uint)
__SYCL_DOT_ACCUMULATE(std::uint, std::int)
__SYCL_DOT_ACCUMULATE(std::uint, std::uint)
#undef __SYCL_DOT_ACCUMULATE

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
