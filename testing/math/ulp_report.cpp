// How far each device's mathematics is from the exact result, in units in the
// last place, against the bounds of OpenCL (functions.inc). One table per
// device on stdout; exit code 1 if a function is beyond its bound, 2 if there
// is no device.
//
//   bazel run //testing/math:ulp_report
//
// The reference is computed on the host with a 64-bit (x87) or wider mantissa:
// for double its own error is below a hundredth of a unit. A device without
// fp64 or fp16 has no such column. Results that are subnormal may be zero, as
// OpenCL allows for float and half; so may operands.
//
// Each function is also given every pair of zeros, infinities, NaN, the
// smallest and largest numbers, and a few others; the results must have the
// reference's class and sign and be within the bound.

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

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

wide sinpi(wide x) {
  const wide r = std::remainder(x, wide(2));
  return std::sin(pi *
                  (std::fabs(r) > 0.5L ? std::copysign(wide(1), r) - r : r));
}
wide cospi(wide x) {
  const wide r = std::fabs(std::remainder(x, wide(2)));
  return r > 0.75L ? -std::cos(pi * (1 - r)) : std::sin(pi * (0.5L - r));
}

/// pow for operands that are not negative; the limits that pow has are none.
wide powr(wide x, wide y) {
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

const row rows[] = {
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
static_assert(special_count * special_count < samples / 2);

/// True where the sign of a zero is not laid down or the reference has none.
bool zero_has_any_sign(const std::string &name) {
  for (const char *free : {"sinpi", "cospi", "tanpi", "fmin", "fmax", "maxmag",
                           "minmag", "fdim", "fma", "erfc", "remainder"})
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
  for (std::size_t i = 0; i < special_count * special_count; ++i) {
    xs[i] = values[i / special_count];
    ys[i] = values[i % special_count];
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
bool is_right(const row &f, T result, T x, T y, double bound) {
  const auto fits = [&](wide a, wide b) {
    const wide exact = f.reference(a, b);
    const wide got = widen(result);
    if (got == 0 && exact == 0 && std::signbit(got) != std::signbit(exact) &&
        !zero_has_any_sign(f.name))
      return false;
    return bound < 0 ? std::isnan(got) == std::isnan(exact)
                     : ulp_error(result, exact) <= bound + 0.01;
  };
  if (fits(widen(x), widen(y)))
    return true;
  return traits<T>::may_flush && fits(widen(flushed(x)), widen(flushed(y)));
}

struct worst {
  double error = 0;
  double x = 0, y = 0;
};

template <typename T, int Group> class Evaluate;

template <typename T, int Group>
void launch(sycl::queue &queue, const T *xs, const T *ys, T *out) {
  queue
      .parallel_for<Evaluate<T, Group>>(
          sycl::range<1>(samples),
          [=](sycl::id<1> i) { evaluate<Group>(xs, ys, out, i[0]); })
      .wait();
  if constexpr (Group + 1 < groups)
    launch<T, Group + 1>(queue, xs, ys, out);
}

template <typename T>
std::vector<worst> measure(sycl::queue &queue, const char *type,
                           std::vector<std::string> &wrong) {
  T *xs = sycl::malloc_shared<T>(row_count * samples, queue);
  T *ys = sycl::malloc_shared<T>(row_count * samples, queue);
  T *out = sycl::malloc_shared<T>(row_count * samples, queue);
  std::mt19937_64 random(20200914);
  for (std::size_t r = 0; r < row_count; ++r) {
    fill(xs + r * samples, rows[r].low, rows[r].high, random);
    fill(ys + r * samples, rows[r].low2, rows[r].high2, random);
    fill_special(xs + r * samples, ys + r * samples);
  }
  launch<T, 0>(queue, xs, ys, out);
  std::vector<worst> result(row_count);
  constexpr std::size_t special = special_count * special_count;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double bound =
        traits<T>::digits == 11 ? rows[r].half_bound : rows[r].bound;
    const bool one_operand = rows[r].low2 == rows[r].high2;
    for (std::size_t i = r * samples; i < r * samples + special; ++i) {
      if (one_operand && i % special_count != 0)
        continue;
      if (is_right(rows[r], out[i], xs[i], ys[i], bound))
        continue;
      char text[160];
      std::snprintf(text, sizeof text, "%s(%s): x=%g y=%g gives %.9g, not %.9g",
                    rows[r].name, type, static_cast<double>(xs[i]),
                    static_cast<double>(ys[i]), static_cast<double>(out[i]),
                    static_cast<double>(
                        rows[r].reference(widen(xs[i]), widen(ys[i]))));
      wrong.push_back(text);
    }
  }
  for (std::size_t r = 0; r < row_count; ++r)
    for (std::size_t i = r * samples + special; i < (r + 1) * samples; ++i) {
      const wide x = widen(xs[i]), y = widen(ys[i]);
      const double error = ulp_error(out[i], rows[r].reference(x, y));
      if (error > result[r].error)
        result[r] = {error, static_cast<double>(x), static_cast<double>(y)};
    }
  for (T *memory : {xs, ys, out})
    sycl::free(memory, queue);
  return result;
}

/// Prints one cell; true if it is within its bound.
bool print(const worst &w, double bound, bool exact_in_wide) {
  // 0.5 leaves no room for the reference's own rounding.
  const bool right = bound < 0 || w.error <= bound + (exact_in_wide ? 0.01 : 0);
  std::printf("  %10.3g %c", w.error, right ? ' ' : '!');
  return right;
}

int report(const sycl::device &device) {
  sycl::queue queue(device);
  std::printf("%s\n%-10s %6s  %10s", 
              device.get_info<sycl::info::device::name>().c_str(), "function",
              "bound", "float");
  std::vector<std::string> wrong;
  const std::vector<worst> singles = measure<float>(queue, "float", wrong);
  std::vector<worst> doubles, halves;
  if (device.has(sycl::aspect::fp64))
    doubles = measure<double>(queue, "double", wrong);
  if (device.has(sycl::aspect::fp16))
    halves = measure<sycl::half>(queue, "half", wrong);
  std::printf("   %10s   %10s   (bound for half)\n",
              doubles.empty() ? "-" : "double", halves.empty() ? "-" : "half");
  std::vector<std::string> beyond;
  for (std::size_t r = 0; r < row_count; ++r) {
    const row &f = rows[r];
    std::printf("%-10s %6.3g", f.name, f.bound);
    auto check = [&](const std::vector<worst> &results, double bound,
                     const char *type) {
      if (results.empty()) {
        std::printf("  %10s  ", "-");
        return;
      }
      if (print(results[r], bound, true))
        return;
      char text[160];
      std::snprintf(text, sizeof text,
                    "%s(%s): %.3g ulp where %.3g are allowed, at x=%.17g y=%.17g",
                    f.name, type, results[r].error, bound, results[r].x,
                    results[r].y);
      beyond.push_back(text);
    };
    check(singles, f.bound, "float");
    check(doubles, f.bound, "double");
    check(halves, f.half_bound, "half");
    std::printf("  (%.3g)\n", f.half_bound);
  }
  for (const std::string &text : beyond)
    std::printf("BEYOND ITS BOUND: %s\n", text.c_str());
  for (const std::string &text : wrong)
    std::printf("WRONG: %s\n", text.c_str());
  std::printf("\n");
  return static_cast<int>(beyond.size() + wrong.size());
}

} // namespace

int main() {
  int devices = 0, beyond = 0;
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    for (const sycl::device &device : platform.get_devices()) {
      ++devices;
      try {
        beyond += report(device);
      } catch (const sycl::exception &e) {
        // A machine may have devices this program has nothing to say about.
        if (e.code() == sycl::errc::kernel_not_supported ||
            !device.has(sycl::aspect::usm_shared_allocations)) {
          std::printf("\nskipped: %s\n\n", e.what());
          continue;
        }
        std::printf("\nFAILED: %s\n", e.what());
        ++beyond;
      }
    }
  if (devices == 0) {
    std::printf("no device\n");
    return 2;
  }
  return beyond == 0 ? 0 : 1;
}
