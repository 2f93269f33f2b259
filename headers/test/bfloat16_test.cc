// bfloat16: every bit pattern, rounding at the ties, mixed arithmetic, fma
// rounded once, limits.
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/bfloat16_math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <sstream>
#include <type_traits>
#include <unordered_map>

namespace {

using sycl::half;
using sycl::ext::oneapi::bfloat16;
namespace exp1 = sycl::ext::oneapi::experimental;

bfloat16 from_bits(unsigned bits) {
  return sycl::bit_cast<bfloat16>(static_cast<std::uint16_t>(bits));
}
unsigned bits_of(bfloat16 b) { return sycl::bit_cast<std::uint16_t>(b); }

// The value a pattern stands for, from the definition of the format.
double meaning(unsigned bits) {
  const int exponent = (bits >> 7) & 255;
  const int fraction = bits & 127;
  const double magnitude = exponent == 0
                               ? std::ldexp(fraction, -133)
                               : std::ldexp(128 + fraction, exponent - 134);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(BFloat16, EveryFinitePattern) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7f80) == 0x7f80)
      continue;
    ASSERT_EQ(static_cast<float>(from_bits(bits)), meaning(bits)) << bits;
    ASSERT_EQ(bits_of(bfloat16(static_cast<float>(meaning(bits)))), bits);
    ASSERT_EQ(bits_of(bfloat16(meaning(bits))), bits);
    ASSERT_EQ(bits_of(-from_bits(bits)), bits ^ 0x8000);
    ASSERT_EQ(static_cast<bool>(from_bits(bits)), meaning(bits) != 0);
  }
}

TEST(BFloat16, RoundsToNearestEven) {
  for (unsigned bits = 0; bits < 0x7f7f; ++bits) {
    const double middle = (meaning(bits) + meaning(bits + 1)) / 2;
    const unsigned even = bits & 1 ? bits + 1 : bits;
    const float tie = static_cast<float>(middle);
    ASSERT_EQ(tie, middle);
    for (const unsigned sign : {0u, 0x8000u}) {
      const float s = sign ? -1.0f : 1.0f;
      ASSERT_EQ(bits_of(bfloat16(s * tie)), sign | even) << middle;
      ASSERT_EQ(bits_of(bfloat16(s * std::nextafter(tie, 0.0f))), sign | bits);
      ASSERT_EQ(bits_of(bfloat16(s * std::nextafter(tie, 0x1.fffffep127f))),
                sign | (bits + 1));
      // Closer to the tie than a float can say: through float it would round
      // twice.
      ASSERT_EQ(bits_of(bfloat16(s * std::nextafter(middle, 0.0))),
                sign | bits);
      ASSERT_EQ(bits_of(bfloat16(s * std::nextafter(middle, 1e39))),
                sign | (bits + 1));
    }
  }
}

