// Extensions sycl_ext_oneapi_bfloat16 and
// sycl_ext_oneapi_bfloat16_math_functions: what devices compute is, bit by bit,
// what the host computes. //headers/test:bfloat16_test says what that must be.
#include "testing/conformance/both.h"

#include <sycl/ext/oneapi/bfloat16.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("bfloat16");

namespace {
using sycl::ext::oneapi::bfloat16;
namespace experimental = sycl::ext::oneapi::experimental;

#if SYCL_EXT_ONEAPI_BFLOAT16 != 1 ||                                           \
    SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS != 1
#error "a feature-test macro is missing"
#endif

static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2 &&
              sycl::is_device_copyable_v<bfloat16> &&
              std::is_convertible_v<bfloat16, float> &&
              std::is_convertible_v<float, bfloat16> &&
              std::is_convertible_v<bfloat16, sycl::half> &&
              std::is_convertible_v<sycl::half, bfloat16> &&
              !std::is_convertible_v<bfloat16, int *>);

constexpr bfloat16 of_bits(std::uint32_t bits) {
  return sycl::bit_cast<bfloat16>(static_cast<std::uint16_t>(bits));
}
/// All NaN are one.
constexpr std::uint32_t bits_of(bfloat16 b) {
  const std::uint32_t bits = sycl::bit_cast<std::uint16_t>(b);
  return (bits & 0x7fff) > 0x7f80 ? 0x7fc0 : bits;
}
/// Numbers that are nearly alike for i and i + 1, and of all kinds.
constexpr std::uint32_t scattered(std::uint32_t i) {
  i *= 2654435761u;
  return i ^ (i >> 15);
}

/// f(i) must give on the device what it gives on the host, for i below count.
template <typename F>
void same_on_device(sycl::queue &q, std::uint32_t count, F f) {
  std::uint32_t *out = sycl::malloc_shared<std::uint32_t>(count, q);
  q.parallel_for(count, [=](sycl::id<1> i) {
     out[i] = f(static_cast<std::uint32_t>(i[0]));
   }).wait();
  int wrong = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    if (out[i] != f(i) && ++wrong < 4)
      std::printf("  number %u: %x, on the host %x\n", i, out[i], f(i));
  CHECK(wrong == 0);
  sycl::free(out, q);
}

/// Floats that are ties, next to ties, and anything.
float some_float(std::uint32_t i) {
  const std::uint32_t kind = i % 4;
  const std::uint32_t bits = scattered(i);
  return sycl::bit_cast<float>(kind == 3 ? bits
                                         : (bits & 0xffff0000u) +
                                               (kind == 0   ? 0x8000u
                                                : kind == 1 ? 0x8001u
                                                            : 0x7fffu));
}
} // namespace

SECTION(conversions) {
  same_on_device(q, 1 << 16, [](std::uint32_t i) {
    return sycl::bit_cast<std::uint32_t>(
        static_cast<float>(of_bits(bits_of(of_bits(i)))));
  });
  same_on_device(q, 1 << 18, [](std::uint32_t i) {
    return bits_of(bfloat16(some_float(i)));
  });
  same_on_device(q, 1 << 12, [](std::uint32_t i) {
    const std::uint32_t number = scattered(i);
    return bits_of(bfloat16(number)) * 3 + bits_of(bfloat16(int(number))) * 5 +
           bits_of(bfloat16(std::uint64_t(number) << 20 | 1)) * 7 +
           static_cast<bool>(of_bits(number));
  });
}

SECTION(conversion_of_half) {
  NEED(fp16);
  same_on_device(q, 1 << 16, [](std::uint32_t i) {
    const sycl::half h =
        sycl::bit_cast<sycl::half>(static_cast<std::uint16_t>(i));
    return bits_of(bfloat16(h)) * (bfloat16(h) == h) +
           (float(sycl::half(of_bits(i))) > 1.0f);
  });
}

SECTION(conversion_of_double) {
  NEED(fp64);
  same_on_device(q, 1 << 14, [](std::uint32_t i) {
    const double d = some_float(i);
    // One bit beyond what a float has.
    return bits_of(bfloat16(d + d * 0x1p-40)) * 3 + bits_of(bfloat16(d));
  });
}

