// Built-in functions on the host: against <cmath> where it has them, against
// wide arithmetic for the integers, and the special cases of the composites.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/math.hpp>

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace {

using sycl::half;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Real, Library) {
  EXPECT_EQ(sycl::sin(0.5f), std::sin(0.5f));
  EXPECT_EQ(sycl::pow(2.0, 0.5), std::pow(2.0, 0.5));
  EXPECT_EQ(sycl::pow(2.0f, 3), 8.0f);
  EXPECT_EQ(float(sycl::cos(half(0.0f))), 1.0f);
  EXPECT_NEAR(sycl::exp10(2.0), 100.0, 1e-12);
  EXPECT_NEAR(sycl::rsqrt(4.0), 0.5, 1e-15);
}

TEST(Real, TurnsOfPi) {
  EXPECT_EQ(sycl::sinpi(1.0), 0.0);
  EXPECT_EQ(sycl::sinpi(0.5f), 1.0f);
  EXPECT_EQ(sycl::cospi(0.5), 0.0);
  EXPECT_EQ(sycl::cospi(1e15 + 1), -1.0);
  EXPECT_NEAR(sycl::sinpi(1e6 + 0.25), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(sycl::cospi(-0.75), -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(sycl::tanpi(0.25), 1.0, 1e-15);
  EXPECT_NEAR(sycl::atan2pi(1.0, 1.0), 0.25, 1e-15);
  EXPECT_NEAR(sycl::acospi(-1.0), 1.0, 1e-15);
}

template <typename T> class Scaling : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Scaling, Reals);

TYPED_TEST(Scaling, AgreesWithTheLibrary) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  const T values[] = {T(0),
                      -T(0),
                      T(1),
                      T(-1.5),
                      T(3.14159),
                      limits::min(),
                      limits::max(),
                      limits::min() / 3,
                      limits::denorm_min(),
                      limits::denorm_min() * 5,
                      limits::infinity(),
                      -limits::infinity()};
  for (T x : values) {
    for (int n = -2300; n <= 2300; n += 7)
      ASSERT_EQ(sycl::ldexp(x, n), std::ldexp(x, n)) << x << " " << n;
    ASSERT_EQ(sycl::ldexp(x, INT_MAX), std::ldexp(x, 100000)) << x;
    ASSERT_EQ(sycl::ldexp(x, INT_MIN), std::ldexp(x, -100000)) << x;
    ASSERT_EQ(sycl::ilogb(x), std::ilogb(x)) << x;
    ASSERT_EQ(sycl::logb(x), std::logb(x)) << x;
    int mine = 7, theirs = 7;
    const T fraction = sycl::frexp(x, &mine);
    ASSERT_EQ(fraction, std::frexp(x, &theirs)) << x;
    if (std::isfinite(x)) {
      ASSERT_EQ(mine, theirs) << x;
    }
    for (T y : values)
      ASSERT_EQ(sycl::nextafter(x, y), std::nextafter(x, y)) << x << " " << y;
  }
}

TYPED_TEST(Scaling, SubnormalResultsRoundOnce) {
  using T = TypeParam;
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const T x = std::ldexp(static_cast<T>(random() >> 1),
                           -static_cast<int>(random() % 80));
    const int n = std::numeric_limits<T>::min_exponent - 60 +
                  static_cast<int>(random() % 80);
    ASSERT_EQ(sycl::ldexp(x, n), std::ldexp(x, n)) << x << " " << n;
  }
}

// SYCL lays down seven bits of the quotient; the C library's remquo gives three.
TYPED_TEST(Scaling, RemquoGivesSevenBits) {
  using T = TypeParam;
  bool beyond_three_bits = false;
  std::mt19937_64 random(11);
  for (int i = 0; i < 20000; ++i) {
    const T x = static_cast<T>(static_cast<std::int64_t>(random())) *
                std::ldexp(T(1), -static_cast<int>(random() % 64));
    const T y = static_cast<T>(static_cast<std::int64_t>(random())) *
                std::ldexp(T(1), -static_cast<int>(random() % 64));
    int quotient = 0;
    const T rest = std::remainder(x, y);
    ASSERT_EQ(sycl::remquo(x, y, &quotient), rest);
    const long double b = std::fabs(y);
    const long double left = std::fmod(std::fabs(static_cast<long double>(x)),
                                       128 * b) -
                             (x < 0 ? -rest : rest);
    const int expected = static_cast<int>(std::rint(left / b)) % 128;
    ASSERT_EQ(quotient, (x < 0) != (y < 0) ? -expected : expected)
        << x << " " << y;
    beyond_three_bits |= expected > 7;
  }
  EXPECT_TRUE(beyond_three_bits);
}

