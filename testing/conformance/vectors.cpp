// SYCL 2020, 4.14.2 and 4.14.3: vec, swizzles, marray; 4.14.1: half.
#define SYCL_SIMPLE_SWIZZLES
#include "testing/conformance/both.h"

#include <array>
#include <cstdint>
#include <sstream>
#include <tuple>
#include <type_traits>

CONFORMANCE_CHAPTER("vectors");

using conformance::both;
using conformance::is;

SECTION(layout) {
  static_assert(sizeof(sycl::float3) == 16 && alignof(sycl::float3) == 16);
  static_assert(sizeof(sycl::float4) == 16 && sizeof(sycl::char2) == 2);
  static_assert(sizeof(sycl::double2) == 16 && sizeof(sycl::int16) == 64);
  static_assert(std::is_same_v<sycl::int4, sycl::vec<std::int32_t, 4>>);
  static_assert(std::is_same_v<sycl::uchar8, sycl::vec<std::uint8_t, 8>>);
  static_assert(std::is_same_v<sycl::long3, sycl::vec<std::int64_t, 3>>);
  static_assert(std::is_same_v<sycl::half2, sycl::vec<sycl::half, 2>>);
  static_assert(std::is_same_v<sycl::int4::element_type, int>);
  static_assert(sycl::int3::size() == 3 && sycl::int3::byte_size() == 16);
  static_assert(std::is_trivially_copyable_v<sycl::int3>);
  static_assert(!std::is_convertible_v<int, sycl::int4>);
  static_assert(std::is_convertible_v<int, sycl::vec<int, 1>>);
  static_assert(std::is_convertible_v<sycl::vec<int, 1>, int>);
  CHECK(sycl::is_device_copyable_v<sycl::float4>);
}

SECTION(construction) {
  both(q, 8, [](bool *ok) {
    const sycl::int4 a(1, 2, 3, 4);
    ok[0] = is(a, 1, 2, 3, 4);
    ok[1] = is(sycl::int4(7), 7, 7, 7, 7);
    ok[2] = is(sycl::int4(sycl::int2(1, 2), 3, 4), 1, 2, 3, 4);
    ok[3] = is(sycl::int4(0, a.yz(), 9), 0, 2, 3, 9);
    ok[4] = is(sycl::int8(a, a), 1, 2, 3, 4, 1, 2, 3, 4);
    sycl::vec deduced(1.0f, 2.0f, 3.0f);
    ok[5] = std::is_same_v<decltype(deduced), sycl::float3>;
    sycl::int4 b = a;
    b = 5;
    ok[6] = is(b, 5, 5, 5, 5);
    b[2] = 8;
    ok[7] = is(b, 5, 5, 8, 5);
  });
}

SECTION(arithmetic) {
  both(q, 20, [](bool *ok) {
    const sycl::int4 a(1, 2, 3, 4), b(10, 20, 30, 41);
    ok[0] = is(a + b, 11, 22, 33, 45) && is(b - a, 9, 18, 27, 37);
    ok[1] = is(a * b, 10, 40, 90, 164) && is(b / a, 10, 10, 10, 10);
    ok[2] = is(b % a, 0, 0, 0, 1) && is(a + 1, 2, 3, 4, 5);
    ok[3] = is(10 - a, 9, 8, 7, 6) && is(2 * a, 2, 4, 6, 8);
    ok[4] = is(a & b, 0, 0, 2, 0) && is(a | 8, 9, 10, 11, 12);
    ok[5] = is(a ^ b, 11, 22, 29, 45) && is(a << 2, 4, 8, 12, 16);
    ok[6] = is(b >> 1, 5, 10, 15, 20) && is(~a, -2, -3, -4, -5);
    ok[7] = is(-a, -1, -2, -3, -4) && is(+a, 1, 2, 3, 4);
    ok[8] = is(a == sycl::int4(1, 0, 3, 0), -1, 0, -1, 0);
    ok[9] = is(a != sycl::int4(1, 0, 3, 0), 0, -1, 0, -1);
    ok[10] = is(a < 3, -1, -1, 0, 0) && is(a >= 3, 0, 0, -1, -1);
    ok[11] = is(a > b, 0, 0, 0, 0) && is(a <= b, -1, -1, -1, -1);
    ok[12] = is(a && sycl::int4(1, 0, 0, 1), -1, 0, 0, -1);
    ok[13] = is(a || 0, -1, -1, -1, -1) && is(!a, 0, 0, 0, 0);
    sycl::int4 c = a;
    c += b, c -= 1, c *= 2, c /= sycl::int4(2, 2, 2, 4), c %= 30;
    ok[14] = is(c, 10, 21, 2, 22);
    c <<= 1, c >>= sycl::int4(1, 1, 1, 2), c |= 1, c &= 15, c ^= 1;
    ok[15] = is(c, 10, 4, 2, 10);
    ok[16] = is(c++, 10, 4, 2, 10) && is(++c, 12, 6, 4, 12);
    ok[17] = is(c--, 12, 6, 4, 12) && is(--c, 10, 4, 2, 10);
    const sycl::float2 f(0.5f, 3);
    ok[18] = is(f * 2.0f, 1, 6) && is(f / f, 1, 1);
    static_assert(std::is_same_v<decltype(f < f), sycl::vec<std::int32_t, 2>>);
    static_assert(
        std::is_same_v<decltype(sycl::char2() == sycl::char2()), sycl::char2>);
    const sycl::vec<std::uint8_t, 2> u(250, 3);
    ok[19] = is(u + u, 244, 6);
  });
}

