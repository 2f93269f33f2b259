// SYCL 2020, 4.17.5 to 4.17.9: mathematical, integer, common, geometric and
// relational functions. That each is there for every type, and gives what the
// standard library gives; how precisely is //testing/math's to say.
#include "testing/conformance/both.h"
#include "testing/conformance/check.h"

#include <cmath>
#include <cstdint>
#include <limits>

CONFORMANCE_CHAPTER("functions");

namespace {

using conformance::is;

// NAME of type T, and what it should be, computed in double.
#define FUNCTION(NAME, CALL, REFERENCE)                                        \
  struct f_##NAME {                                                            \
    static constexpr const char *name = #NAME;                                 \
    template <typename T>                                                      \
    static auto call([[maybe_unused]] const T &x, [[maybe_unused]] const T &y, \
                     [[maybe_unused]] const T &z) {                            \
      return CALL;                                                             \
    }                                                                          \
    static double reference([[maybe_unused]] double x,                         \
                            [[maybe_unused]] double y,                         \
                            [[maybe_unused]] double z) {                       \
      return REFERENCE;                                                        \
    }                                                                          \
  };
#define ONE(NAME) FUNCTION(NAME, sycl::NAME(x), std::NAME(x))
#define ONE_PLUS(NAME) FUNCTION(NAME, sycl::NAME(x + y), std::NAME(x + y))
#define TWO(NAME) FUNCTION(NAME, sycl::NAME(x, y), std::NAME(x, y))
constexpr double pi = 3.141592653589793;

ONE(acos) ONE_PLUS(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt)
ONE(ceil) ONE(cos) ONE(cosh) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(expm1)
ONE(fabs) ONE(floor) ONE_PLUS(lgamma) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
ONE(logb) ONE(rint) ONE(round) ONE(sin) ONE(sinh) ONE(sqrt) ONE(tan) ONE(tanh)
ONE_PLUS(tgamma) ONE(trunc)
TWO(atan2) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot)
TWO(pow) TWO(remainder)
FUNCTION(acospi, sycl::acospi(x), std::acos(x) / pi)
FUNCTION(asinpi, sycl::asinpi(x), std::asin(x) / pi)
FUNCTION(atanpi, sycl::atanpi(x), std::atan(x) / pi)
FUNCTION(atan2pi, sycl::atan2pi(x, y), std::atan2(x, y) / pi)
FUNCTION(cospi, sycl::cospi(x), std::cos(x * pi))
FUNCTION(sinpi, sycl::sinpi(x), std::sin(x * pi))
FUNCTION(tanpi, sycl::tanpi(x), std::tan(x * pi))
FUNCTION(exp10, sycl::exp10(x), std::pow(10.0, x))
FUNCTION(rsqrt, sycl::rsqrt(x), 1 / std::sqrt(x))
FUNCTION(powr, sycl::powr(x, y), std::pow(x, y))
FUNCTION(fma, sycl::fma(x, y, z), x * y + z)
FUNCTION(mad, sycl::mad(x, y, z), x * y + z)
FUNCTION(maxmag, sycl::maxmag(x, z), z)
FUNCTION(minmag, sycl::minmag(x, z), x)
FUNCTION(nextafter, sycl::nextafter(x, y), x)
FUNCTION(ldexp, sycl::ldexp(x, 3), x * 8)
FUNCTION(pown, sycl::pown(x, 3), x * x * x)
FUNCTION(rootn, sycl::rootn(x, 3), std::cbrt(x))
FUNCTION(clamp, sycl::clamp(z, x, y), x)
FUNCTION(degrees, sycl::degrees(x), x * 180 / pi)
FUNCTION(radians, sycl::radians(x), x * pi / 180)
FUNCTION(max, sycl::max(x, y), y)
FUNCTION(min, sycl::min(x, y), x)
FUNCTION(mix, sycl::mix(x, y, x), x + (y - x) * x)
FUNCTION(sign, sycl::sign(z), -1)
FUNCTION(smoothstep, sycl::smoothstep(z, y, x),
         ((x - z) / (y - z)) * ((x - z) / (y - z)) *
             (3 - 2 * (x - z) / (y - z)))
FUNCTION(step, sycl::step(x, y), 1)