TEST(BFloat16, Integers) {
  static_assert(bfloat16(257) == 256.0f && bfloat16(259) == 260.0f);
  // Above a tie by less than a float tells.
  EXPECT_EQ(float(bfloat16(0x4040'0001)), 0x1.02p30f);
  EXPECT_EQ(float(bfloat16(0x4040'0000)), 0x1p30f);
  EXPECT_EQ(float(bfloat16(-0x4040'0001)), -0x1.02p30f);
  EXPECT_EQ(float(bfloat16(0x8080'0000'0000'0001u)), 0x1.02p63f);
  EXPECT_EQ(float(bfloat16(0x8080'0000'0000'0000u)), 0x1p63f);
  EXPECT_EQ(float(bfloat16(std::numeric_limits<std::int64_t>::min())),
            -0x1p63f);
  EXPECT_EQ(float(bfloat16(std::numeric_limits<std::uint64_t>::max())),
            0x1p64f);
  EXPECT_EQ(float(bfloat16(true)), 1.0f);
  EXPECT_EQ(float(bfloat16('a')), 96.0f + 1);
}

TEST(BFloat16, NotNumbersAndInfinities) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(bits_of(bfloat16(inf)), 0x7f80u);
  EXPECT_EQ(bits_of(bfloat16(-inf)), 0xff80u);
  EXPECT_EQ(bits_of(bfloat16(std::numeric_limits<float>::max())), 0x7f80u);
  EXPECT_EQ(bits_of(bfloat16(1e300)), 0x7f80u);
  EXPECT_EQ(bits_of(bfloat16(-0.0f)), 0x8000u);
  EXPECT_EQ(bits_of(bfloat16(1e-300)), 0u);
  EXPECT_EQ(bits_of(bfloat16(-1e-300)), 0x8000u);
  // Every NaN stays one, however far down its bits are.
  for (unsigned i = 0; i < 23; ++i)
    for (const std::uint32_t sign : {0u, 0x80000000u}) {
      const bfloat16 b(sycl::bit_cast<float>(sign | 0x7f800000u | (1u << i)));
      EXPECT_TRUE(exp1::isnan(b)) << i;
      EXPECT_EQ(bits_of(b) & 0x8040u, (sign >> 16) | 0x40u);
      EXPECT_FALSE(b == b);
      EXPECT_TRUE(b != b);
    }
  EXPECT_FALSE(exp1::isnan(bfloat16(inf)));
  EXPECT_TRUE(exp1::isnan(bfloat16(std::nan(""))));
}

TEST(BFloat16, Half) {
  const half h = 1.5f;
  const bfloat16 b(h), c = h;
  bfloat16 d = 1.0f;
  d = h;
  const half back = b, again(c), cast = static_cast<half>(d);
  EXPECT_TRUE(back == h && again == h && cast == h);
  half assigned = 0.0f;
  assigned = b;
  EXPECT_TRUE(assigned == h);
  static_assert(std::is_same_v<decltype(b + h), bfloat16> &&
                std::is_same_v<decltype(h * b), bfloat16>);
  EXPECT_TRUE(b == h && h == b && !(h < b));
  EXPECT_EQ(float(h + b), 3.0f);
}

TEST(BFloat16, Arithmetic) {
  bfloat16 b = 3.0f;
  static_assert(std::is_same_v<decltype(b + b), bfloat16> &&
                std::is_same_v<decltype(b + 1), bfloat16> &&
                std::is_same_v<decltype(1.0 / b), bfloat16> &&
                std::is_same_v<decltype(-b), bfloat16>);
  // The other operand is not rounded before.
  EXPECT_EQ(float(b + 1.00390625f), 4.0f);
  EXPECT_EQ(float(bfloat16(256.0f) - 255.5f), 0.5f);
  EXPECT_EQ(float(255.5f - bfloat16(256.0f)), -0.5f);
  bfloat16 c = 256.0f;
  c -= 255.5f;
  EXPECT_EQ(float(c), 0.5f);
  EXPECT_EQ(float(b++), 3.0f);
  EXPECT_EQ(float(++b), 5.0f);
  EXPECT_EQ(float(b--), 5.0f);
  EXPECT_EQ(float(--b), 3.0f);
  b += bfloat16(1.0f);
  b *= 2;
  b /= bfloat16(4.0f);
  EXPECT_EQ(float(b), 2.0f);
  float f = 1;
  f += b;
  double d = 1;
  d *= b;
  EXPECT_EQ(f, 3.0f);
  EXPECT_EQ(d, 2.0);
  EXPECT_TRUE(b == 2 && 2.0 == b && b < 2.5f && 1u <= b && b != 3 && 3 > b);
  const int i = b;
  const bool truth = b;
  EXPECT_EQ(i, 2);
  EXPECT_TRUE(truth && !bfloat16(-0.0f));
  static_assert(bfloat16(1.5f) * bfloat16(2.0f) - 1 == bfloat16(2));
}

// Operations are rounded correctly, also where results are subnormal.
TEST(BFloat16, CorrectlyRounded) {
  std::mt19937 random(7);
  for (int n = 0; n < 2'000'000; ++n) {
    unsigned x = random() & 0xffff, y = random() & 0xffff;
    if (n % 2) { // small results
      x &= 0x9fff;
      y = (y & 0x9fff) | 0x2000;
    }
    const bfloat16 a = from_bits(x), b = from_bits(y);
    const double da = float(a), db = float(b);
    const auto same = [&](bfloat16 got, double exact, const char *what) {
      const bfloat16 wanted(exact);
      ASSERT_TRUE(bits_of(got) == bits_of(wanted) ||
                  (exp1::isnan(got) && exp1::isnan(wanted)))
          << what << " " << x << " " << y;
    };
    same(a * b, da * db, "*");
    // In double not exact, but far more so than a tie needs.
    same(a / b, da / db, "/");
    same(exp1::sqrt(a), std::sqrt(da), "sqrt");
    if (std::fabs(std::fabs(std::log2(std::fabs(da / db)))) < 40)
      same(a + b, da + db, "+");
  }
}

#ifdef __SIZEOF_FLOAT128__
// Compared with quadruple precision, where it is exact.
TEST(BFloat16, FusedMultiplyAdd) {
  using real = __float128;
  std::mt19937 random(11);
  const auto check = [](unsigned x, unsigned y, unsigned z) {
    const bfloat16 a = from_bits(x), b = from_bits(y), c = from_bits(z);
    const real product = static_cast<real>(float(a)) * float(b);
    const real sum = product + static_cast<real>(float(c));
    // To odd, then to double. What the sum has no room for is far away.
    double near = static_cast<double>(sum);
    std::uint64_t bits = sycl::bit_cast<std::uint64_t>(near);
    if (std::isfinite(near) && static_cast<real>(near) != sum)
      bits = (bits - ((static_cast<real>(near) > sum) == (sum > 0))) | 1;
    else if (std::isfinite(near) && sum == product && float(c) != 0 &&
             near != 0)
      bits = (near > 0) == (float(c) > 0) ? bits | 1 : bits - 1;
    near = sycl::bit_cast<double>(bits);
    const bfloat16 wanted(near), got = exp1::fma(a, b, c);
    ASSERT_TRUE(bits_of(got) == bits_of(wanted) ||
                (exp1::isnan(got) && exp1::isnan(wanted)))
        << std::hex << x << " " << y << " " << z << ": " << bits_of(got)
        << " instead of " << bits_of(wanted);
  };
  for (int n = 0; n < 4'000'000; ++n) {
    const unsigned x = random() & 0xffff, y = random() & 0xffff;
    // An addend of the product's size, or any, or a subnormal one.
    const int exponent = int((x >> 7) & 255) + int((y >> 7) & 255) - 127 +
                         int(random() % 21) - 10;
    const unsigned near = unsigned(std::max(0, std::min(255, exponent))) << 7 |
                          (random() & 0x807f);
    check(x, y, n % 4 == 0 ? random() & 0xffff : near);
    if (n % 4 == 1) // products around the least number
      check((x & 0x807f) | (30 + random() % 40) << 7,
            (y & 0x807f) | (30 + random() % 40) << 7, random() & 0x81ff);
    if (n % 4 == 2) // and around the largest
      check((x & 0x807f) | (180 + random() % 20) << 7,
            (y & 0x807f) | (184 + random() % 20) << 7,
            (random() & 0x80ff) | 0x7f00);
  }
  // Just above and below a tie, by the least number.
  EXPECT_EQ(bits_of(exp1::fma(bfloat16(0x1.02p0f), bfloat16(0x1.02p0f),
                              from_bits(0x0001))),
            bits_of(bfloat16(0x1.04p0f)));
  EXPECT_EQ(float(exp1::fma(bfloat16(129), bfloat16(3), from_bits(0x0001))),
            388.0f);
  EXPECT_EQ(float(exp1::fma(bfloat16(129), bfloat16(3), from_bits(0x8001))),
            386.0f);
  // Signs of zeros.
  EXPECT_EQ(bits_of(exp1::fma(from_bits(1), from_bits(0x8001), bfloat16(0))),
            0x8000u);
  EXPECT_EQ(bits_of(exp1::fma(bfloat16(-0.0f), bfloat16(1), bfloat16(0))), 0u);
}
#endif

TEST(BFloat16, MathematicalFunctions) {
  const bfloat16 nan = std::numeric_limits<bfloat16>::quiet_NaN();
  const bfloat16 one = 1.0f, two = 2.0f;
  EXPECT_EQ(float(exp1::fmax(one, two)), 2.0f);
  EXPECT_EQ(float(exp1::fmin(one, two)), 1.0f);
  EXPECT_EQ(float(exp1::fmax(nan, two)), 2.0f);
  EXPECT_EQ(float(exp1::fmin(one, nan)), 1.0f);
  EXPECT_TRUE(exp1::isnan(exp1::fmax(nan, nan)));
  EXPECT_EQ(bits_of(exp1::fabs(bfloat16(-0.0f))), 0u);
  EXPECT_EQ(bits_of(exp1::fabs(from_bits(0xffc1))), 0x7fc1u);
  EXPECT_EQ(float(exp1::floor(bfloat16(-1.5f))), -2.0f);
  EXPECT_EQ(float(exp1::ceil(bfloat16(-1.5f))), -1.0f);
  EXPECT_EQ(float(exp1::trunc(bfloat16(-1.5f))), -1.0f);
  EXPECT_EQ(float(exp1::rint(bfloat16(2.5f))), 2.0f);
  EXPECT_EQ(bits_of(exp1::rint(bfloat16(-0.25f))), 0x8000u);
  EXPECT_EQ(float(exp1::exp(bfloat16(0))), 1.0f);
  EXPECT_EQ(float(exp1::exp2(bfloat16(3))), 8.0f);
  EXPECT_EQ(float(exp1::exp10(bfloat16(2))), 100.0f);
  EXPECT_EQ(float(exp1::log(one)), 0.0f);
  EXPECT_EQ(float(exp1::log2(bfloat16(8))), 3.0f);
  EXPECT_EQ(float(exp1::log10(bfloat16(100))), 2.0f);
  EXPECT_EQ(float(exp1::sqrt(bfloat16(4))), 2.0f);
  EXPECT_EQ(float(exp1::rsqrt(bfloat16(4))), 0.5f);
  EXPECT_EQ(float(exp1::sin(bfloat16(0))), 0.0f);
  EXPECT_EQ(float(exp1::cos(bfloat16(0))), 1.0f);
  // Named types, several elements, both namespaces, unqualified.
  EXPECT_EQ(float(sycl::ext::oneapi::fmax<bfloat16>(one, two)), 2.0f);
  EXPECT_EQ(float(fmax(one, two)), 2.0f);
  const sycl::marray<bfloat16, 5> m(two);
  const sycl::marray<bfloat16, 5> r = exp1::fma(m, m, m);
  const sycl::marray<bool, 5> no = exp1::isnan(m);
  EXPECT_TRUE(float(r[4]) == 6.0f && !no[4]);
  const sycl::vec<bfloat16, 4> v(one, nan, two, two);
  const sycl::vec<std::int16_t, 4> which = exp1::isnan(v);
  EXPECT_TRUE(which[1] == -1 && which[0] == 0);
  EXPECT_EQ(float(exp1::fmin(v, v)[2]), 2.0f);
}

TEST(BFloat16, VecAndMarray) {
  using vec4 = sycl::vec<bfloat16, 4>;
  static_assert(sizeof(vec4) == 8 && alignof(vec4) == 8);
  vec4 v(1.5f), w{bfloat16(1), bfloat16(2), 3.0f, 4};
  v = v * w + bfloat16(0.5f);
  v -= w;
  v += 1;
  EXPECT_TRUE(v[0] == 2 && v[3] == 3.5f);
  EXPECT_EQ((v == w)[0], 0);
  EXPECT_EQ((-v)[0], -2);
  EXPECT_EQ(v.lo()[1], v[1]);
  v.lo() = w.hi();
  EXPECT_EQ(v.x(), 3);
  const auto f = w.convert<float>();
  EXPECT_EQ(f[2], 3.0f);
  const auto i = vec4(2.5f).convert<int>();
  EXPECT_EQ(i[0], 2);
  // 1 + 2^-8 is a tie.
  using sycl::rounding_mode;
  const sycl::vec<float, 2> tie(1.00390625f, -1.00390625f);
  EXPECT_EQ((tie.convert<bfloat16>()[0]), 1.0f);
  EXPECT_EQ((tie.convert<bfloat16, rounding_mode::rtp>()[0]), 1.0078125f);
  EXPECT_EQ((tie.convert<bfloat16, rounding_mode::rtp>()[1]), -1.0f);
  EXPECT_EQ((tie.convert<bfloat16, rounding_mode::rtn>()[1]), -1.0078125f);
  EXPECT_EQ((tie.convert<bfloat16, rounding_mode::rtz>()[1]), -1.0f);
  EXPECT_EQ((w.as<sycl::vec<std::uint16_t, 4>>()[0]), 0x3f80);
  sycl::marray<bfloat16, 3> m(2.0f);
  m = m / bfloat16(4) + m;
  EXPECT_TRUE(m[2] == 2.5f && (m > m)[0] == false);
  const sycl::vec<bfloat16, 1> single(2.0f);
  const bfloat16 element = single;
  EXPECT_EQ(element + single, 4);
}

TEST(BFloat16, StandardLibrary) {
  using limits = std::numeric_limits<bfloat16>;
  static_assert(limits::is_specialized && limits::digits == 8 &&
                limits::max_exponent == 128 && limits::has_infinity);
  EXPECT_EQ(float(limits::max()), 0x1.fep127f);
  EXPECT_EQ(float(limits::lowest()), -0x1.fep127f);
  EXPECT_EQ(float(limits::min()), 0x1p-126f);
  EXPECT_EQ(float(limits::denorm_min()), 0x1p-133f);
  EXPECT_EQ(float(limits::epsilon()), 0x1p-7f);
  EXPECT_EQ(float(limits::round_error()), 0.5f);
  EXPECT_EQ(float(limits::infinity()), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(exp1::isnan(limits::quiet_NaN()) &&
              exp1::isnan(limits::signaling_NaN()));
  std::unordered_map<bfloat16, int> map;
  map[bfloat16(0.0f)] = 1;
  EXPECT_EQ(map.count(bfloat16(-0.0f)), 1u);
  std::stringstream text;
  bfloat16 b = 0;
  text << bfloat16(2.5f);
  EXPECT_EQ(text.str(), "2.5");
  text >> b;
  EXPECT_EQ(b, 2.5f);
}

} // namespace
