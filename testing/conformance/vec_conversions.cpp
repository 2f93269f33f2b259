// SYCL 2020, 4.14.2.1 and 4.14.2.5: vec::convert, every pair of element types
// in every rounding mode, against results that are computed in another manner.
#include "testing/conformance/both.h"

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

CONFORMANCE_CHAPTER("vectors");

namespace {
using sycl::rounding_mode;

/// The whole number that x becomes. On the host, with the C library.
template <rounding_mode Mode> double whole(double x) {
  if (Mode == rounding_mode::rtz)
    return std::trunc(x);
  if (Mode == rounding_mode::rtp)
    return std::ceil(x);
  if (Mode == rounding_mode::rtn)
    return std::floor(x);
  return std::nearbyint(x); // the mode of real elements, also by default
}

constexpr double samples[] = {0.0,   0.25, 0.5,   0.75, 1.0,  1.5,
                              1.75,  2.5,  3.499, 3.5,  62.5, 100.5,
                              126.5, -0.5, -1.0,  -1.5, -2.5, -3.75};
constexpr int count = sizeof samples / sizeof *samples;

/// `From` to `To`, on the host and the device, where the results fit.
template <typename From, typename To, rounding_mode Mode>
void rounds(sycl::queue &q) {
  From *in = sycl::malloc_shared<From>(count, q);
  To *out = sycl::malloc_shared<To>(count, q);
  int n = 0;
  for (const double sample : samples)
    if (sample >= 0 || std::is_signed_v<To> || !std::is_integral_v<To>)
      in[n++] = static_cast<From>(sample);
  q.parallel_for(n, [=](sycl::id<1> i) {
     const sycl::vec<From, 3> v(From(0), in[i], From(1));
     out[i] = v.template convert<To, Mode>()[1];
   }).wait();
  for (int i = 0; i < n; ++i) {
    const double exact = static_cast<double>(in[i]);
    const double wanted = std::is_integral_v<To> ? whole<Mode>(exact) : exact;
    const sycl::vec<From, 2> v(in[i]);
    const bool host =
        static_cast<double>(v.template convert<To, Mode>()[1]) == wanted;
    if (!CHECK(host) || !CHECK(static_cast<double>(out[i]) == wanted))
      std::printf("  %g to %g, not %g; mode %d, sizes %zu and %zu\n", exact,
                  static_cast<double>(out[i]), wanted, int(Mode), sizeof(From),
                  sizeof(To));
  }
  sycl::free(in, q);
  sycl::free(out, q);
}
template <typename From, typename To> void rounds_in_all(sycl::queue &q) {
  rounds<From, To, rounding_mode::automatic>(q);
  rounds<From, To, rounding_mode::rte>(q);
  rounds<From, To, rounding_mode::rtz>(q);
  rounds<From, To, rounding_mode::rtp>(q);
  rounds<From, To, rounding_mode::rtn>(q);
}
template <typename From> void rounds_to_all(sycl::queue &q) {
  rounds_in_all<From, std::int8_t>(q);
  rounds_in_all<From, std::uint8_t>(q);
  rounds_in_all<From, std::int16_t>(q);
  rounds_in_all<From, std::uint32_t>(q);
  rounds_in_all<From, std::int32_t>(q);
  rounds_in_all<From, std::int64_t>(q);
  rounds_in_all<From, std::uint64_t>(q);
}

/// What is next to x, up or down, when Mode excludes the other side of value.
template <typename From, typename To, rounding_mode Mode>
void narrows(sycl::queue &q, From value, To wanted) {
  const sycl::vec<From, 2> v(value);
  To *out = sycl::malloc_shared<To>(1, q);
  q.single_task([=] { *out = v.template convert<To, Mode>()[0]; }).wait();
  CHECK(v.template convert<To, Mode>()[1] == wanted);
  CHECK(*out == wanted);
  sycl::free(out, q);
}
} // namespace

SECTION(convert_float) { rounds_to_all<float>(q); }

SECTION(convert_double) {
  NEED(fp64);
  rounds_to_all<double>(q);
  using limits = std::numeric_limits<float>;
  const double above = 1.0 + 0x1p-30, below = 1.0 - 0x1p-30;
  const float up = 1.0f + limits::epsilon(),
              down = 1.0f - limits::epsilon() / 2;
  narrows<double, float, rounding_mode::automatic>(q, above, 1.0f);
  narrows<double, float, rounding_mode::rte>(q, below, 1.0f);
  narrows<double, float, rounding_mode::rtp>(q, above, up);
  narrows<double, float, rounding_mode::rtn>(q, above, 1.0f);
  narrows<double, float, rounding_mode::rtz>(q, above, 1.0f);
  narrows<double, float, rounding_mode::rtp>(q, below, 1.0f);
  narrows<double, float, rounding_mode::rtn>(q, below, down);
  narrows<double, float, rounding_mode::rtz>(q, -above, -1.0f);
  narrows<double, float, rounding_mode::rtn>(q, -above, -up);
  narrows<std::int64_t, double, rounding_mode::rtp>(q, (1LL << 53) + 1,
                                                    0x1p53 + 2);
  narrows<std::int64_t, double, rounding_mode::rtz>(q, (1LL << 53) + 1, 0x1p53);
}

SECTION(convert_half) {
  NEED(fp16);
  rounds_in_all<sycl::half, std::int16_t>(q);
  rounds_in_all<sycl::half, std::uint8_t>(q);
  rounds_in_all<sycl::half, std::int64_t>(q);
  using sycl::half;
  narrows<float, half, rounding_mode::automatic>(q, 2049.0f, 2048.0f);
  narrows<float, half, rounding_mode::rtp>(q, 2049.0f, 2050.0f);
  narrows<float, half, rounding_mode::rtn>(q, -2049.0f, -2050.0f);
  narrows<float, half, rounding_mode::rtz>(q, -2049.0f, -2048.0f);
  narrows<int, half, rounding_mode::rtp>(q, 2049, 2050.0f);
}

// Integers that become real numbers, and integers that become others.
SECTION(convert_integers) {
  const int odd = 16777217; // needs 25 bits
  narrows<int, float, rounding_mode::automatic>(q, odd, 16777216.0f);
  narrows<int, float, rounding_mode::rte>(q, odd + 2, 16777220.0f);
  narrows<int, float, rounding_mode::rtp>(q, odd, 16777218.0f);
  narrows<int, float, rounding_mode::rtn>(q, -odd, -16777218.0f);
  narrows<int, float, rounding_mode::rtz>(q, -odd, -16777216.0f);
  narrows<std::uint64_t, float, rounding_mode::rtz>(q, ~std::uint64_t(0),
                                                    0x1.fffffep63f);
  narrows<std::uint64_t, float, rounding_mode::rtp>(q, ~std::uint64_t(0),
                                                    0x1p64f);
  conformance::both(q, 5, [](bool *ok) {
    using conformance::is;
    ok[0] = is(sycl::int2(300, -1).convert<std::uint8_t>(), 44, 255);
    ok[1] = is(sycl::int2(300, -1).convert<std::int64_t, rounding_mode::rtp>(),
               300, -1);
    ok[2] = is(sycl::float2(0.25f, 0).convert<bool>(), true, false);
    ok[3] = is(sycl::vec<bool, 2>(true, false).convert<float>(), 1, 0);
    ok[4] = is(sycl::int2(7, 0).convert<std::byte>(), 7, 0);
  });
}