template <typename... F> struct list {
  static constexpr std::size_t size = sizeof...(F);
  template <typename T, typename Put>
  static void each(const T &x, const T &y, const T &z, Put put) {
    std::size_t at = 0;
    (put(at++, F::call(x, y, z)), ...);
  }
  static const char *name(std::size_t i) {
    const char *const names[] = {F::name...};
    return names[i];
  }
  static double reference(std::size_t i, double x, double y, double z) {
    const double all[] = {F::reference(x, y, z)...};
    return all[i];
  }
};
using reals = list<
    f_acos, f_acosh, f_asin, f_asinh, f_atan, f_atanh, f_cbrt, f_ceil, f_cos,
    f_cosh, f_erf, f_erfc, f_exp, f_exp2, f_expm1, f_fabs, f_floor, f_lgamma,
    f_log, f_log2, f_log10, f_log1p, f_logb, f_rint, f_round, f_sin, f_sinh,
    f_sqrt, f_tan, f_tanh, f_tgamma, f_trunc, f_atan2, f_copysign, f_fdim,
    f_fmax, f_fmin, f_fmod, f_hypot, f_pow, f_remainder, f_acospi, f_asinpi,
    f_atanpi, f_atan2pi, f_cospi, f_sinpi, f_tanpi, f_exp10, f_rsqrt, f_powr,
    f_fma, f_mad, f_maxmag, f_minmag, f_nextafter, f_ldexp, f_pown, f_rootn,
    f_clamp, f_degrees, f_radians, f_max, f_min, f_mix, f_sign, f_smoothstep,
    f_step>;

constexpr float values[3] = {0.625f, 1.75f, -2.25f};

/// Element is the type of one of `lanes` elements of T.
template <typename T, typename Element, typename Make>
void functions_of(sycl::queue &q, std::size_t lanes, double tolerance,
                  Make make) {
  auto *out = sycl::malloc_shared<Element>(reals::size * lanes, q);
  q.single_task([=] {
     reals::each(make(values[0]), make(values[1]), make(values[2]),
                 [=](std::size_t at, const T &result) {
                   if constexpr (std::is_same_v<T, Element>)
                     out[at] = result;
                   else
                     for (std::size_t l = 0; l < lanes; ++l)
                       out[at * lanes + l] = result[int(l)];
                 });
   }).wait();
  for (std::size_t at = 0; at < reals::size; ++at)
    for (std::size_t l = 0; l < lanes; ++l) {
      const double wanted =
          reals::reference(at, values[0], values[1], values[2]);
      const double got = static_cast<double>(out[at * lanes + l]);
      if (!CHECK(std::fabs(got - wanted) <=
                 tolerance * (std::fabs(wanted) + 0.25)))
        std::printf("  %s: %g, not %g\n", reals::name(at), got, wanted);
    }
  sycl::free(out, q);
}

/// All `count` answers of f must be true, on the device.
template <typename F> void on_device(sycl::queue &q, int count, F f) {
  bool *ok = sycl::malloc_shared<bool>(count, q);
  for (int i = 0; i < count; ++i)
    ok[i] = false;
  q.single_task([=] { f(ok); }).wait();
  for (int i = 0; i < count; ++i)
    if (!CHECK(ok[i]))
      std::printf("  number %d\n", i);
  sycl::free(ok, q);
}
inline bool near(float a, double b) {
  const float d = a - float(b);
  return (d < 0 ? -d : d) < 1e-3f;
}
} // namespace

SECTION(floats) {
  functions_of<float, float>(q, 1, 2e-6, [](float x) { return x; });
}
SECTION(vecs_of_float) {
  functions_of<sycl::float3, float>(q, 3, 2e-6,
                                    [](float x) { return sycl::float3(x); });
}
SECTION(marrays_of_float) {
  functions_of<sycl::mfloat2, float>(q, 2, 2e-6,
                                     [](float x) { return sycl::mfloat2(x); });
}
SECTION(doubles) {
  NEED(fp64);
  functions_of<double, double>(q, 1, 1e-13, [](float x) { return double(x); });
}
SECTION(halves) {
  NEED(fp16);
  functions_of<sycl::half, sycl::half>(
      q, 1, 4e-3, [](float x) { return sycl::half(x); });
}

