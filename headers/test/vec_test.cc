// vec, swizzles, marray and their conversions.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace {

using sycl::float4;
using sycl::int2;
using sycl::int3;
using sycl::int4;
using sycl::rounding_mode;
using sycl::vec;

template <typename T, int N> bool same(const vec<T, N> &a, const vec<T, N> &b) {
  for (int i = 0; i < N; ++i)
    if (!(a[i] == b[i]))
      return false;
  return true;
}

static_assert(sizeof(int3) == 16 && alignof(int3) == 16);
static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(sycl::double16) == 128 && alignof(sycl::double16) == 64);
static_assert(sizeof(sycl::half2) == 4 && sizeof(sycl::char2) == 2);
static_assert(std::is_trivially_copyable_v<float4>);
static_assert(
    std::is_same_v<decltype(float4() < float4()), vec<std::int32_t, 4>>);
static_assert(std::is_same_v<decltype(sycl::half2() == sycl::half2()),
                             vec<std::int16_t, 2>>);
static_assert(std::is_same_v<decltype(vec(1, 2, 3)), vec<int, 3>>);
static_assert(!std::is_convertible_v<float, float4>);
static_assert(!std::is_constructible_v<int4, int, int, int>);
static_assert(!std::is_constructible_v<int4, int3, int2>);

TEST(Vec, Constructors) {
  EXPECT_TRUE(same(int4(7), int4(7, 7, 7, 7)));
  EXPECT_TRUE(same(int4(int2(1, 2), 3, 4), int4(1, 2, 3, 4)));
  EXPECT_TRUE(same(int4(1, int2(2, 3), 4), int4(1, 2, 3, 4)));
  const int4 v(1, 2, 3, 4);
  EXPECT_TRUE(same(int4(v.zw(), v.xy()), int4(3, 4, 1, 2)));
  const sycl::int8 eight(v, v.swizzle<3, 2, 1, 0>());
  EXPECT_EQ(eight.s7(), 1);
  EXPECT_EQ(eight.s4(), 4);
  const vec<int, 1> one = 5;
  EXPECT_EQ(one + 1, (vec<int, 1>(6)).x());
  static_assert(int4(1, 2, 3, 4).y() == 2);
}

TEST(Vec, Arithmetic) {
  const int4 a(1, 2, 3, 4), b(4, 3, 2, 1);
  EXPECT_TRUE(same(a + b, int4(5)));
  EXPECT_TRUE(same(a * 2 - 1, int4(1, 3, 5, 7)));
  EXPECT_TRUE(same(10 - a, int4(9, 8, 7, 6)));
  EXPECT_TRUE(same(-a, int4(-1, -2, -3, -4)));
  EXPECT_TRUE(same(~a, int4(-2, -3, -4, -5)));
  EXPECT_TRUE(same(a << 1, int4(2, 4, 6, 8)));
  EXPECT_TRUE(same(a % 2, int4(1, 0, 1, 0)));
  int4 c = a;
  c += b;
  c *= 3;
  c ^= int4(1);
  EXPECT_TRUE(same(c, int4(14)));
  EXPECT_TRUE(same(c++, int4(14)));
  EXPECT_TRUE(same(--c, int4(14)));
  const sycl::half2 h(sycl::half(1.5f), sycl::half(2.0f));
  EXPECT_EQ(float((h * h).x()), 2.25f);
  const sycl::uchar2 small(200, 100);
  EXPECT_EQ((small + small).x(), 144); // wraps in the element's type
}

TEST(Vec, Comparisons) {
  const float4 a(1, 2, 3, 4), b(4, 2, 2, 4);
  EXPECT_TRUE(same(a < b, int4(-1, 0, 0, 0)));
  EXPECT_TRUE(same(a == b, int4(0, -1, 0, -1)));
  EXPECT_TRUE(same(a >= 3.0f, int4(0, 0, -1, -1)));
  EXPECT_TRUE(same(!(a == b), int4(-1, 0, -1, 0)));
  EXPECT_TRUE(same((a < b) || (a == b), int4(-1, -1, 0, -1)));
}

TEST(Vec, SwizzlesRead) {
  const int4 v(1, 2, 3, 4);
  EXPECT_TRUE((same<int, 4>(v.wzyx(), int4(4, 3, 2, 1))));
  EXPECT_TRUE((same<int, 4>(v.abgr(), int4(4, 3, 2, 1))));
  EXPECT_TRUE((same<int, 2>(v.lo(), int2(1, 2))));
  EXPECT_TRUE((same<int, 2>(v.hi(), int2(3, 4))));
  EXPECT_TRUE((same<int, 2>(v.odd(), int2(2, 4))));
  EXPECT_TRUE((same<int, 2>(v.even(), int2(1, 3))));
  EXPECT_TRUE((same<int, 2>(v.wzyx().xy(), int2(4, 3))));
  EXPECT_TRUE((same<int, 2>(v.wzyx().hi(), int2(2, 1))));
  EXPECT_EQ(v.hi().hi(), 4);
  EXPECT_EQ((v.xy() + v.zw()).y(), 6);
  EXPECT_EQ((v.xy() * 3).x(), 3);
  EXPECT_EQ((3 * v.xy()).y(), 6);
  EXPECT_EQ((v.xy() + int2(1, 1)).x(), 2);
  EXPECT_EQ((v.swizzle<sycl::elem::s3, sycl::elem::s3>().y()), 4);
  EXPECT_EQ(v.xyz()[2], 3);
  EXPECT_EQ(v.xy().convert<float>().y(), 2.0f);
  int3 three(1, 2, 3);
  EXPECT_EQ(three.hi()[0], 3);
}

