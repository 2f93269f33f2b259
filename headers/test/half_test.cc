// half: every bit pattern, rounding at the ties, mixed arithmetic, limits.
#include <sycl/half.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>

namespace {

using sycl::half;

half from_bits(unsigned bits) {
  return sycl::bit_cast<half>(static_cast<std::uint16_t>(bits));
}
unsigned bits_of(half h) { return sycl::bit_cast<std::uint16_t>(h); }

// The value a pattern stands for, from the definition of the format.
double meaning(unsigned bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const double magnitude = exponent == 0
                               ? std::ldexp(fraction, -24)
                               : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(Half, EveryFinitePattern) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00)
      continue;
    ASSERT_EQ(static_cast<float>(from_bits(bits)), meaning(bits)) << bits;
    ASSERT_EQ(bits_of(half(static_cast<float>(meaning(bits)))), bits);
    ASSERT_EQ(bits_of(half(meaning(bits))), bits);
    // The integer conversions, also where half is the compiler's own type.
    ASSERT_EQ(sycl::detail::half_bits_to_float(bits), meaning(bits));
    ASSERT_EQ(sycl::detail::float_to_half_bits(meaning(bits)), bits);
    ASSERT_EQ(sycl::detail::double_to_half_bits(meaning(bits)), bits);
  }
}

TEST(Half, RoundsToNearestEven) {
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const double low = meaning(bits), high = meaning(bits + 1);
    const double middle = (low + high) / 2;
    const unsigned even = bits & 1 ? bits + 1 : bits;
    const auto check = [](double value, unsigned expected) {
      ASSERT_EQ(bits_of(half(static_cast<float>(value))), expected) << value;
      ASSERT_EQ(sycl::detail::float_to_half_bits(static_cast<float>(value)),
                expected)
          << value;
    };
    check(middle, even);
    check(std::nextafter(static_cast<float>(middle), 0.0f), bits);
    check(std::nextafter(static_cast<float>(middle), 1e9f), bits + 1);
    // Closer to the tie than a float can say: through float it would round
    // twice.
    ASSERT_EQ(sycl::detail::double_to_half_bits(std::nextafter(middle, 0.0)),
              bits);
    ASSERT_EQ(sycl::detail::double_to_half_bits(std::nextafter(middle, 1e9)),
              bits + 1);
  }
}

TEST(Half, Overflow) {
  EXPECT_EQ(bits_of(half(65519.0f)), 0x7bffu);
  EXPECT_EQ(bits_of(half(65520.0f)), 0x7c00u);
  EXPECT_EQ(bits_of(half(-1e30f)), 0xfc00u);
  EXPECT_EQ(sycl::detail::float_to_half_bits(65519.9f), 0x7bffu);
  EXPECT_EQ(sycl::detail::float_to_half_bits(65520.0f), 0x7c00u);
  EXPECT_EQ(sycl::detail::double_to_half_bits(1e300), 0x7c00u);
  EXPECT_TRUE(std::isnan(
      static_cast<float>(half(std::numeric_limits<float>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(sycl::detail::half_bits_to_float(
      sycl::detail::float_to_half_bits(std::nanf("")))));
}

TEST(Half, Arithmetic) {
  static_assert(std::is_same_v<decltype(half() + half()), half>);
  static_assert(std::is_same_v<decltype(half() * 2), half>);
  static_assert(std::is_same_v<decltype(half() * 2.0f), float>);
  static_assert(std::is_same_v<decltype(2.0 - half()), double>);
  constexpr half three = half(1.5f) * half(2.0f);
  static_assert(three == half(3.0f) && three > 2 && three <= 3.0);
  half x = 1;
  x += 2;
  x *= half(0.5f);
  x -= half(0.25f);
  x /= half(5.0f);
  EXPECT_EQ(x, half(0.25f));
  EXPECT_EQ(x++, half(0.25f));
  EXPECT_EQ(--x, half(0.25f));
  EXPECT_EQ(bits_of(-half(0.0f)), 0x8000u);
  // 2048 + 1 is a tie and rounds down to the even 2048.
  EXPECT_EQ(half(2048.0f) + half(1.0f), half(2048.0f));
  EXPECT_EQ(half(2048.0f) + half(3.0f), half(2052.0f));
  EXPECT_FALSE(half(NAN) == half(NAN));
  bool truth = half(0.5f) < 1;
  EXPECT_TRUE(truth);
}

TEST(Half, LimitsHashAndStreams) {
  using limits = std::numeric_limits<half>;
  EXPECT_EQ(static_cast<float>(limits::max()), 65504.0f);
  EXPECT_EQ(static_cast<float>(limits::min()), 0x1p-14f);
  EXPECT_EQ(static_cast<float>(limits::denorm_min()), 0x1p-24f);
  EXPECT_EQ(static_cast<float>(limits::epsilon()), 0x1p-10f);
  EXPECT_EQ(limits::lowest(), -limits::max());
  EXPECT_TRUE(std::isinf(static_cast<float>(limits::infinity())));
  EXPECT_EQ(std::hash<half>{}(half(0.0f)), std::hash<half>{}(half(-0.0f)));
  std::stringstream stream;
  stream << half(1.5f);
  half read;
  stream >> read;
  EXPECT_EQ(read, half(1.5f));
}

} // namespace