SECTION(second_results) {
  on_device(q, 12, [](bool *ok) {
    float f = 0;
    int i = 0;
    ok[0] = sycl::fract(2.25f, &f) == 0.25f && f == 2;
    ok[1] = sycl::modf(-2.25f, &f) == -0.25f && f == -2;
    ok[2] = near(sycl::sincos(0.5f, &f), 0.479426) && near(f, 0.877583);
    ok[3] = sycl::frexp(10.0f, &i) == 0.625f && i == 4;
    ok[4] = near(sycl::lgamma_r(-0.5f, &i), 1.265512) && i == -1;
    ok[5] = sycl::remquo(-199.0f, 2.0f, &i) == 1 && i == -100;
    sycl::float2 v;
    sycl::int2 n;
    ok[6] = is(sycl::modf(sycl::float2(1.5f, -0.5f), &v), 0.5f, -0.5f) &&
            is(v, 1, 0);
    ok[7] = is(sycl::frexp(sycl::float2(8, 3), &n), 0.5f, 0.75f) && is(n, 4, 2);
    const auto p =
        sycl::address_space_cast<sycl::access::address_space::private_space,
                                 sycl::access::decorated::no>(&f);
    ok[8] = sycl::fract(5.5f, p) == 0.5f && f == 5;
    ok[9] = sycl::ilogb(10.0f) == 3 && is(sycl::ilogb(v + 8.0f), 3, 3);
    ok[10] = sycl::isnan(sycl::nan(0u));
    sycl::mfloat2 m;
    ok[11] = is(sycl::fract(sycl::mfloat2(1.5f, 2.25f), &m), 0.5f, 0.25f) &&
             is(m, 1, 2);
  });
}

SECTION(scalars_with_vecs) {
  on_device(q, 9, [](bool *ok) {
    const sycl::float2 v(1, 4);
    ok[0] = is(sycl::fmax(v, 2.0f), 2, 4) && is(sycl::fmin(v, 2.0f), 1, 2);
    ok[1] = is(sycl::max(v, 2.0f), 2, 4) && is(sycl::min(v, 2.0f), 1, 2);
    ok[2] = is(sycl::clamp(v, 2.0f, 3.0f), 2, 3);
    ok[3] = is(sycl::mix(v, v * 2.0f, 0.5f), 1.5f, 6);
    ok[4] = is(sycl::step(2.0f, v), 0, 1);
    ok[5] = is(sycl::smoothstep(0.0f, 2.0f, v), 0.5f, 1);
    ok[6] = is(sycl::ldexp(v, sycl::int2(1, 2)), 2, 16);
    ok[7] = is(sycl::pown(v, sycl::int2(5, 2)), 1, 16);
    ok[8] = is(sycl::max(sycl::int3(1, 5, 9), 4), 4, 5, 9);
  });
}

SECTION(native_and_half_precision) {
  on_device(q, 13, [](bool *ok) {
    namespace n = sycl::native;
    namespace h = sycl::half_precision;
    ok[0] = near(n::sin(0.5f), 0.479426) && near(h::sin(0.5f), 0.479426);
    ok[1] = near(n::cos(0.5f), 0.877583) && near(h::cos(0.5f), 0.877583);
    ok[2] = near(n::tan(0.5f), 0.546302) && near(h::tan(0.5f), 0.546302);
    ok[3] = near(n::exp(0.5f), 1.648721) && near(h::exp(0.5f), 1.648721);
    ok[4] = near(n::exp2(0.5f), 1.414214) && near(h::exp2(0.5f), 1.414214);
    ok[5] = near(n::exp10(0.5f), 3.162278) && near(h::exp10(0.5f), 3.162278);
    ok[6] = near(n::log(3.0f), 1.098612) && near(h::log(3.0f), 1.098612);
    ok[7] = near(n::log2(3.0f), 1.584963) && near(h::log2(3.0f), 1.584963);
    ok[8] = near(n::log10(3.0f), 0.477121) && near(h::log10(3.0f), 0.477121);
    ok[9] = near(n::sqrt(3.0f), 1.732051) && near(n::rsqrt(4.0f), 0.5) &&
            near(h::sqrt(3.0f), 1.732051) && near(h::rsqrt(4.0f), 0.5);
    ok[10] = near(n::recip(4.0f), 0.25) && near(n::divide(3.0f, 4.0f), 0.75) &&
             near(h::recip(4.0f), 0.25) && near(h::divide(3.0f, 4.0f), 0.75);
    ok[11] = near(n::powr(2.0f, 1.5f), 2.828427) &&
             near(h::powr(2.0f, 1.5f), 2.828427);
    const sycl::float2 v(4, 9), w(9, 4);
    const sycl::marray<float, 3> m{1, 2, 4};
    ok[12] = near(n::sqrt(v)[1], 3) && near(n::recip(w)[1], 0.25) &&
             near(n::divide(v, w)[0], 4.0 / 9) &&
             near(n::powr(m, m)[2], 256) && near(h::recip(m)[1], 0.5) &&
             near(h::divide(v, v)[0], 1);
  });
}