SECTION(swizzles) {
  both(q, 22, [](bool *ok) {
    sycl::int4 a(1, 2, 3, 4);
    ok[0] = a.x() == 1 && a.w() == 4 && a.r() == 1 && a.a() == 4;
    ok[1] = a.s0() == 1 && a.s3() == 4;
    a.y() = 9;
    ok[2] = is(a, 1, 9, 3, 4);
    ok[3] = is(sycl::int2(a.swizzle<1, 2>()), 9, 3);
    ok[4] = is(sycl::int4(a.wzyx()), 4, 3, 9, 1) &&
            is(sycl::int3(a.xxw()), 1, 1, 4);
    a.xy() = sycl::int2(7, 8);
    ok[5] = is(a, 7, 8, 3, 4);
    a.zw() = a.xy();
    ok[6] = is(a, 7, 8, 7, 8);
    a.lo() = 1;
    a.hi() += sycl::int2(1, 2);
    ok[7] = is(a, 1, 1, 8, 10);
    ok[8] = is(sycl::int2(a.odd()), 1, 10) && is(sycl::int2(a.even()), 1, 8);
    ok[9] = is(a.xy() + a.zw(), 9, 11) && is(a.xw() * 2, 2, 20);
    ok[10] = is(2 - a.xy(), 1, 1) && is(a.zw() - sycl::int2(1), 7, 9);
    ok[11] = is(a.xy() == a.yx(), -1, -1);
    ok[12] = is(sycl::int2(a.wzyx().xy()), 10, 8);
    ok[13] = is(sycl::int2(a.swizzle<sycl::elem::w, sycl::elem::x>()), 10, 1);
    const sycl::int4 c = a;
    ok[14] = c.z() == 8 && is(sycl::int2(c.lo()), 1, 1);
    ok[15] = a.zw()[1] == 10 && a.zw().y() == 10;
    a.zw() <<= 1;
    ok[16] = is(a, 1, 1, 16, 20);
    ok[17] = is(-a.zw(), -16, -20) && is(a.zw() % a.wz(), 16, 4);
    ok[18] = is(sycl::float2(a.xy().convert<float>()), 1, 1);
    const sycl::int3 three(1, 2, 3);
    ok[19] = is(sycl::int3(three.zyx()), 3, 2, 1) && three.hi()[0] == 3;
    sycl::int16 wide(0);
    wide.sF() = 15, wide.sA() = 10;
    ok[20] = wide[15] == 15 && wide.s8() == 0 && wide.hi().lo()[2] == 10;
    ok[21] = is(sycl::max(a.xy(), a.zw()), 16, 20);
  });
}

