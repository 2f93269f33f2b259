// Functions whose results are exact or nearly so, on every device against
// arithmetic of its own here: integers by 128-bit numbers, functions with two
// results, relational functions over special values, geometry.
//
// No result of these headers on the host is taken for right: the references
// are written from the specification (SYCL 2020, 4.17.6 to 4.17.9).
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

constexpr std::size_t count = 512;
int failures = 0;

template <typename T>
void expect(const char *what, std::size_t i, T got, T wanted) {
  const bool same = got == wanted || (got != got && wanted != wanted);
  if (same)
    return;
  if (++failures < 30)
    std::printf("FAILED: %s (%zu bytes) of operands %zu: %g, not %g\n", what,
                sizeof(T), i, static_cast<double>(got),
                static_cast<double>(wanted));
}

//===-- Integers ----------------------------------------------------------===//

template <typename T> struct integer_results {
  T abs, abs_diff, add_sat, sub_sat, mul_hi, mad_hi, mad_sat, hadd, rhadd,
      rotate, clz, ctz, popcount, min, max, clamp;
};
template <typename T> class Integers;

#ifndef __SYCL_DEVICE_ONLY__ // devices have no such type
using wide = __int128;
template <typename T> T saturate(wide x) {
  return static_cast<T>(
      std::clamp<wide>(x, std::numeric_limits<T>::min(),
                       std::numeric_limits<T>::max()));
}
template <typename T> constexpr int bits = static_cast<int>(sizeof(T) * 8);
/// Rounds towards minus infinity.
wide shifted(wide x, int by) { return x >> by; }

/// The product of two 64-bit numbers may need all of 128 bits and a sign.
template <typename T> T multiply_high(T x, T y) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
    return static_cast<T>(
        (static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)) >> 64);
  else
    return static_cast<T>(shifted(static_cast<wide>(x) * y, bits<T>));
}
template <typename T> T multiply_add_saturated(T x, T y, T z) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
    const auto product =
        static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y);
    const auto most = static_cast<unsigned __int128>(~T(0));
    return product > most - z ? ~T(0) : static_cast<T>(product + z);
  } else {
    return saturate<T>(static_cast<wide>(x) * y + z);
  }
}

template <typename T> integer_results<T> integers(T x, T y, T z) {
  using unsigned_type = std::make_unsigned_t<T>;
  const wide a = x, b = y;
  const unsigned_type u = static_cast<unsigned_type>(x);
  integer_results<T> r{};
  r.abs = static_cast<T>(a < 0 ? -a : a);
  r.abs_diff = static_cast<T>(a > b ? a - b : b - a);
  r.add_sat = saturate<T>(a + b);
  r.sub_sat = saturate<T>(a - b);
  r.mul_hi = multiply_high(x, y);
  r.mad_hi = static_cast<T>(static_cast<unsigned_type>(multiply_high(x, y)) +
                            static_cast<unsigned_type>(z));
  r.mad_sat = multiply_add_saturated(x, y, z);
  r.hadd = static_cast<T>(shifted(a + b, 1));
  r.rhadd = static_cast<T>(shifted(a + b + 1, 1));
  const int by = static_cast<int>(static_cast<unsigned_type>(y) % bits<T>);
  r.rotate = by == 0 ? x
                     : static_cast<T>((u << by) | (u >> (bits<T> - by)));
  int leading = 0, trailing = 0, ones = 0;
  for (int i = bits<T> - 1; i >= 0 && !(u >> i & 1); --i)
    ++leading;
  for (int i = 0; i < bits<T> && !(u >> i & 1); ++i)
    ++trailing;
  for (int i = 0; i < bits<T>; ++i)
    ones += u >> i & 1;
  r.clz = static_cast<T>(leading);
  r.ctz = static_cast<T>(trailing);
  r.popcount = static_cast<T>(ones);
  r.min = std::min(x, y);
  r.max = std::max(x, y);
  r.clamp = std::min(std::max(x, std::min(y, z)), std::max(y, z));
  return r;
}
#endif