TEST(Vec, SwizzlesWrite) {
  int4 v(1, 2, 3, 4);
  v.xy() = v.yx();
  EXPECT_TRUE(same(v, int4(2, 1, 3, 4)));
  v.zw() = 9;
  EXPECT_TRUE(same(v, int4(2, 1, 9, 9)));
  v.wx() += int2(1, 10);
  EXPECT_TRUE(same(v, int4(12, 1, 9, 10)));
  v.lo() *= 2;
  ++v.hi();
  EXPECT_TRUE(same(v, int4(24, 2, 10, 11)));
  v.x() = v.y();
  v.odd().x() = 5;
  EXPECT_TRUE(same(v, int4(2, 5, 10, 11)));
  v.wzyx() = int4(1, 2, 3, 4);
  EXPECT_TRUE(same(v, int4(4, 3, 2, 1)));
  v.lo() = v.hi(); // one swizzle to another, same type of class
  EXPECT_TRUE(same(v, int4(2, 1, 2, 1)));
}

TEST(Vec, LoadStoreAs) {
  int memory[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  int4 v;
  v.load(1, memory);
  EXPECT_TRUE(same(v, int4(4, 5, 6, 7)));
  v.store(2, memory);
  EXPECT_EQ(memory[11], 7);
  v.lo().store(0, memory);
  EXPECT_EQ(memory[1], 5);
  int3 w;
  w.load(1, sycl::global_ptr<const int>(memory)); // three apart, no padding
  EXPECT_TRUE(same(w, int3(3, 4, 5)));
  EXPECT_EQ(float4(1.0f).as<sycl::uint4>().w(), 0x3f800000u);
  EXPECT_EQ(sycl::short4(1).as<std::uint64_t>(), 0x0001000100010001u);
}

TEST(Vec, Convert) {
  const sycl::float8 v(-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f, 1e9f, 0.0f);
  EXPECT_TRUE(
      same(v.convert<int>(), sycl::int8(-2, -2, 0, 0, 2, 2, 1000000000, 0)));
  EXPECT_TRUE(same(v.convert<int, rounding_mode::rtz>(),
                   sycl::int8(-2, -1, 0, 0, 1, 2, 1000000000, 0)));
  EXPECT_TRUE(same(v.convert<int, rounding_mode::rte>(),
                   sycl::int8(-2, -2, 0, 0, 2, 2, 1000000000, 0)));
  EXPECT_TRUE(same(v.convert<int, rounding_mode::rtp>(),
                   sycl::int8(-2, -1, 0, 1, 2, 3, 1000000000, 0)));
  EXPECT_TRUE(same(v.convert<int, rounding_mode::rtn>(),
                   sycl::int8(-3, -2, -1, 0, 1, 2, 1000000000, 0)));
  const vec<double, 2> third(1.0 / 3.0, -1.0 / 3.0);
  const auto down = third.convert<float, rounding_mode::rtn>();
  const auto up = third.convert<float, rounding_mode::rtp>();
  const auto zero = third.convert<float, rounding_mode::rtz>();
  EXPECT_LT(down.x(), 1.0 / 3.0);
  EXPECT_GT(up.x(), 1.0 / 3.0);
  EXPECT_LT(down.y(), -1.0 / 3.0);
  EXPECT_EQ(zero.x(), down.x());
  EXPECT_EQ(zero.y(), up.y());
  const vec<std::int64_t, 1> big((std::int64_t(1) << 62) + 1);
  EXPECT_EQ((big.convert<float, rounding_mode::rtn>().x()), 0x1p62f);
  EXPECT_EQ((big.convert<float, rounding_mode::rtp>().x()), 0x1p62f + 0x1p39f);
  const vec<std::int32_t, 1> most(2147483647);
  EXPECT_EQ((most.convert<float, rounding_mode::rtz>().x()), 0x1.fffffep30f);
  EXPECT_EQ((most.convert<float>().x()), 0x1p31f);
  EXPECT_EQ(float(vec<int, 2>(3, 4).convert<sycl::half>().y()), 4.0f);
  EXPECT_EQ((vec<float, 2>(0.0f, 0.5f).convert<bool>().y()), true);
}

TEST(Marray, Basics) {
  sycl::marray<float, 5> m(1.0f);
  const sycl::marray<float, 5> n{1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
  m = m + n * 2.0f;
  EXPECT_EQ(m[4], 11.0f);
  m += 1.0f;
  EXPECT_EQ(m[0], 4.0f);
  static_assert(std::is_same_v<decltype(m < n), sycl::marray<bool, 5>>);
  EXPECT_FALSE((m < n)[0]);
  const sycl::marray<int, 3> joined(sycl::marray<int, 2>(1, 2), 3);
  EXPECT_EQ(joined[2], 3);
  float sum = 0;
  for (float x : n)
    sum += x;
  EXPECT_EQ(sum, 15.0f);
  static_assert(sizeof(sycl::mfloat3) == 12);
  EXPECT_EQ((~joined)[0], -2);
  EXPECT_EQ((-joined)[2], -3);
}

} // namespace
