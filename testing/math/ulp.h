// How far results of mathematical functions are from the exact ones, in units
// in the last place, against the bounds of OpenCL (functions.inc); shared by
// what asks the devices of a machine (ulp_report) and what runs the library of
// GPUs on the host (gpu_math_test).
//
// In: `evaluate`, applied to the operands that `fill_all` makes. Out: a table,
// what is beyond its bound, and what is wrong for special operands.
//
// The reference is computed on the host with a 64-bit (x87) or wider mantissa:
// for double its own error is below a hundredth of a unit. Results that are
// subnormal may be zero, as OpenCL allows for float and half; so may operands.
//
// Each function is also given every pair of zeros, infinities, NaN, the
// smallest and largest numbers, and a few others, and then operands of any
// bits; the results must have the reference's class and sign and be within the
// bound.
#ifndef FACET_TESTING_MATH_ULP_H_
#define FACET_TESTING_MATH_ULP_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace ulp {

using wide = long double;
constexpr wide pi = 3.14159265358979323846264338327950288L;
#ifndef __SYCL_DEVICE_ONLY__ // devices have no such type
static_assert(std::numeric_limits<wide>::digits >= 64, "a poor reference");
#endif

constexpr std::size_t samples = 4096;
constexpr int groups = 5;

enum row_index : std::size_t {
#define FUNCTION(GROUP, NAME, ...) row_##NAME,
#include "testing/math/functions.inc"
#undef FUNCTION
  row_count
};

// Zeros of these have the signs of "Additional requirements beyond C99 TC2".
inline wide sinpi(wide x) {
  const wide r = std::remainder(x, wide(2));
  const wide value = std::sin(
      pi * (std::fabs(r) > 0.5L ? std::copysign(wide(1), r) - r : r));
  return value == 0 ? std::copysign(wide(0), x) : value;
}
inline wide cospi(wide x) {
  const wide r = std::fabs(std::remainder(x, wide(2)));
  return r > 0.75L   ? -std::cos(pi * (1 - r))
         : r == 0.5L ? wide(0)
                     : std::sin(pi * (0.5L - r));
}

/// pow for operands that are not negative; the limits that pow has are none.
inline wide powr(wide x, wide y) {
  const bool undefined = x < 0 || (x == 0 && y == 0) ||
                         (std::isinf(x) && y == 0) || (x == 1 && std::isinf(y));
  if (undefined || std::isnan(x) || std::isnan(y))
    return std::numeric_limits<wide>::quiet_NaN();
  return std::pow(std::fabs(x), y);
}

struct row {
  const char *name;
  double bound, half_bound;
  double low, high, low2, high2;
  wide (*reference)(wide x, wide y);
};

inline const row rows[] = {
#define FUNCTION(GROUP, NAME, ULP, HALF_ULP, LOW, HIGH, LOW2, HIGH2, DEVICE,   \
                 REFERENCE)                                                    \
  {#NAME, ULP,   HALF_ULP,                                                     \
   LOW,   HIGH,  LOW2,                                                         \
   HIGH2, [](wide x, [[maybe_unused]] wide y) -> wide { return REFERENCE; }},
#include "testing/math/functions.inc"
#undef FUNCTION
};