TEST(Real, SpecialCases) {
  EXPECT_EQ(sycl::fdim(5.0, 3.0), 2.0);
  EXPECT_EQ(sycl::fdim(3.0, 5.0), 0.0);
  EXPECT_TRUE(std::isnan(sycl::fdim(std::nan(""), 1.0)));
  EXPECT_EQ(sycl::maxmag(-3.0, 2.0), -3.0);
  EXPECT_EQ(sycl::minmag(-3.0, 2.0), 2.0);
  EXPECT_EQ(sycl::maxmag(-3.0, 3.0), 3.0);
  EXPECT_EQ(sycl::pown(-2.0, 3), -8.0);
  EXPECT_EQ(sycl::pown(-0.0, -3), -infinity);
  EXPECT_EQ(sycl::pown(std::nan(""), 0), 1.0);
  EXPECT_TRUE(std::isnan(sycl::powr(-1.0, 2.0)));
  EXPECT_TRUE(std::isnan(sycl::powr(0.0, 0.0)));
  EXPECT_EQ(sycl::powr(-0.0, 3.0), 0.0);
  EXPECT_EQ(sycl::powr(2.0, 3.0), 8.0);
  EXPECT_DOUBLE_EQ(sycl::rootn(-27.0, 3), -3.0);
  EXPECT_NEAR(sycl::rootn(32.0, 5), 2.0, 1e-15);
  EXPECT_TRUE(std::isnan(sycl::rootn(-4.0, 2)));
  EXPECT_EQ(sycl::rootn(0.0, -5), infinity);
  double whole = 0;
  EXPECT_EQ(sycl::fract(-0.25, &whole), 0.75);
  EXPECT_EQ(whole, -1.0);
  EXPECT_LT(sycl::fract(-1e-300, &whole), 1.0);
  EXPECT_EQ(sycl::modf(-3.5, &whole), -0.5);
  EXPECT_EQ(whole, -3.0);
  EXPECT_EQ(sycl::modf(infinity, &whole), 0.0);
  EXPECT_EQ(whole, infinity);
  int sign = 0;
  sycl::lgamma_r(-0.5, &sign);
  EXPECT_EQ(sign, -1);
  sycl::lgamma_r(-1.5, &sign);
  EXPECT_EQ(sign, 1);
  sycl::lgamma_r(2.5, &sign);
  EXPECT_EQ(sign, 1);
  float cosine = 0;
  EXPECT_EQ(sycl::sincos(0.25f, &cosine), std::sin(0.25f));
  EXPECT_EQ(cosine, std::cos(0.25f));
  EXPECT_TRUE(std::isnan(sycl::nan(5u)));
  EXPECT_EQ(sycl::fma(half(2.0f), half(3.0f), half(1.0f)), half(7.0f));
  EXPECT_EQ(float(sycl::nextafter(half(1.0f), half(2.0f))), 1.0f + 0x1p-10f);
}

TEST(Real, VecAndMarray) {
  const sycl::float4 v(0.0f, 0.25f, 0.5f, 1.0f);
  EXPECT_EQ(sycl::sqrt(v).y(), 0.5f);
  EXPECT_EQ(sycl::sqrt(v.zw()).y(), 1.0f);
  EXPECT_EQ(sycl::fmax(v, 0.3f).y(), 0.3f);
  EXPECT_EQ(sycl::fmax(v.lo(), v.hi()).x(), 0.5f);
  EXPECT_EQ(sycl::ldexp(v, 2).w(), 4.0f);
  EXPECT_EQ(sycl::ldexp(v, sycl::int4(0, 1, 2, 3)).w(), 8.0f);
  sycl::int4 exponents;
  EXPECT_EQ(sycl::frexp(v, &exponents).w(), 0.5f);
  EXPECT_EQ(exponents.w(), 1);
  const sycl::marray<double, 3> m(4.0, 9.0, 16.0);
  EXPECT_EQ(sycl::sqrt(m)[2], 4.0);
  EXPECT_EQ(sycl::pow(m, m)[0], 256.0);
  EXPECT_EQ(sycl::native::exp(sycl::float2(0.0f)).x(), 1.0f);
  EXPECT_EQ(sycl::half_precision::sin(0.5f), std::sin(0.5f));
}

