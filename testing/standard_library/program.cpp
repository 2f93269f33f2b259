// Executes each snippet in a kernel of 96 work-items and on the host, and
// compares. Prints a row for each: "header|what|works", or what is wrong; on a
// device that cannot execute it "header|what|needs …", the aspects it lacks.
//
//     program [PART OF A ROW]
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <math.h>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <ratio>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace {

constexpr int work_items = 96, results = 64;
const char *wanted = "";

/// A result with its type: what computes without double needs none for it.
struct cell {
  enum : std::uint32_t { none, integer, single_precision, double_precision };
  std::uint64_t bits;
  std::uint32_t kind;

  template <typename T> void operator=(T value) {
    if constexpr (std::is_same_v<T, float>) {
      bits = sycl::bit_cast<std::uint32_t>(value), kind = single_precision;
    } else if constexpr (std::is_same_v<T, double>) {
      bits = sycl::bit_cast<std::uint64_t>(value), kind = double_precision;
    } else {
      bits = static_cast<std::uint64_t>(value), kind = integer;
    }
  }
  double number() const {
    return kind == double_precision ? sycl::bit_cast<double>(bits)
           : kind == single_precision
               ? sycl::bit_cast<float>(static_cast<std::uint32_t>(bits))
               : static_cast<double>(static_cast<std::int64_t>(bits));
  }
};

template <typename... T> void store(cell *out, T... values) {
  ((*out++ = values), ...);
}

/// The numbers of one work-item.
struct numbers {
  float x[16];
  int in[16];
  explicit numbers(int item) {
    for (int i = 0; i < 16; ++i) {
      in[i] = (item * 7 + i * 5 + 1) % 16;
      x[i] = 0.375f + 0.625f * static_cast<float>((item * 11 + i * 3) % 16);
    }
  }
};

using std::numeric_limits;
template <typename T>
inline constexpr T operands[24] = {T(0),
                                   T(-0.0f),
                                   T(1),
                                   T(-1),
                                   T(0.5f),
                                   T(-0.5f),
                                   T(1.5f),
                                   T(2.5f),
                                   T(-2.5f),
                                   T(0.37),
                                   T(3.7),
                                   T(12.25f),
                                   T(-7.3),
                                   T(100.6),
                                   T(1e-3),
                                   T(3e9),
                                   T(-1e10),
                                   T(0.999),
                                   numeric_limits<T>::max(),
                                   numeric_limits<T>::min(),
                                   -numeric_limits<T>::denorm_min() * 5,
                                   numeric_limits<T>::infinity(),
                                   -numeric_limits<T>::infinity(),
                                   numeric_limits<T>::quiet_NaN()};
template <typename T> T first(int item) { return operands<T>[item % 24]; }
template <typename T> T second(int item) {
  return operands<T>[(item * 5 + item / 24 * 7) % 24];
}

/// How many numbers of the type lie between two of one sign.
template <typename T, typename Bits> std::uint64_t distance(T a, T b) {
  const auto x = sycl::bit_cast<Bits>(a), y = sycl::bit_cast<Bits>(b);
  if (std::signbit(a) != std::signbit(b))
    return ~0ull;
  return x < y ? y - x : x - y;
}

/// Whether a result is the host's, or at most `units` units in the last place
/// from it where it has a fraction. Zeros have signs.
bool is_near(const cell &got, const cell &expected, std::uint64_t units) {
  if (got.kind != expected.kind)
    return false;
  if (got.bits == expected.bits)
    return true;
  if (got.kind < cell::single_precision)
    return false;
  const double a = got.number(), b = expected.number();
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (a == 0 && b == 0)
    return false;
  return units >= (got.kind == cell::double_precision
                       ? distance<double, std::uint64_t>(a, b)
                       : distance<float, std::uint32_t>(static_cast<float>(a),
                                                        static_cast<float>(b)));
}

/// The real and imaginary part, whose errors are relative to the whole number.
bool is_near_complex(const cell *got, const cell *expected, double units) {
  const std::complex<double> a(got[0].number(), got[1].number()),
      b(expected[0].number(), expected[1].number());
  const double one = got[0].kind == cell::double_precision ? 0x1p-52 : 0x1p-23;
  return got[0].kind == expected[0].kind &&
         std::abs(a - b) <= units * one * std::abs(b);
}

/// The names of the aspects that the message of an exception says.
std::string lacking(std::string_view message) {
  std::string aspects;
  for (auto at = message.find("'aspect::"); at != message.npos;
       at = message.find("'aspect::", at + 1)) {
    std::string name(
        message.substr(at + 9, message.find('\'', at + 1) - at - 9));
    aspects += (aspects.empty() ? "needs " : ", ") + name;
  }
  return aspects.empty() ? "refused: " + std::string(message) : aspects;
}

enum class parts { apart, complex };

std::string difference(const cell *got, const cell *expected, parts how,
                       std::uint64_t units) {
  char text[200];
  for (int i = 0; i < results; ++i) {
    const bool right =
        how == parts::apart ? is_near(got[i], expected[i], units)
        : expected[i].kind == 0
            ? got[i].kind == 0
            : is_near_complex(got + i / 2 * 2, expected + i / 2 * 2,
                              double(units));
    if (right)
      continue;
    std::snprintf(text, sizeof text, "result %d is %.17g (%#llx), not %.17g", i,
                  got[i].number(), static_cast<unsigned long long>(got[i].bits),
                  expected[i].number());
    return text;
  }
  return "";
}

template <typename F>
void compare(sycl::queue &q, const char *header, const char *what, F f,
             std::uint64_t units, parts how = parts::apart) {
  if (!std::strstr(what, wanted))
    return;
  cell *got = sycl::malloc_shared<cell>(work_items * results, q);
  std::memset(got, 0, work_items * results * sizeof(cell));
  std::string verdict = "works";
  try {
    q.parallel_for(work_items, [=](sycl::id<1> i) {
       f(static_cast<int>(i[0]), got + i[0] * results);
     }).wait();
    for (int item = 0; item < work_items && verdict == "works"; ++item) {
      cell expected[results] = {};
      f(item, expected);
      if (std::string wrong =
              difference(got + item * results, expected, how, units);
          !wrong.empty())
        verdict = "WRONG: work-item " + std::to_string(item) + ": " + wrong;
    }
  } catch (const sycl::exception &e) {
    verdict = lacking(e.what());
  }
  std::printf("%s|%s|%s\n", header, what, verdict.c_str());
  std::fflush(stdout);
  sycl::free(got, q);
}

// Of plain code, whose sums a device may contract to fused multiply-adds, and
// of mathematical functions. Those of complex numbers combine several.
constexpr std::uint64_t plain_units = 4, math_units = 4, complex_units = 8;

#define SNIPPET(HEADER, WHAT, ...)                                             \
  compare(                                                                     \
      q, HEADER, WHAT,                                                         \
      [](int item, cell *out) {                                                \
        numbers n(item);                                                       \
        [[maybe_unused]] float *x = n.x;                                       \
        [[maybe_unused]] int *in = n.in;                                       \
        __VA_ARGS__                                                            \
      },                                                                       \
      plain_units);
#define MATH_OF(TYPE, HEADER, WHAT, ...)                                       \
  compare(                                                                     \
      q, HEADER, WHAT,                                                         \
      [](int item, cell *out) {                                                \
        using T = TYPE;                                                        \
        [[maybe_unused]] const T v = first<T>(item), w = second<T>(item);      \
        store(out, __VA_ARGS__);                                               \
      },                                                                       \
      math_units);
#define MATH(HEADER, WHAT, ...)                                                \
  MATH_OF(float, HEADER, WHAT " (float)", __VA_ARGS__)                         \
  MATH_OF(double, HEADER, WHAT " (double)", __VA_ARGS__)
#define COMPLEX_OF(TYPE, HEADER, WHAT, ...)                                    \
  compare(                                                                     \
      q, HEADER, WHAT,                                                         \
      [](int item, cell *out) {                                                \
        using T = TYPE;                                                        \
        using C = std::complex<T>;                                             \
        numbers n(item);                                                       \
        const C z(T(n.x[0]) / 4, T(n.x[1]) / 4 - 1),                           \
            w(T(n.x[2]) / 8 - T(0.5f), T(-0.75f));                             \
        for (C one : {__VA_ARGS__})                                            \
          *out++ = one.real(), *out++ = one.imag();                            \
      },                                                                       \
      complex_units, parts::complex);
#define COMPLEX(HEADER, WHAT, ...)                                             \
  COMPLEX_OF(float, HEADER, WHAT " (float)", __VA_ARGS__)                      \
  COMPLEX_OF(double, HEADER, WHAT " (double)", __VA_ARGS__)

} // namespace

int main(int argc, char **argv) {
  if (argc > 1)
    wanted = argv[1];
  sycl::queue q;
// clang-format off
#include "snippets.inc"
#include "math.inc"
}