SECTION(conversions) {
  both(q, 12, [](bool *ok) {
    using sycl::rounding_mode;
    const sycl::float4 f(1.5f, -1.5f, 2.5f, -0.5f);
    ok[0] = is(f.convert<int>(), 2, -2, 2, 0); // of float: to nearest even
    ok[1] = is(f.convert<int, rounding_mode::rte>(), 2, -2, 2, 0);
    ok[2] = is(f.convert<int, rounding_mode::rtz>(), 1, -1, 2, 0);
    ok[3] = is(f.convert<int, rounding_mode::rtp>(), 2, -1, 3, 0);
    ok[4] = is(f.convert<int, rounding_mode::rtn>(), 1, -2, 2, -1);
    ok[5] = is(sycl::int2(300, -1).convert<std::uint8_t>(), 44, 255);
    const sycl::int2 big(16777217, -16777217);
    ok[6] =
        is(big.convert<float, rounding_mode::rtz>(), 16777216.f, -16777216.f);
    ok[7] =
        is(big.convert<float, rounding_mode::rtp>(), 16777218.f, -16777216.f);
    const auto bits = sycl::float2(1.0f, -2.0f).as<sycl::uint2>();
    ok[8] = is(bits, 0x3f800000u, 0xc0000000u);
    ok[9] = is(sycl::uint2(0x04030201, 0x08070605).as<sycl::uchar8>(), 1, 2, 3,
               4, 5, 6, 7, 8);
    ok[10] = is(sycl::char2(-1, 1).convert<std::int64_t>(), -1, 1);
    ok[11] = is(sycl::vec<bool, 2>(true, false).convert<int>(), 1, 0);
  });
}