SECTION(arithmetic) {
  same_on_device(q, 1 << 16, [](std::uint32_t i) {
    const bfloat16 a = of_bits(scattered(i)), b = of_bits(scattered(~i));
    const float f = some_float(i);
    bfloat16 c = a;
    c += b;
    c *= 3;
    c -= 0.5f;
    --c;
    return bits_of(a + b) * 3 + bits_of(a - b) * 5 + bits_of(a * b) * 7 +
           bits_of(a / b) * 11 + bits_of(-a) * 13 + bits_of(c) * 17 +
           bits_of(a * f) * 19 + bits_of(f - b) * 23 + bits_of(1 + a) * 29;
  });
  same_on_device(q, 1 << 14, [](std::uint32_t i) {
    const bfloat16 a = of_bits(scattered(i)),
                   b = i % 3 ? of_bits(scattered(i / 2)) : a;
    const float f = b;
    return std::uint32_t((a < b) | (a <= b) << 1 | (a == b) << 2 |
                         (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 |
                         (a < f) << 6 | (f <= a) << 7 | (a == 1) << 8 |
                         (2u > a) << 9);
  });
}

SECTION(exact_functions) {
  same_on_device(q, 1 << 16, [](std::uint32_t i) {
    const bfloat16 a = of_bits(i);
    // The root, the only one of them that is more than a few instructions.
    return bits_of(experimental::fabs(a)) * 3 +
           bits_of(experimental::ceil(a)) * 5 +
           bits_of(experimental::floor(a)) * 7 +
           bits_of(experimental::trunc(a)) * 11 +
           bits_of(experimental::rint(a)) * 13 +
           std::uint32_t(experimental::isnan(a)) * 17;
  });
  same_on_device(q, 1 << 18, [](std::uint32_t i) {
    const std::uint32_t n = scattered(i);
    const bfloat16 a = of_bits(n), b = of_bits(n >> 16);
    // An addend of about the product's size.
    const int exponent = int(n >> 7 & 255) + int(n >> 23 & 255) - 127;
    const bfloat16 c = of_bits(std::uint32_t(exponent < 0     ? 0
                                             : exponent > 254 ? 254
                                                              : exponent)
                                   << 7 |
                               (scattered(~i) & 0x807f));
    return bits_of(experimental::fma(a, b, c)) * 3 +
           bits_of(experimental::fmax(a, b)) * 5 +
           bits_of(experimental::fmin(b, c)) * 7;
  });
}

// As accurate as the device's functions of float, which differ in the last
// bits.
SECTION(other_functions) {
  constexpr std::uint32_t count = 15 * 64;
  const auto f = [](std::uint32_t i) {
    const bfloat16 x = float(i / 15 + 1) * 0.0625f;
    switch (i % 15) {
    case 0:
      return experimental::cos(x);
    case 1:
      return experimental::sin(x);
    case 2:
      return experimental::exp(x);
    case 3:
      return experimental::exp2(x);
    case 4:
      return experimental::exp10(x);
    case 5:
      return experimental::log(x);
    case 6:
      return experimental::log2(x);
    case 7:
      return experimental::log10(x);
    case 8:
      return experimental::sqrt(x);
    case 9:
      return experimental::rsqrt(x);
    case 10:
      return experimental::tanh(x);
    case 11:
      return sycl::ext::oneapi::exp(-x);
    case 12:
      return sycl::ext::oneapi::sqrt(x);
    case 13:
      return exp(x);
    default:
      return experimental::sqrt<bfloat16>(x + 3);
    }
  };
  bfloat16 *out = sycl::malloc_shared<bfloat16>(count, q);
  q.parallel_for(count, [=](sycl::id<1> i) {
     out[i] = f(static_cast<std::uint32_t>(i[0]));
   }).wait();
  for (std::uint32_t i = 0; i < count; ++i) {
    const float host = f(i), difference = out[i] - host;
    CHECK(std::fabs(difference) <= std::fabs(host) * 0x1p-7f + 0x1p-20f);
  }
  CHECK(out[8] == 0.25f && out[2] > 1.0f);
  sycl::free(out, q);
}

SECTION(vec_and_marray) {
  using namespace sycl;
  conformance::both(q, 16, [](bool *ok) {
    using vec4 = vec<bfloat16, 4>;
    vec4 v(1.5f), w{1, 2, 3.0f, bfloat16(4)};
    v = v * w + bfloat16(0.5f);
    ok[0] = v.x() == 2 && v.w() == 6.5f && sizeof(vec4) == 8;
    v.lo() = w.hi();
    ok[1] = v[0] == 3 && v[1] == 4 && v[2] == 5;
    ok[2] = (v == w)[0] == 0 && (v != w)[0] == -1 && (-w)[1] == -2;
    const float4 f = w.convert<float>();
    ok[3] = f[0] == 1 && f[3] == 4;
    const float2 tie(1.00390625f, -1.00390625f);
    ok[4] = tie.convert<bfloat16>()[0] == 1 &&
            tie.convert<bfloat16, rounding_mode::rtp>()[0] == 1.0078125f &&
            tie.convert<bfloat16, rounding_mode::rtz>()[1] == -1 &&
            tie.convert<bfloat16, rounding_mode::rtn>()[1] == -1.0078125f;
    ok[5] = vec4(2.5f).convert<int>()[0] == 2 &&
            int2(7, 8).convert<bfloat16>()[1] == 8;
    ok[6] = w.as<vec<std::uint16_t, 4>>()[0] == 0x3f80;
    marray<bfloat16, 3> m(2.0f);
    m += m / bfloat16(4);
    ok[7] = m[2] == 2.5f && (m > m)[1] == false;
    m = experimental::fma(m, m, m);
    ok[8] = m[1] == 8.75f;
    const marray<bool, 3> none = experimental::isnan(m);
    ok[9] = !none[0];
    ok[10] = experimental::fmax(v, w)[3] == 6.5f &&
             experimental::fmin(v.lo(), w.lo())[1] == 2;
    const vec<bfloat16, 1> one(2.0f);
    const bfloat16 element = one;
    ok[11] = element + one == 4 && one < 3;
    ok[12] = v.convert<float>().convert<bfloat16>()[3] == v[3];
    vec<bfloat16, 2> loaded;
    const bfloat16 memory[] = {0, 1, 2, 3};
    loaded.load(1, memory);
    ok[13] = loaded[0] == 2 && loaded[1] == 3;
    ok[14] = sycl::minimum<>()(element, bfloat16(1)) == 1;
    ok[15] = (experimental::exp(v - v))[2] == 1;
  });
}

namespace {
/// A function object in which the type is a template's.
template <typename T> struct Axpy {
  T a;
  const T *x;
  T *y;
  void operator()(sycl::id<1> i) const { y[i] = a * x[i] + y[i]; }
};
} // namespace

SECTION(arguments_and_memory) {
  bfloat16 *x = sycl::malloc_shared<bfloat16>(8, q);
  bfloat16 *y = sycl::malloc_shared<bfloat16>(8, q);
  for (int i = 0; i < 8; ++i)
    x[i] = y[i] = float(i);
  q.parallel_for(8, Axpy<bfloat16>{2.0f, x, y}).wait();
  CHECK(y[0] == 0 && y[7] == 21);
  std::vector<bfloat16> host(8, bfloat16(1.5f));
  {
    sycl::buffer<bfloat16> b(host);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write);
      sycl::local_accessor<bfloat16> l(sycl::range(8), h);
      h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
        const std::size_t at = i.get_global_id(0);
        l[at] = a[at] + at;
        sycl::group_barrier(i.get_group());
        a[at] = l[7 - at];
      });
    });
    q.fill(x, bfloat16(3.0f), 8).wait();
  }
  CHECK(host[0] == 8.5f && host[7] == 1.5f && x[5] == 3);
  sycl::free(x, q);
  sycl::free(y, q);
}