TEST(Common, Functions) {
  EXPECT_EQ(sycl::clamp(5, 1, 3), 3);
  EXPECT_EQ(sycl::clamp(0.5f, 1.0f, 3.0f), 1.0f);
  EXPECT_EQ(sycl::max(1u, 2u), 2u);
  EXPECT_EQ(sycl::min(sycl::int2(1, 5), 3).y(), 3);
  EXPECT_NEAR(sycl::degrees(sycl::radians(90.0)), 90.0, 1e-13);
  EXPECT_EQ(sycl::mix(1.0f, 3.0f, 0.5f), 2.0f);
  EXPECT_EQ(sycl::step(1.0f, sycl::float2(0.5f, 1.5f)).y(), 1.0f);
  EXPECT_EQ(sycl::smoothstep(0.0, 1.0, 0.5), 0.5);
  EXPECT_EQ(sycl::sign(-3.0f), -1.0f);
  EXPECT_EQ(sycl::sign(std::nanf("")), 0.0f);
  EXPECT_TRUE(std::signbit(sycl::sign(-0.0f)));
}

TEST(Geometric, Functions) {
  const sycl::float4 a(1, 2, 3, 4), b(4, 3, 2, 1);
  EXPECT_EQ(sycl::dot(a, b), 20.0f);
  EXPECT_EQ(sycl::dot(a.xy(), b.zw()), 4.0f);
  EXPECT_EQ(sycl::length(sycl::float2(3, 4)), 5.0f);
  EXPECT_EQ(sycl::distance(sycl::double2(1, 1), sycl::double2(4, 5)), 5.0);
  EXPECT_EQ(sycl::normalize(sycl::float2(3, 4)).x(), 0.6f);
  EXPECT_EQ(sycl::normalize(sycl::float2(0, 0)).x(), 0.0f);
  const auto c = sycl::cross(sycl::float3(1, 0, 0), sycl::float3(0, 1, 0));
  EXPECT_EQ(c.z(), 1.0f);
  EXPECT_EQ(sycl::cross(a, b).w(), 0.0f);
  EXPECT_EQ(sycl::length(-3.0f), 3.0f);
}

TEST(Relational, Functions) {
  const float nan = std::nanf("");
  EXPECT_TRUE(sycl::isnan(nan));
  EXPECT_FALSE(sycl::isequal(nan, nan));
  EXPECT_TRUE(sycl::isunordered(nan, 1.0f));
  EXPECT_TRUE(sycl::isinf(-infinity));
  EXPECT_FALSE(sycl::isnormal(1e-310));
  EXPECT_TRUE(sycl::signbit(-0.0));
  EXPECT_TRUE(sycl::signbit(half(-1.0f)));
  const sycl::float2 v(1.0f, nan);
  EXPECT_EQ(sycl::isnan(v).y(), -1);
  EXPECT_EQ(sycl::isnan(v).x(), 0);
  EXPECT_TRUE(sycl::any(sycl::isnan(v)));
  EXPECT_FALSE(sycl::all(sycl::isnan(v)));
  EXPECT_EQ(sycl::select(v, sycl::float2(5.0f, 6.0f), sycl::isnan(v)).y(),
            6.0f);
  EXPECT_EQ(sycl::select(1, 2, true), 2);
  EXPECT_EQ(sycl::bitselect(0x0fu, 0xf0u, 0xccu), 0xc3u);
  EXPECT_EQ(sycl::bitselect(1.0f, -2.0f, sycl::bit_cast<float>(0x80000000u)),
            -1.0f);
}