/// All functions of a group for sample i of each row.
template <int Group, typename T>
void evaluate(const T *xs, const T *ys, T *out, std::size_t i) {
#define FUNCTION(GROUP, NAME, ULP, HALF_ULP, LOW, HIGH, LOW2, HIGH2, DEVICE,   \
                 REFERENCE)                                                    \
  if constexpr (GROUP == Group) {                                              \
    const T x = xs[row_##NAME * samples + i];                                  \
    [[maybe_unused]] const T y = ys[row_##NAME * samples + i];                 \
    out[row_##NAME * samples + i] = static_cast<T>(DEVICE);                    \
  }
#include "testing/math/functions.inc"
#undef FUNCTION
}

template <typename T> struct traits;
template <> struct traits<float> {
  static constexpr int digits = 24, min_exponent = -126;
  static constexpr bool may_flush = true;
};
template <> struct traits<double> {
  static constexpr int digits = 53, min_exponent = -1022;
  static constexpr bool may_flush = false;
};
template <> struct traits<sycl::half> {
  static constexpr int digits = 11, min_exponent = -14;
  static constexpr bool may_flush = true;
};

template <typename T> wide widen(T x) {
  if constexpr (std::is_same_v<T, sycl::half>)
    return static_cast<float>(x);
  else
    return x;
}

/// The distance of a result from the exact one in units of T at the exact one.
template <typename T> double ulp_error(T result, wide exact) {
  const wide value = widen(result);
  if (std::isnan(exact) || std::isnan(value))
    return std::isnan(exact) && std::isnan(value)
               ? 0
               : std::numeric_limits<double>::infinity();
  if (value == exact)
    return 0;
  const int exponent = exact == 0 ? traits<T>::min_exponent
                                  : std::max(std::ilogb(exact),
                                             traits<T>::min_exponent);
  // What is too large for T rounds to infinity.
  const wide largest = std::ldexp(
      2 - std::ldexp(wide(1), -traits<T>::digits), 1 - traits<T>::min_exponent);
  if (std::isinf(value) && std::fabs(exact) >= largest &&
      std::signbit(value) == std::signbit(exact))
    return 0;
  if (traits<T>::may_flush && value == 0 &&
      std::fabs(exact) < std::ldexp(wide(1), traits<T>::min_exponent))
    return 0;
  return static_cast<double>(std::fabs(value - exact) /
                             std::ldexp(wide(1),
                                        exponent - traits<T>::digits + 1));
}

/// What pairs of special operands are made of.
template <typename T> std::vector<T> special_values() {
  const auto power = [](int exponent) {
    return static_cast<T>(std::ldexp(1.0, exponent));
  };
  const int bottom = traits<T>::min_exponent, top = 1 - bottom;
  const T infinity = static_cast<T>(std::numeric_limits<float>::infinity());
  const T largest =
      static_cast<T>(std::ldexp(1.0 - std::ldexp(1.0, -traits<T>::digits),
                                top - 1) *
                     2);
  const T nan = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  const T smallest = power(bottom - traits<T>::digits + 1);
  return {T(0.0f),  T(-0.0f),  T(1.0f),     T(-1.0f),      T(0.5f),
          T(-2.5f), T(3.0f),   infinity,    -infinity,     nan,
          smallest, -smallest, power(bottom), -power(bottom), largest,
          -largest};
}
constexpr std::size_t special_count = 16;
/// Then come as many with any bits.
constexpr std::size_t special = special_count * special_count;
constexpr std::size_t any_count = 1024;
static_assert(special + any_count < samples / 2);

/// Whose functions are measured. Those of an OpenCL driver are not Facet's, and
/// PoCL's pay no heed to signs of zeros where only OpenCL lays them down.
enum class library { own, driver };

/// True where the sign of a zero is not laid down, or not heeded.
inline bool zero_has_any_sign(const std::string &name, library whose) {
  for (const char *free : {"sinpi", "cospi", "tanpi", "tgamma"})
    if (whose == library::driver && name == free)
      return true;
  for (const char *free : {"fmin", "fmax", "maxmag", "minmag"})
    if (name == free)
      return true;
  return false;
}

/// Half of the samples evenly spread, half so that small ones are as frequent
/// as large ones.
template <typename T>
void fill(T *out, double low, double high, std::mt19937_64 &random) {
  std::uniform_real_distribution<double> even(low, high), unit(0, 1);
  const double largest = std::max(std::fabs(low), std::fabs(high));
  for (std::size_t i = 0; i < samples; ++i) {
    double x = low == high ? low : even(random);
    if (i % 2 == 1) {
      const double size = largest * std::exp2(-12 * unit(random));
      const double sign = low < 0 && unit(random) < 0.5 ? -1 : 1;
      if (sign * size >= low && sign * size <= high)
        x = sign * size;
    }
    out[i] = static_cast<T>(static_cast<float>(x));
    // All bits of a double.
    if constexpr (std::is_same_v<T, double>)
      out[i] = x;
  }
}

template <typename T> void fill_special(T *xs, T *ys) {
  const std::vector<T> values = special_values<T>();
  for (std::size_t i = 0; i < special; ++i) {
    xs[i] = values[i / special_count];
    ys[i] = values[i % special_count];
  }
}

/// Any bits, quarters, and numbers of the size at which exponentials and gamma
/// functions overflow. What is in `ys` stays for every other of them.
template <typename T> void fill_any(T *xs, T *ys, std::mt19937_64 &random) {
  const auto bits = [&] {
    T value;
    const std::uint64_t any = random();
    std::memcpy(&value, &any, sizeof value);
    return value;
  };
  for (std::size_t i = 0; i < any_count; ++i) {
    xs[i] = bits();
    if (i % 4 != 0)
      xs[i] = static_cast<T>(
          (static_cast<float>(random() % 1601) - 800.0f) / 4.0f);
    if (i % 4 == 2)
      xs[i] += static_cast<T>(static_cast<float>(random() % 4096) / 16384.0f);
    if (i % 2 == 0)
      ys[i] = bits();
  }
}

template <typename T> T flushed(T x) {
  const wide size = std::fabs(widen(x));
  return size != 0 && size < std::ldexp(wide(1), traits<T>::min_exponent)
             ? static_cast<T>(std::copysign(0.0f, static_cast<float>(x)))
             : x;
}

/// Whether `result` is right for special operands.
template <typename T>
bool is_right(const row &f, T result, T x, T y, double bound, library whose) {
  const auto fits = [&](wide a, wide b) {
    const wide exact = f.reference(a, b);
    const wide got = widen(result);
    if (got == 0 && exact == 0 && std::signbit(got) != std::signbit(exact) &&
        !zero_has_any_sign(f.name, whose))
      return false;
    const double error = ulp_error(result, exact);
    return bound < 0 ? std::isfinite(error) : error <= bound + 0.01;
  };
  if (fits(widen(x), widen(y)))
    return true;
  return traits<T>::may_flush && fits(widen(flushed(x)), widen(flushed(y)));
}

struct worst {
  double error = 0;
  double x = 0, y = 0;
};

template <typename T> void fill_all(T *xs, T *ys) {
  std::mt19937_64 random(20200914);
  for (std::size_t r = 0; r < row_count; ++r) {
    const std::size_t at = r * samples;
    fill(xs + at, rows[r].low, rows[r].high, random);
    fill(ys + at, rows[r].low2, rows[r].high2, random);
    fill_special(xs + at, ys + at);
    fill_any(xs + at + special, ys + at + special, random);
  }
}

constexpr std::size_t most_said = 6;

/// What is wrong for operands that are special or have any bits.
template <typename T>
void check_special(std::size_t r, const T *xs, const T *ys, const T *out,
                   library whose, const char *type,
                   std::vector<std::string> &wrong) {
  const row &f = rows[r];
  const double bound = traits<T>::digits == 11 ? f.half_bound : f.bound;
  const bool one_operand = f.low2 == f.high2;
  std::size_t found = 0;
  for (std::size_t i = r * samples, n = 0; n < special + any_count; ++n, ++i) {
    if (one_operand && n < special && n % special_count != 0)
      continue;
    if (is_right(f, out[i], xs[i], ys[i], bound, whose) ||
        ++found > most_said)
      continue;
    char text[200];
    std::snprintf(
        text, sizeof text, "%s(%s): x=%.9g y=%.9g gives %.9g, not %.9g", f.name,
        type, static_cast<double>(xs[i]), static_cast<double>(ys[i]),
        static_cast<double>(out[i]),
        static_cast<double>(f.reference(widen(xs[i]), widen(ys[i]))));
    wrong.push_back(text);
  }
  if (found > most_said)
    wrong.push_back(std::string(f.name) + "(" + type + "): and " +
                    std::to_string(found - most_said) + " more");
}

template <typename T>
std::vector<worst> check_all(const T *xs, const T *ys, const T *out,
                             library whose, const char *type,
                             std::vector<std::string> &wrong) {
  std::vector<worst> result(row_count);
  for (std::size_t r = 0; r < row_count; ++r) {
    check_special(r, xs, ys, out, whose, type, wrong);
    for (std::size_t i = r * samples + special + any_count;
         i < (r + 1) * samples; ++i) {
      const wide x = widen(xs[i]), y = widen(ys[i]);
      const double error = ulp_error(out[i], rows[r].reference(x, y));
      if (error > result[r].error)
        result[r] = {error, static_cast<double>(x), static_cast<double>(y)};
    }
  }
  return result;
}

struct results {
  // Empty for a type that the device does not have.
  std::vector<worst> singles, doubles, halves;
  std::vector<std::string> wrong;
};

/// Prints one cell; what is beyond the bound goes to `beyond`.
inline void print(const row &f, const worst *w, double bound, const char *type,
                  std::vector<std::string> &beyond) {
  if (w == nullptr) {
    std::printf("  %10s  ", "-");
    return;
  }
  // 0.5 leaves no room for the reference's own rounding.
  const bool right = bound < 0 || w->error <= bound + 0.01;
  std::printf("  %10.3g %c", w->error, right ? ' ' : '!');
  if (right)
    return;
  char text[160];
  std::snprintf(text, sizeof text,
                "%s(%s): %.3g ulp where %.3g are allowed, at x=%.17g y=%.17g",
                f.name, type, w->error, bound, w->x, w->y);
  beyond.push_back(text);
}

/// The table of one device; how much is wrong.
inline int print_table(const char *device, const results &all) {
  const bool has_double = !all.doubles.empty(), has_half = !all.halves.empty();
  std::printf("%s\n%-10s %6s  %10s   %10s   %10s   (bound for half)\n", device,
              "function", "bound", "float", has_double ? "double" : "-",
              has_half ? "half" : "-");
  std::vector<std::string> beyond;
  for (std::size_t r = 0; r < row_count; ++r) {
    const row &f = rows[r];
    std::printf("%-10s %6.3g", f.name, f.bound);
    print(f, &all.singles[r], f.bound, "float", beyond);
    print(f, has_double ? &all.doubles[r] : nullptr, f.bound, "double", beyond);
    print(f, has_half ? &all.halves[r] : nullptr, f.half_bound, "half", beyond);
    std::printf("  (%.3g)\n", f.half_bound);
  }
  for (const std::string &text : beyond)
    std::printf("BEYOND ITS BOUND: %s\n", text.c_str());
  for (const std::string &text : all.wrong)
    std::printf("WRONG: %s\n", text.c_str());
  std::printf("\n");
  return static_cast<int>(beyond.size() + all.wrong.size());
}

} // namespace ulp

#endif // FACET_TESTING_MATH_ULP_H_