template <typename T> T integer(std::size_t i, int salt) {
  const T edges[] = {0,
                     1,
                     2,
                     static_cast<T>(-1),
                     std::numeric_limits<T>::min(),
                     std::numeric_limits<T>::max(),
                     static_cast<T>(std::numeric_limits<T>::max() - 1),
                     static_cast<T>(std::numeric_limits<T>::max() / 2 + 1)};
  if (i < 64)
    return edges[salt == 0 ? i % 8 : salt == 1 ? i / 8 : (i * 5 + 3) % 8];
  std::uint64_t x = i * 0x9E3779B97F4A7C15ull + salt * 0xD1B54A32D192ED03ull;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9ull;
  return static_cast<T>(x >> (i % 2 ? 0 : 31));
}

template <typename T> void check_integers(sycl::queue &queue) {
  auto *out = sycl::malloc_shared<integer_results<T>>(count, queue);
  auto *in = sycl::malloc_shared<T>(3 * count, queue);
  for (std::size_t i = 0; i < 3 * count; ++i)
    in[i] = integer<T>(i / 3, static_cast<int>(i % 3));
  queue
      .parallel_for<Integers<T>>(
          sycl::range<1>(count),
          [=](sycl::id<1> id) {
            const T x = in[3 * id[0]], y = in[3 * id[0] + 1],
                    z = in[3 * id[0] + 2];
            integer_results<T> r{};
            r.abs = static_cast<T>(sycl::abs(x));
            r.abs_diff = static_cast<T>(sycl::abs_diff(x, y));
            r.add_sat = sycl::add_sat(x, y);
            r.sub_sat = sycl::sub_sat(x, y);
            r.mul_hi = sycl::mul_hi(x, y);
            r.mad_hi = sycl::mad_hi(x, y, z);
            r.mad_sat = sycl::mad_sat(x, y, z);
            r.hadd = sycl::hadd(x, y);
            r.rhadd = sycl::rhadd(x, y);
            r.rotate = sycl::rotate(x, y);
            r.clz = sycl::clz(x);
            r.ctz = sycl::ctz(x);
            r.popcount = sycl::popcount(x);
            r.min = sycl::min(x, y);
            r.max = sycl::max(x, y);
            r.clamp = sycl::clamp(x, sycl::min(y, z), sycl::max(y, z));
            out[id[0]] = r;
          })
      .wait_and_throw();
#ifndef __SYCL_DEVICE_ONLY__
  for (std::size_t i = 0; i < count; ++i) {
    const integer_results<T> wanted =
        integers(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
#define CHECK(NAME) expect(#NAME, i, out[i].NAME, wanted.NAME);
    CHECK(abs) CHECK(abs_diff) CHECK(add_sat) CHECK(sub_sat) CHECK(mul_hi)
    CHECK(mad_hi) CHECK(mad_sat) CHECK(hadd) CHECK(rhadd) CHECK(rotate)
    CHECK(clz) CHECK(ctz) CHECK(popcount) CHECK(min) CHECK(max) CHECK(clamp)
#undef CHECK
  }
#endif
  sycl::free(in, queue);
  sycl::free(out, queue);
}

//===-- Real numbers ------------------------------------------------------===//

template <typename T> struct real_results {
  T sine, cosine, whole, fraction, mantissa, remainder, log_gamma, fract,
      fract_floor, scaled, selected, dot, length, distance, normal, cross;
  int exponent, quotient, sign_of_gamma, ilogb;
  int isfinite, isinf, isnan, isnormal, signbit, isequal, isless, isgreater,
      islessequal, isgreaterequal, islessgreater, isnotequal, isordered,
      isunordered;
};
template <typename T> class Reals;

template <typename T> T real(std::size_t i) {
  using limits = std::numeric_limits<T>;
  const T edges[] = {T(0),
                     T(-0.0f),
                     T(1),
                     T(-1),
                     T(2.5f),
                     T(-0.75f),
                     limits::infinity(),
                     -limits::infinity(),
                     limits::quiet_NaN(),
                     limits::min(),
                     -limits::min(),
                     limits::max(),
                     limits::lowest(),
                     T(3),
                     T(1e-3f),
                     T(-7.25f)};
  if (i < 256)
    return edges[i % 16];
  return static_cast<T>((static_cast<int>(i * 7919 % 2003) - 1000) * 0.037f);
}
template <typename T> T second(std::size_t i) {
  return i < 256 ? real<T>(i / 16) : real<T>(i * 31 + 256);
}

template <typename T> void check_reals(sycl::queue &queue) {
  auto *out = sycl::malloc_shared<real_results<T>>(count, queue);
  auto *in = sycl::malloc_shared<T>(2 * count, queue);
  for (std::size_t i = 0; i < count; ++i) {
    in[2 * i] = real<T>(i);
    in[2 * i + 1] = second<T>(i);
  }
  queue
      .parallel_for<Reals<T>>(
          sycl::range<1>(count),
          [=](sycl::id<1> id) {
            using vec = sycl::vec<T, 3>;
            const T x = in[2 * id[0]], y = in[2 * id[0] + 1];
            real_results<T> r{};
            r.sine = sycl::sincos(x, &r.cosine);
            r.fraction = sycl::modf(x, &r.whole);
            r.mantissa = sycl::frexp(x, &r.exponent);
            r.remainder = sycl::remquo(x, y, &r.quotient);
            r.log_gamma = sycl::lgamma_r(x, &r.sign_of_gamma);
            r.fract = sycl::fract(x, &r.fract_floor);
            r.scaled = sycl::ldexp(x, 3);
            r.ilogb = sycl::ilogb(x);
            r.selected = sycl::select(x, y, sycl::isless(x, y) != 0);
            const vec v(x, T(2), y), w(T(3), y, T(-1));
            r.dot = sycl::dot(v, w);
            r.length = sycl::length(v);
            r.distance = sycl::distance(v, w);
            r.normal = sycl::normalize(vec(x, T(2), T(1)))[0];
            r.cross = sycl::cross(v, w)[1];
            r.isfinite = sycl::isfinite(x);
            r.isinf = sycl::isinf(x);
            r.isnan = sycl::isnan(x);
            r.isnormal = sycl::isnormal(x);
            r.signbit = sycl::signbit(x);
            r.isequal = sycl::isequal(x, y);
            r.isnotequal = sycl::isnotequal(x, y);
            r.isless = sycl::isless(x, y);
            r.isgreater = sycl::isgreater(x, y);
            r.islessequal = sycl::islessequal(x, y);
            r.isgreaterequal = sycl::isgreaterequal(x, y);
            r.islessgreater = sycl::islessgreater(x, y);
            r.isordered = sycl::isordered(x, y);
            r.isunordered = sycl::isunordered(x, y);
            out[id[0]] = r;
          })
      .wait_and_throw();
#ifndef __SYCL_DEVICE_ONLY__
  using number = long double;
  const auto near = [](const char *what, std::size_t i, T got, number wanted,
                       number slack) {
    const number difference = std::fabs(static_cast<number>(got) - wanted);
    const number unit = std::fabs(wanted) * std::numeric_limits<T>::epsilon();
    if (got != got && wanted != wanted)
      return;
    // What overflows in between, and subnormal numbers, are left to the device.
    if (!(std::fabs(wanted) < std::numeric_limits<T>::max() / 4) ||
        std::fabs(wanted) < std::numeric_limits<T>::min())
      return;
    if (!(difference <= slack * unit))
      expect(what, i, got, static_cast<T>(wanted));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const T x = in[2 * i], y = in[2 * i + 1];
    const number a = x, b = y;
    const real_results<T> &r = out[i];
    if (std::isinf(x) || std::isnan(x)) {
      expect("sincos", i, r.sine, std::numeric_limits<T>::quiet_NaN());
      expect("sincos", i, r.cosine, std::numeric_limits<T>::quiet_NaN());
    } else {
      near("sincos", i, r.sine, std::sin(a), 4);
      near("sincos", i, r.cosine, std::cos(a), 4);
    }
    T whole;
    expect("modf", i, r.fraction, std::modf(x, &whole));
    expect("modf", i, r.whole, whole);
    int exponent;
    const T mantissa = std::frexp(x, &exponent);
    expect("frexp", i, r.mantissa, mantissa);
    if (std::isfinite(x))
      expect("frexp", i, r.exponent, exponent);
    const T remainder = std::remainder(x, y);
    expect("remquo", i, r.remainder, remainder);
    // The lowest seven bits, with the quotient's sign. The C library's remquo
    // gives three.
    if (std::isfinite(x) && std::isfinite(y) && y != 0) {
      const number rest = std::signbit(x) ? -remainder : remainder;
      const number left = std::fmod(std::fabs(a), 128 * std::fabs(b)) - rest;
      const int quotient =
          static_cast<int>(std::rint(left / std::fabs(b))) % 128;
      expect("remquo", i, r.quotient,
             std::signbit(x) != std::signbit(y) ? -quotient : quotient);
    }
    if (std::isfinite(x) && x <= 0 && std::floor(x) == x)
      expect("lgamma_r", i, r.sign_of_gamma, 0);
    else if (std::isfinite(x)) {
      int sign;
      const number gamma = lgammal_r(a, &sign);
      expect("lgamma_r", i, r.sign_of_gamma, sign);
      if (std::fabs(gamma) > 0.1L)
        near("lgamma_r", i, r.log_gamma, gamma, 64);
    }
    if (std::isfinite(x)) {
      expect("fract", i, r.fract_floor, std::floor(x));
      expect("fract", i, r.fract,
             std::fmin(x - std::floor(x), std::nextafter(T(1), T(0))));
    }
    expect("ldexp", i, r.scaled, std::ldexp(x, 3));
    if (std::isfinite(x) && x != 0)
      expect("ilogb", i, r.ilogb, std::ilogb(x));
    expect("select", i, r.selected, x < y ? y : x);
    near("dot", i, r.dot, a * 3 + 2 * b - b, 16 + 16 * (std::fabs(a) + std::fabs(b)));
    near("length", i, r.length, std::sqrt(a * a + 4 + b * b), 8);
    near("distance", i, r.distance,
         std::sqrt((a - 3) * (a - 3) + (2 - b) * (2 - b) + (b + 1) * (b + 1)),
         8);
    if (std::isfinite(x))
      near("normalize", i, r.normal, a / std::sqrt(a * a + 5), 8);
    near("cross", i, r.cross, b * 3 + a, 16 + 16 * (std::fabs(a) + std::fabs(b)));
#define CHECK(NAME, VALUE) expect<int>(#NAME, i, r.NAME != 0, (VALUE) ? 1 : 0);
    CHECK(isfinite, std::isfinite(x))
    CHECK(isinf, std::isinf(x))
    CHECK(isnan, std::isnan(x))
    CHECK(isnormal, std::isnormal(x))
    CHECK(signbit, std::signbit(x))
    CHECK(isequal, x == y)
    CHECK(isnotequal, x != y)
    CHECK(isless, x < y)
    CHECK(isgreater, x > y)
    CHECK(islessequal, x <= y)
    CHECK(isgreaterequal, x >= y)
    CHECK(islessgreater, x < y || x > y)
    CHECK(isordered, x == x && y == y)
    CHECK(isunordered, x != x || y != y)
#undef CHECK
  }
#endif
  sycl::free(in, queue);
  sycl::free(out, queue);
}

//===-- Lengths -----------------------------------------------------------===//

template <typename T> class Lengths;

/// Squares of the elements overflow or vanish; lengths do not.
template <typename T> void check_lengths(sycl::queue &queue) {
  using limits = std::numeric_limits<T>;
  const T infinity = limits::infinity(), nan = limits::quiet_NaN();
  const T most = limits::max(), least = limits::min();
  const T unit = T(1), half = T(0.5f), tiny = limits::denorm_min();
  const T diagonal = sycl::sqrt(half);
  // Four elements, the length, the first two elements of the normalized one.
  const T cases[][7] = {
      {T(3), T(4), 0, 0, T(5), T(3) / T(5), T(4) / T(5)},
      {0, 0, 0, 0, 0, 0, 0},
      {most / T(8) * T(3), most / T(8) * T(4), 0, 0, most / T(8) * T(5),
       T(3) / T(5), T(4) / T(5)},
      {most / T(4), most / T(4), -most / T(4), most / T(4), most / T(2), half,
       half},
      {most, most, most, most, infinity, half, half},
      {most, unit, 0, 0, most, unit, unit / most},
      {least * T(3), least * T(4), 0, 0, least * T(5), T(3) / T(5), T(4) / T(5)},
      {0, 0, least, 0, least, 0, 0},
      {least * T(8), tiny, 0, 0, least * T(8), unit, tiny / (least * T(8))},
      {infinity, T(2), 0, 0, infinity, unit, 0},
      {infinity, -infinity, 0, 0, infinity, diagonal, -diagonal},
      {nan, unit, 0, 0, nan, nan, nan}};
  constexpr std::size_t rows = sizeof cases / sizeof *cases;
  T *in = sycl::malloc_shared<T>(7 * rows, queue);
  T *out = sycl::malloc_shared<T>(6 * rows, queue);
  for (std::size_t i = 0; i < 7 * rows; ++i)
    in[i] = cases[i / 7][i % 7];
  queue
      .parallel_for<Lengths<T>>(
          sycl::range<1>(rows),
          [=](sycl::id<1> id) {
            using vec = sycl::vec<T, 4>;
            const T *row = in + 7 * id[0];
            const vec v(row[0], row[1], row[2], row[3]);
            const vec normal = sycl::normalize(v);
            const vec zero(T(0));
            T *result = out + 6 * id[0];
            result[0] = sycl::length(v);
            result[1] = normal[0];
            result[2] = normal[1];
            result[3] = sycl::distance(v, zero);
            result[4] = sycl::length(sycl::vec<T, 2>(row[0], row[1]));
            result[5] = sycl::normalize(row[0]);
          })
      .wait_and_throw();
  const auto near = [](const char *what, std::size_t i, T got, T wanted) {
    if (got == wanted || (got != got && wanted != wanted) ||
        std::fabs(static_cast<double>(got) - static_cast<double>(wanted)) <=
            4 * static_cast<double>(limits::epsilon()) *
                std::fabs(static_cast<double>(wanted)))
      return;
    // Quotients that are subnormal may be zero.
    if (got == T(0) && std::fabs(static_cast<double>(wanted)) <
                           static_cast<double>(limits::min()))
      return;
    expect(what, i, got, wanted);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    const T *row = in + 7 * i, *result = out + 6 * i;
    near("length of four", i, result[0], row[4]);
    near("normalize", i, result[1], row[5]);
    near("normalize", i, result[2], row[6]);
    near("distance", i, result[3], row[4]);
    if (row[2] == T(0))
      near("length of two", i, result[4], row[4]);
    near("normalize of one", i, result[5], row[0] > T(0) ? unit : row[0]);
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    try {
      check_integers<std::int8_t>(queue);
      check_integers<std::uint8_t>(queue);
      check_integers<std::int16_t>(queue);
      check_integers<std::uint16_t>(queue);
      check_integers<std::int32_t>(queue);
      check_integers<std::uint32_t>(queue);
      check_integers<std::int64_t>(queue);
      check_integers<std::uint64_t>(queue);
      check_reals<float>(queue);
      check_lengths<float>(queue);
      if (device.has(sycl::aspect::fp64)) {
        check_reals<double>(queue);
        check_lengths<double>(queue);
      }
      if (device.has(sycl::aspect::fp16))
        check_lengths<sycl::half>(queue);
    } catch (const sycl::exception &e) {
      // A machine may have devices this program has no image for.
      if (e.code() != sycl::errc::kernel_not_supported)
        throw;
      std::printf("skipped: %s\n", e.what());
      continue;
    }
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