SECTION(loads_and_stores) {
  both(q, 3, [](bool *ok) {
    int x[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    sycl::int4 a;
    const auto p =
        sycl::address_space_cast<sycl::access::address_space::generic_space,
                                 sycl::access::decorated::no>(
            static_cast<int *>(x));
    a.load(2, p);
    ok[0] = is(a, 8, 9, 10, 11);
    (a + 100).store(0, p);
    ok[1] = x[0] == 108 && x[3] == 111 && x[4] == 4;
    sycl::int3 b;
    b.load(1, static_cast<const int *>(x));
    ok[2] = is(b, 111, 4, 5);
    using sycl::access::address_space;
    const sycl::multi_ptr<const int, address_space::generic_space,
                          sycl::access::decorated::no>
        constant = p;
    a.load<address_space::generic_space>(1, constant);
    ok[3] = is(a, 4, 5, 6, 7);
    a.load<address_space::generic_space, sycl::access::decorated::no>(2, p);
    ok[4] = is(a, 8, 9, 10, 11);
  });
}

SECTION(marray) {
  static_assert(std::is_same_v<sycl::mint3, sycl::marray<int, 3>>);
  static_assert(std::is_same_v<sycl::mbool4, sycl::marray<bool, 4>>);
  static_assert(sizeof(sycl::mfloat3) == 12);
  static_assert(std::is_trivially_copyable_v<sycl::marray<int, 5>>);
  both(q, 16, [](bool *ok) {
    const sycl::marray<int, 5> a(1, 2, 3, 4, 5);
    sycl::marray<int, 5> zero;
    ok[0] = is(zero, 0, 0, 0, 0, 0);
    ok[1] = is(sycl::marray<int, 3>(4), 4, 4, 4);
    ok[2] = is(a + a, 2, 4, 6, 8, 10) && is(a * 2, 2, 4, 6, 8, 10);
    ok[3] = is(10 - a, 9, 8, 7, 6, 5) && is(a % 2, 1, 0, 1, 0, 1);
    ok[4] = is(a > 2, false, false, true, true, true);
    static_assert(std::is_same_v<decltype(a == a), sycl::marray<bool, 5>>);
    ok[5] = is(a == a, true, true, true, true, true);
    ok[6] = is(-a, -1, -2, -3, -4, -5) && is(~a, -2, -3, -4, -5, -6);
    ok[7] = is(!a, false, false, false, false, false);
    sycl::marray<int, 5> b = a;
    b += 1, b *= a, b -= a, b <<= 1, b |= 1, b ^= a;
    ok[8] = is(b, 2, 11, 16, 37, 54);
    ok[9] = is(b++, 2, 11, 16, 37, 54) && is(--b, 2, 11, 16, 37, 54);
    int sum = 0;
    for (int x : a)
      sum += x;
    ok[10] = sum == 15 && a.end() - a.begin() == 5 && a.size() == 5;
    b[4] = 0;
    b = 3;
    ok[11] = is(b, 3, 3, 3, 3, 3);
    const sycl::marray<float, 1> one(2.5f);
    const float f = one;
    ok[12] = f == 2.5f;
    ok[13] =
        is(sycl::marray<int, 4>(sycl::marray<int, 2>(1, 2), 3, 4), 1, 2, 3, 4);
    ok[14] = is(a && zero, false, false, false, false, false) &&
             is(a || zero, true, true, true, true, true);
    ok[15] = is(a << 1, 2, 4, 6, 8, 10) && is(a & 1, 1, 0, 1, 0, 1);
  });
}

SECTION(half_on_the_host) {
  using sycl::half;
  using limits = std::numeric_limits<half>;
  static_assert(sizeof(half) == 2 && limits::is_specialized);
  const half a = 1.5f, b(2), c(0.1);
  CHECK(a + b == 3.5f && b - a == 0.5f && a * b == 3.0f && a / b == 0.75f);
  CHECK(-a == -1.5f && a < b && b >= a && a != b && float(c) != 0.1f);
  CHECK(limits::max() == 65504.0f && limits::infinity() > limits::max());
  CHECK(float(limits::epsilon()) == 1.0f / 1024 && limits::digits == 11);
  half d = a;
  d += b, d *= 2.0f, --d, d++;
  CHECK(d == 7.0f);
  CHECK(half(65520.0f) == limits::infinity() && half(1e-8f) == 0.0f);
  CHECK(std::hash<half>()(half(0.0f)) == std::hash<half>()(half(-0.0f)));
  std::stringstream s;
  s << a;
  half read;
  s >> read;
  CHECK(s.str() == "1.5" && read == a);
  static_assert(std::is_same_v<decltype(a + 1.0f), float>);
  static_assert(std::is_same_v<decltype(a + 1), half>);
  static_assert(std::is_same_v<decltype(a + 1.0), double>);
}

SECTION(half_on_the_device) {
  NEED(fp16);
  sycl::half *x = sycl::malloc_shared<sycl::half>(8, q);
  x[0] = 1.5f, x[1] = 2.0f;
  q.single_task([=] {
     x[2] = x[0] + x[1];
     x[3] = x[0] * x[1] - sycl::half(0.5f);
     x[4] = sycl::sqrt(sycl::half(2.25f));
     x[5] = float(x[0]) / 3;
     x[6] = sycl::half(x[0] < x[1] ? 1.0f : 0.0f);
     const sycl::half4 v(x[0], x[1], 0.25f, 4.0f);
     x[7] = (v * v)[3] + v.y();
   }).wait();
  CHECK(x[2] == 3.5f && x[3] == 2.5f && x[4] == 1.5f && x[5] == 0.5f);
  CHECK(x[6] == 1.0f && x[7] == 18.0f);
  sycl::free(x, q);
}

SECTION(bit_cast) {
  both(q, 3, [](bool *ok) {
    ok[0] = sycl::bit_cast<std::uint32_t>(1.0f) == 0x3f800000u;
    ok[1] = sycl::bit_cast<float>(0xc0000000u) == -2.0f;
    struct two {
      std::uint16_t a, b;
    };
    ok[2] = sycl::bit_cast<two>(0x00020001u).b == 2;
  });
}

namespace {
struct mixed {
  std::int16_t a, b;
  float c;
};
using cast_types =
    std::tuple<double, std::int64_t, sycl::float2, sycl::marray<float, 2>,
               sycl::short4, sycl::marray<std::uint16_t, 4>, int *,
               const double *, mixed, std::array<char, 8>,
               std::array<float *, 1>>;

/// Whether `from`, cast to each type and back, has its bits.
template <typename From, typename... To>
bool survives(const From &from, std::tuple<To...> *) {
  const auto same = [&](auto to) {
    const From back = sycl::bit_cast<From>(to);
    const auto *const a = reinterpret_cast<const unsigned char *>(&from);
    const auto *const b = reinterpret_cast<const unsigned char *>(&to);
    const auto *const c = reinterpret_cast<const unsigned char *>(&back);
    bool ok = true;
    for (std::size_t i = 0; i != sizeof(From); ++i)
      ok &= a[i] == b[i] && a[i] == c[i];
    return ok;
  };
  return (same(sycl::bit_cast<To>(from)) & ...);
}
template <typename... From>
void survive(bool *ok, float first, float second, std::tuple<From...> *all) {
  const sycl::float2 bits(first, second);
  ((*ok++ = survives(sycl::bit_cast<From>(bits), all)), ...);
  // In elements, as what is one is put together.
  sycl::marray<float, 2> parts;
  parts[0] = first;
  parts[1] = second;
  int *const pointer = sycl::bit_cast<int *>(parts);
  parts = sycl::bit_cast<sycl::marray<float, 2>>(pointer);
  *ok = parts[0] == first && parts[1] == second;
}
} // namespace

// Of every kind of type of eight bytes, in any direction; of values that the
// compiler knows and others.
SECTION(bit_cast_of_all_kinds) {
  NEED(fp64);
  constexpr int count = std::tuple_size_v<cast_types> + 1;
  bool *ok = sycl::malloc_shared<bool>(2 * count, q);
  float *in = sycl::malloc_shared<float>(2, q);
  in[0] = 1.5f;
  in[1] = -2.25f;
  q.single_task([=] {
     cast_types *const all = nullptr;
     survive(ok, 6.0f, 6.0f, all);
     survive(ok + count, in[0], in[1], all);
   }).wait();
  for (int i = 0; i != 2 * count; ++i)
    CHECK(ok[i]);
  sycl::free(ok, q);
  sycl::free(in, q);
}

// Copies of bytes from and to where no vec could stand.
SECTION(copied_unaligned) {
  using sycl::int8;
  constexpr int n = 5;
  char *bytes = sycl::malloc_shared<char>((n + 1) * sizeof(int8) + 64, q);
  for (int offset : {1, 4, 16}) {
    for (int i = 0; i != n; ++i) {
      const int8 value(i);
      std::memcpy(bytes + offset + i * sizeof(int8), &value, sizeof(value));
    }
    q.parallel_for(sycl::range(n), [=](sycl::id<1> i) {
       char *const place = bytes + offset + i[0] * sizeof(int8);
       int8 value;
       std::memcpy(&value, place, sizeof(value));
       value += 1;
       std::memcpy(place, &value, sizeof(value));
       if (i[0] == n - 1) // memory that is filled
         std::memset(bytes + offset + n * sizeof(int8), 9, sizeof(int8));
     }).wait();
    for (int i = 0; i != n; ++i) {
      int8 value;
      std::memcpy(&value, bytes + offset + i * sizeof(int8), sizeof(value));
      CHECK(value.s0() == i + 1 && value.s7() == i + 1);
    }
    const char *const end = bytes + offset + n * sizeof(int8);
    CHECK(end[0] == 9 && end[sizeof(int8) - 1] == 9);
  }
  sycl::free(bytes, q);
}

// What an element was before another one, at an index that is computed, has
// been stored.
template <typename V, typename T, int N> void store_computed(sycl::queue &q) {
  constexpr int count = 64;
  V *vectors = sycl::malloc_shared<V>(count, q);
  int *at = sycl::malloc_shared<int>(count, q);
  T *out = sycl::malloc_shared<T>(count, q);
  for (int i = 0; i != count; ++i) {
    for (int k = 0; k != N; ++k)
      vectors[i][k] = T(i + k + 1);
    at[i] = i * 7 % N;
  }
  q.parallel_for(sycl::range(count), [=](sycl::id<1> i) {
     const T second = vectors[i][1];
     vectors[i][at[i]] = T(77);
     out[i] = T(120) / second;
   }).wait();
  for (int i = 0; i != count; ++i) {
    if (!CHECK(out[i] == T(120) / T(i + 2)))
      break;
    for (int k = 0; k != N; ++k)
      CHECK(vectors[i][k] == (k == at[i] ? T(77) : T(i + k + 1)));
  }
  sycl::free(vectors, q);
  sycl::free(at, q);
  sycl::free(out, q);
}

SECTION(elements_at_computed_indices) {
  using native_int2 = int __attribute__((ext_vector_type(2)));
  using native_float4 = float __attribute__((ext_vector_type(4)));
  using native_short8 = short __attribute__((ext_vector_type(8)));
  store_computed<native_int2, int, 2>(q);
  store_computed<native_float4, float, 4>(q);
  store_computed<native_short8, short, 8>(q);
  store_computed<sycl::int2, int, 2>(q);
  store_computed<sycl::float4, float, 4>(q);
  store_computed<sycl::short8, short, 8>(q);
}