SECTION(integers) {
  on_device(q, 22, [](bool *ok) {
    using std::int8_t, std::uint8_t, std::int16_t, std::int64_t;
    using limits = std::numeric_limits<int>;
    ok[0] = sycl::abs(-5) == 5 && sycl::abs(int8_t(-7)) == 7;
    ok[1] = sycl::abs_diff(3, 10) == 7 && sycl::abs_diff(10u, 3u) == 7;
    ok[2] = sycl::add_sat(limits::max(), 1) == limits::max() &&
            sycl::add_sat(limits::min(), -1) == limits::min() &&
            sycl::add_sat(uint8_t(250), uint8_t(10)) == 255;
    ok[3] = sycl::sub_sat(3u, 5u) == 0 &&
            sycl::sub_sat(limits::min(), 1) == limits::min();
    ok[4] = sycl::hadd(limits::max(), limits::max() - 2) == limits::max() - 1 &&
            sycl::hadd(7, 8) == 7;
    ok[5] = sycl::rhadd(7, 8) == 8 && sycl::rhadd(-7, -8) == -7;
    ok[6] = sycl::clamp(5, 1, 3) == 3 && sycl::clamp(0u, 1u, 3u) == 1;
    ok[7] = sycl::clz(1) == 31 && sycl::clz(int16_t(1)) == 15 &&
            sycl::clz(int64_t(0)) == 64;
    ok[8] = sycl::ctz(8) == 3 && sycl::ctz(uint8_t(0)) == 8;
    ok[9] = sycl::popcount(0xf0f0) == 8 && sycl::popcount(int8_t(-1)) == 8;
    ok[10] = sycl::mad_hi(1 << 30, 8, 5) == 7;
    ok[11] = sycl::mad_sat(limits::max(), 2, 1) == limits::max() &&
             sycl::mad_sat(3, 4, 5) == 17;
    ok[12] = sycl::max(-3, 2) == 2 && sycl::min(int64_t(-3), int64_t(2)) == -3;
    ok[13] = sycl::mul_hi(1 << 20, 1 << 20) == 256 &&
             sycl::mul_hi(~std::uint64_t(0), std::uint64_t(2)) == 1;
    ok[14] = sycl::rotate(0x80000001u, 1u) == 3 &&
             sycl::rotate(uint8_t(0x81), uint8_t(4)) == 0x18;
    ok[15] = sycl::upsample(int8_t(-1), uint8_t(2)) == -254 &&
             sycl::upsample(1u, 5u) == (std::uint64_t(1) << 32) + 5;
    ok[16] = sycl::mul24(1000, -3) == -3000 && sycl::mad24(10u, 5u, 7u) == 57;
    ok[17] = is(sycl::abs(sycl::int2(-1, 2)), 1, 2) &&
             is(sycl::popcount(sycl::mint3(1, 3, 7)), 1, 2, 3);
    ok[18] = is(sycl::add_sat(sycl::uchar2(200, 1), sycl::uchar2(200, 1)), 255,
                2);
    ok[19] = is(sycl::rotate(sycl::uint2(1, 2), sycl::uint2(31, 1)), 1u << 31,
                4);
    ok[20] = is(sycl::upsample(sycl::short2(1, -1), sycl::ushort2(2, 3)),
                65538, -65533);
    ok[21] = is(sycl::clamp(sycl::int3(1, 5, 9), 2, 7), 2, 5, 7) &&
             is(sycl::clz(sycl::long2(1, 0)), 63, 64);
  });
}