// Every pair of 8-bit numbers against exact arithmetic.
template <typename T> void check_integers() {
  using limits = std::numeric_limits<T>;
  const auto saturated = [](int x) {
    return T(x < limits::min()   ? limits::min()
             : x > limits::max() ? limits::max()
                                 : x);
  };
  for (int x = limits::min(); x <= limits::max(); ++x) {
    for (int y = limits::min(); y <= limits::max(); ++y) {
      const T a = T(x), b = T(y);
      ASSERT_EQ(sycl::add_sat(a, b), saturated(x + y));
      ASSERT_EQ(sycl::sub_sat(a, b), saturated(x - y));
      ASSERT_EQ(sycl::hadd(a, b), T((x + y) >> 1));
      ASSERT_EQ(sycl::rhadd(a, b), T((x + y + 1) >> 1));
      ASSERT_EQ(sycl::mul_hi(a, b), T((x * y) >> 8));
      ASSERT_EQ(sycl::mad_sat(a, b, T(x ^ y)), saturated(x * y + T(x ^ y)));
      ASSERT_EQ(sycl::abs_diff(a, b), T(x > y ? x - y : y - x));
    }
  }
}
TEST(Integer, EveryPairOfBytes) {
  check_integers<signed char>();
  check_integers<unsigned char>();
}

TEST(Integer, SixtyFourBits) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t x = random() >> (random() % 64);
    const std::uint64_t y = random() >> (random() % 64);
    const std::uint64_t z = random() >> (random() % 64);
    ASSERT_EQ(sycl::mul_hi(x, y),
              std::uint64_t((static_cast<unsigned __int128>(x) * y) >> 64));
    const auto sx = static_cast<std::int64_t>(random() & 1 ? x : ~x);
    const auto sy = static_cast<std::int64_t>(random() & 1 ? y : ~y);
    const auto sz = static_cast<std::int64_t>(random() & 1 ? z : ~z);
    const __int128 product = static_cast<__int128>(sx) * sy;
    ASSERT_EQ(sycl::mul_hi(sx, sy), std::int64_t(product >> 64));
    const __int128 sum = product + sz;
    const __int128 low = INT64_MIN, high = INT64_MAX;
    ASSERT_EQ(sycl::mad_sat(sx, sy, sz), std::int64_t(sum < low    ? low
                                                      : sum > high ? high
                                                                   : sum));
    const unsigned __int128 wide = static_cast<unsigned __int128>(x) * y + z;
    ASSERT_EQ(sycl::mad_sat(x, y, z),
              wide >> 64 ? UINT64_MAX : static_cast<std::uint64_t>(wide));
  }
}

TEST(Integer, Bits) {
  EXPECT_EQ(sycl::clz(std::uint8_t(1)), 7);
  EXPECT_EQ(sycl::clz(0), 32);
  EXPECT_EQ(sycl::clz(std::int64_t(-1)), 0);
  EXPECT_EQ(sycl::ctz(std::uint16_t(8)), 3);
  EXPECT_EQ(sycl::ctz(std::uint8_t(0)), 8);
  EXPECT_EQ(sycl::popcount(std::int8_t(-1)), 8);
  EXPECT_EQ(sycl::abs(-5), 5);
  EXPECT_EQ(sycl::abs(INT_MIN), INT_MIN);
  EXPECT_EQ(sycl::rotate(std::uint8_t(0x81), std::uint8_t(1)), 0x03);
  EXPECT_EQ(sycl::rotate(0x80000001u, 0u), 0x80000001u);
  EXPECT_EQ(sycl::rotate(1u, 33u), 2u);
  EXPECT_EQ(sycl::upsample(std::int8_t(-1), std::uint8_t(2)), -254);
  EXPECT_EQ(sycl::upsample(1u, 2u), 0x100000002u);
  EXPECT_EQ(sycl::mul24(-3, 5), -15);
  EXPECT_EQ(sycl::mad24(3u, 5u, 1u), 16u);
  EXPECT_EQ(sycl::abs(sycl::int2(-1, 2)).x(), 1);
}

} // namespace