SECTION(groups_and_reductions) {
  bfloat16 *out = sycl::malloc_shared<bfloat16>(16 * 4, q);
  bfloat16 *sum = sycl::malloc_shared<bfloat16>(2, q);
  sum[0] = 1;
  sum[1] = 0;
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
     const std::size_t at = i.get_global_id(0);
     const auto g = i.get_group();
     const auto s = i.get_sub_group();
     const bfloat16 mine = float(at);
     out[at] = sycl::reduce_over_group(g, mine, sycl::plus<>());
     out[16 + at] =
         sycl::inclusive_scan_over_group(g, mine, sycl::maximum<bfloat16>());
     out[32 + at] = sycl::group_broadcast(s, mine, 0) - mine;
     out[48 + at] = sycl::select_from_group(s, mine, s.get_local_id()) - mine;
   }).wait();
  for (int i = 0; i < 16; ++i)
    CHECK(out[i] == 120 && out[16 + i] == i && out[32 + i] <= 0 &&
          out[48 + i] == 0);
  static_assert(sycl::known_identity_v<sycl::multiplies<bfloat16>, bfloat16> ==
                    1 &&
                sycl::known_identity_v<sycl::minimum<>, bfloat16> ==
                    std::numeric_limits<bfloat16>::infinity());
  q.parallel_for(100, sycl::reduction(sum, sycl::plus<bfloat16>()),
                 sycl::reduction(sum + 1, sycl::maximum<>()),
                 [=](sycl::id<1> i, auto &add, auto &most) {
                   add += bfloat16(i[0] % 2);
                   most.combine(bfloat16(i[0] % 7));
                 })
      .wait();
  CHECK(sum[0] == 51 && sum[1] == 6);
  sycl::free(out, q);
  sycl::free(sum, q);
}