SECTION(geometric) {
  on_device(q, 10, [](bool *ok) {
    const sycl::float3 a(1, 2, 3), b(4, 5, 6);
    ok[0] = is(sycl::cross(a, b), -3, 6, -3);
    ok[1] = is(sycl::cross(sycl::float4(1, 2, 3, 9), sycl::float4(4, 5, 6, 9)),
               -3, 6, -3, 0);
    ok[2] = sycl::dot(a, b) == 32 && sycl::dot(2.0f, 3.0f) == 6;
    ok[3] = near(sycl::length(sycl::float2(3, 4)), 5) && sycl::length(-2.0f) == 2;
    ok[4] = near(sycl::distance(a, b), 5.196152) &&
            near(sycl::distance(1.0f, 3.5f), 2.5);
    ok[5] = near(sycl::normalize(sycl::float2(3, 4))[1], 0.8);
    ok[6] = near(sycl::fast_length(sycl::float2(3, 4)), 5) &&
            near(sycl::fast_distance(a, b), 5.196152);
    ok[7] = near(sycl::fast_normalize(sycl::float2(3, 4))[0], 0.6);
    ok[8] = sycl::dot(sycl::mfloat3(1, 2, 3), sycl::mfloat3(4, 5, 6)) == 32;
    ok[9] = is(sycl::normalize(sycl::float3(0.0f)), 0, 0, 0);
  });
}

SECTION(relational) {
  on_device(q, 16, [](bool *ok) {
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const sycl::float4 a(1, nan, inf, -0.0f), b(1, 1, 2, 0);
    ok[0] = is(sycl::isequal(a, b), -1, 0, 0, -1) && sycl::isequal(1.f, 1.f);
    ok[1] = is(sycl::isnotequal(a, b), 0, -1, -1, 0);
    ok[2] = is(sycl::isgreater(a, b), 0, 0, -1, 0) &&
            is(sycl::isgreaterequal(a, b), -1, 0, -1, -1);
    ok[3] = is(sycl::isless(a, b), 0, 0, 0, 0) &&
            is(sycl::islessequal(a, b), -1, 0, 0, -1);
    ok[4] = is(sycl::islessgreater(a, b), 0, 0, -1, 0);
    ok[5] = is(sycl::isfinite(a), -1, 0, 0, -1) && sycl::isfinite(3.0f);
    ok[6] = is(sycl::isinf(a), 0, 0, -1, 0) && sycl::isinf(-inf);
    ok[7] = is(sycl::isnan(a), 0, -1, 0, 0) && !sycl::isnan(inf);
    ok[8] = is(sycl::isnormal(a), -1, 0, 0, 0) && !sycl::isnormal(1e-40f);
    ok[9] = is(sycl::isordered(a, b), -1, 0, -1, -1) &&
            is(sycl::isunordered(a, b), 0, -1, 0, 0);
    ok[10] = is(sycl::signbit(a), 0, 0, 0, -1) || a[1] != a[1];
    ok[11] = sycl::any(sycl::int2(0, -1)) && !sycl::all(sycl::int2(0, -1)) &&
             sycl::all(sycl::int2(-1, -5)) && !sycl::any(sycl::int2(1, 2));
    ok[12] = sycl::bitselect(0xffu, 0u, 0x0fu) == 0xf0u &&
             is(sycl::bitselect(sycl::int2(1), sycl::int2(2), sycl::int2(3)), 2,
                2);
    ok[13] = sycl::select(1, 2, true) == 2 && sycl::select(1.f, 2.f, false) == 1;
    ok[14] = is(sycl::select(sycl::float2(1, 2), sycl::float2(3, 4),
                             sycl::int2(0, -1)),
                1, 4) &&
             is(sycl::select(sycl::int2(1, 2), sycl::int2(3, 4),
                             sycl::uint2(0x80000000u, 1)),
                3, 2);
    const sycl::mfloat2 m(1, nan);
    ok[15] = is(sycl::isnan(m), false, true) &&
             sycl::any(sycl::mbool2(true, false)) &&
             !sycl::all(sycl::mbool2(true, false)) &&
             is(sycl::select(m, sycl::mfloat2(5, 6), sycl::mbool2(false, true)),
                1, 6);
  });
}
