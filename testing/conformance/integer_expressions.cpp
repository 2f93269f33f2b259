// SYCL 2020, 5.4 and 6.5: integer expressions compute on devices what C++ says:
// negations of the smallest number, minima of negations, parts of numbers and of
// products.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdint>
#include <limits>

CONFORMANCE_CHAPTER("expressions");

namespace {

/// Negations, absolute values and products with -1 of each number of \p T, as
/// operands of what depends on the sign.
template <typename T> bool signed_uses_of_negations(sycl::queue &q) {
  using limits = std::numeric_limits<T>;
  constexpr std::size_t count = std::size_t(1) << (8 * sizeof(T));
  constexpr int uses = 8, negations = 3;
  T *in = sycl::malloc_shared<T>(count, q);
  std::int64_t *out =
      sycl::malloc_shared<std::int64_t>(count * uses * negations, q);
  for (std::size_t i = 0; i < count; ++i)
    in[i] = T(limits::min() + int(i));
  const auto use = [](T x, T other, std::int64_t *to) {
    const int wide = x;
    to[0] = x;
    to[1] = wide;
    to[2] = x < other;
    to[3] = x >> 3;
    to[4] = x / (other | T(1));
    to[5] = wide * other;
    to[6] = std::int64_t(float(x));
    to[7] = std::int64_t(sycl::max(x, other));
  };
  q.parallel_for(sycl::range(count), [=](sycl::id<1> i) {
     const T x = in[i], other = in[count - 1 - i[0]];
     std::int64_t *mine = out + i[0] * uses * negations;
     use(T(-x), other, mine);
     use(T(x < 0 ? -x : x), other, mine + uses);
     use(T(x * T(-1)), other, mine + 2 * uses);
   }).wait();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const T x = in[i], other = in[count - 1 - i];
    const T negated = x == limits::min() ? x : T(-x);
    std::int64_t wanted[uses * negations];
    use(negated, other, wanted);
    use(x < 0 ? negated : x, other, wanted + uses);
    use(negated, other, wanted + 2 * uses);
    wrong += !std::equal(wanted, wanted + uses * negations,
                         out + i * uses * negations);
  }
  sycl::free(in, q);
  sycl::free(out, q);
  return wrong == 0;
}

/// Minima and maxima of three values and their negations, in each order.
constexpr int nestings = 12;
template <typename T> T nested(int which, T a, T b, T c) {
  auto min = [](T x, T y) { return y < x ? y : x; };
  auto max = [](T x, T y) { return x < y ? y : x; };
  switch (which) {
  case 0: return min(min(a, T(-b)), c);
  case 1: return min(min(T(-b), a), c);
  case 2: return min(c, min(a, T(-b)));
  case 3: return min(min(T(-a), T(-b)), c);
  case 4: return min(min(a, T(-b)), T(-c));
  case 5: return max(max(a, T(-b)), c);
  case 6: return max(max(T(-b), a), c);
  case 7: return max(c, max(a, T(-b)));
  case 8: return max(max(T(-a), T(-b)), T(-c));
  case 9: return max(min(a, T(-b)), c);
  case 10: return min(max(a, T(-b)), c);
  default: return max(max(a, T(~b)), T(b - c));
  }
}

template <typename T> bool minima_of_negations(sycl::queue &q) {
  constexpr int side = 7, count = side * side * side;
  const T values[side] = {T(-100), T(-3), T(-1), T(0), T(1), T(7), T(101)};
  T *in = sycl::malloc_shared<T>(side, q);
  T *out = sycl::malloc_shared<T>(count * nestings * 2, q);
  std::copy(values, values + side, in);
  q.parallel_for(sycl::range(side, side, side), [=](sycl::item<3> i) {
     const T a = in[i[0]], b = in[i[1]], c = in[i[2]];
     T *mine = out + i.get_linear_id() * nestings * 2;
#pragma unroll
     for (int k = 0; k < nestings; ++k)
       mine[2 * k] = nested(k, a, b, c);
     mine[1] = sycl::min(sycl::min(a, T(-b)), c);
     mine[3] = sycl::max(sycl::max(a, T(-b)), c);
   }).wait();
  bool right = true;
  for (int i = 0; i < count; ++i) {
    const T a = values[i / side / side], b = values[i / side % side],
            c = values[i % side];
    const T *mine = out + i * nestings * 2;
    for (int k = 0; k < nestings; ++k)
      right = right && mine[2 * k] == nested(k, a, b, c);
    right = right && mine[1] == nested(0, a, b, c) &&
            mine[3] == nested(5, a, b, c);
  }
  sycl::free(in, q);
  sycl::free(out, q);
  return right;
}

/// Which numbers of 16 bits a minimum or maximum takes to its bound.
template <typename T> unsigned reached_bounds(T x) {
  unsigned reached = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    reached |= unsigned(sycl::min(x, T(j)) == T(j)) << (4 * j);
    reached |= unsigned(sycl::max(x, T(j - 2)) != T(j - 2)) << (4 * j + 1);
  }
  const T bounded = sycl::min(sycl::max(x, T(1)), T(5));
  reached |= unsigned(bounded == 5) << 2 | unsigned(bounded == 1) << 3;
  const sycl::vec<T, 2> pair =
      sycl::min(sycl::max(sycl::vec<T, 2>(x, T(~x)), T(2)), T(7));
  reached |= unsigned(pair[0] == 7) << 6 | unsigned(pair[1] == 2) << 7;
  return reached | unsigned(pair[1] != 7) << 10;
}
template <typename T> bool bounds_are_reached(sycl::queue &q) {
  constexpr int count = 1 << 16;
  T *in = sycl::malloc_shared<T>(count, q);
  unsigned *out = sycl::malloc_shared<unsigned>(count, q);
  for (int i = 0; i < count; ++i)
    in[i] = T(i);
  q.parallel_for(count, [=](int i) { out[i] = reached_bounds(in[i]); }).wait();
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += out[i] != reached_bounds(in[i]);
  sycl::free(in, q);
  sycl::free(out, q);
  return wrong == 0;
}

/// Signed parts of an int as unsigned numbers, converted to \p T.
template <typename T> bool unsigned_parts(sycl::queue &q) {
  constexpr int count = 512, parts = 5;
  int *in = sycl::malloc_shared<int>(count, q);
  T *out = sycl::malloc_shared<T>(count * parts, q);
  for (int i = 0; i < count; ++i)
    in[i] = i * 40503 ^ i << 24;
  const auto convert = [](int x, T *to) {
    to[0] = T(unsigned(std::int8_t(x)));
    to[1] = T(unsigned(std::int8_t(x >> 8)));
    to[2] = T(unsigned(std::int16_t(x >> 16)));
    to[3] = T(unsigned(x >> 24));
    to[4] = T(unsigned(std::int8_t(x >> 3)));
  };
  q.parallel_for(count, [=](int i) { convert(in[i], out + i * parts); }).wait();
  bool right = true;
  for (int i = 0; i < count; ++i) {
    T wanted[parts];
    convert(in[i], wanted);
    right = right && std::equal(wanted, wanted + parts, out + i * parts);
  }
  sycl::free(in, q);
  sycl::free(out, q);
  return right;
}

/// Bits of products of small integers that are computed in 64 bits, as the
/// device and as the host computes them, with a factor of each work-item and
/// with one of all; \p Shift is a bit position.
template <class A, class B, int Shift>
int wrong_parts_of_products(sycl::queue &q) {
  constexpr int count = 1024;
  A *a = sycl::malloc_shared<A>(count, q);
  B *b = sycl::malloc_shared<B>(count, q);
  short *part = sycl::malloc_shared<short>(3 * count, q);
  for (int i = 0; i < count; ++i) {
    a[i] = A(i * 40503 >> 3);
    b[i] = B(i * 9973 - 5);
  }
  const A factor = a[count - 1];
  q.parallel_for(count, [=](sycl::id<1> i) {
     part[i] = short((long(a[i]) * b[i]) >> Shift);
     part[count + i] = short(sycl::mul_hi(long(a[i]) << (64 - Shift), long(b[i])));
     part[2 * count + i] = short((long(b[i]) * factor) >> Shift);
   }).wait();
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    volatile long product = long(a[i]) * b[i];
    const short known = short(product >> Shift);
    wrong += part[i] != known;
    // Shifted by fewer than 48 bits, a factor loses none.
    wrong += Shift > 16 && part[count + i] != known;
    product = long(b[i]) * factor;
    wrong += part[2 * count + i] != short(product >> Shift);
  }
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(part, q);
  return wrong;
}

template <class A, class B> int wrong_parts_of_all_products(sycl::queue &q) {
  return wrong_parts_of_products<A, B, 15>(q) +
         wrong_parts_of_products<A, B, 16>(q) +
         wrong_parts_of_products<A, B, 17>(q) +
         wrong_parts_of_products<A, B, 31>(q) +
         wrong_parts_of_products<A, B, 32>(q) +
         wrong_parts_of_products<A, B, 40>(q) +
         wrong_parts_of_products<A, B, 63>(q);
}

} // namespace

SECTION(signed_uses_of_negations) {
  CHECK(signed_uses_of_negations<std::int8_t>(q));
  CHECK(signed_uses_of_negations<std::int16_t>(q));
}

SECTION(minima_of_negations) {
  CHECK(minima_of_negations<std::int8_t>(q));
  CHECK(minima_of_negations<std::int16_t>(q));
  CHECK(minima_of_negations<std::int32_t>(q));
  CHECK(minima_of_negations<std::int64_t>(q));
}

SECTION(bounds_of_shorts) {
  CHECK(bounds_are_reached<std::int16_t>(q));
  CHECK(bounds_are_reached<std::uint16_t>(q));
}

SECTION(unsigned_parts_of_int) {
  CHECK(unsigned_parts<float>(q));
  if (q.get_device().has(sycl::aspect::fp64))
    CHECK(unsigned_parts<double>(q));
}

// Computed without a sign: that of the smallest number is itself.
SECTION(absolute_value_of_the_smallest_int) {
  int *numbers = sycl::malloc_shared<int>(4, q);
  numbers[0] = std::numeric_limits<int>::min();
  q.single_task([=] {
     const unsigned x = numbers[0];
     const int absolute = int(numbers[0] < 0 ? 0u - x : x);
     numbers[1] = absolute % 5;
     numbers[2] = absolute < 0;
     numbers[3] = absolute / 3;
   }).wait();
  CHECK(numbers[1] == -3);
  CHECK(numbers[2] == 1);
  CHECK(numbers[3] == -715827882);
  sycl::free(numbers, q);
}

// Saturated, which small types are by wider ones: in C++ and by the built-in
// functions; then compared.
SECTION(saturated_small_integers) {
  struct Given {
    short x;
    signed char y;
    unsigned char u;
  };
  struct Result {
    long negated;
    float negated_unsigned;
    int bytes, least, zeros, zeros_below;
  };
  Given *given = sycl::malloc_shared<Given>(3, q);
  Result *result = sycl::malloc_shared<Result>(3, q);
  given[0] = {-32768, -128, 3};
  given[1] = {32767, 127, 0};
  given[2] = {-1, -1, 255};
  q.parallel_for(3, [=](sycl::id<1> i) {
     const Given g = given[i];
     const short negated = sycl::sub_sat(short(0), g.x);
     const signed char bytes = sycl::sub_sat((signed char)0, g.y);
     const auto least = sycl::min(g.y, (signed char)0);
     result[i] = {negated,
                  float((unsigned short)negated),
                  bytes == 127,
                  least == 0,
                  sycl::ctz((unsigned char)least),
                  sycl::ctz(sycl::max(g.u, (unsigned char)1))};
   }).wait();
  const Result known[3] = {{32767, 32767, 1, 0, 7, 0},
                           {-32767, 32769, 0, 1, 8, 0},
                           {1, 1, 0, 0, 0, 0}};
  for (int i = 0; i < 3; ++i) {
    CHECK(result[i].negated == known[i].negated);
    CHECK(result[i].negated_unsigned == known[i].negated_unsigned);
    CHECK(result[i].bytes == known[i].bytes);
    CHECK(result[i].least == known[i].least);
    CHECK(result[i].zeros == known[i].zeros);
    CHECK(result[i].zeros_below == known[i].zeros_below);
  }
  sycl::free(given, q);
  sycl::free(result, q);
}

// The smallest number of 64 bits, without a sign, as in the section of the smallest int.
SECTION(absolute_value_of_the_smallest_long) {
  long long *numbers = sycl::malloc_shared<long long>(3, q);
  numbers[0] = std::numeric_limits<long long>::min();
  q.single_task([=] {
     const unsigned long long x = numbers[0];
     const long long absolute = (long long)(numbers[0] < 0 ? 0 - x : x);
     numbers[1] = sycl::add_sat(numbers[0], absolute);
     numbers[2] = absolute < 0;
   }).wait();
  CHECK(numbers[1] == std::numeric_limits<long long>::min());
  CHECK(numbers[2] == 1);
  sycl::free(numbers, q);
}

// Fixed-point arithmetic: 16 bits of a product of 64.
SECTION(parts_of_products) {
  CHECK(wrong_parts_of_all_products<signed char, signed char>(q) == 0);
  CHECK(wrong_parts_of_all_products<short, signed char>(q) == 0);
  CHECK(wrong_parts_of_all_products<unsigned char, short>(q) == 0);
  CHECK(wrong_parts_of_all_products<short, short>(q) == 0);
  CHECK(wrong_parts_of_all_products<unsigned short, short>(q) == 0);
  CHECK(wrong_parts_of_all_products<unsigned short, unsigned short>(q) == 0);
}

// A product of factors of 24 bits that are parts of more.
SECTION(masked_factors) {
  constexpr unsigned count = 8;
  auto *given = sycl::malloc_shared<std::uint32_t>(count, q);
  auto *sums = sycl::malloc_shared<std::uint64_t>(3 * count, q);
  for (unsigned i = 0; i < count; ++i)
    given[i] = 0x9e3779b9u * (i + 1);
  const auto compute = [](std::uint32_t a, std::uint32_t b,
                          std::uint64_t *out) {
    const std::uint64_t x = a & 0xffffff, y = b & 0xffffff;
    out[0] = x * y + a;
    out[count] = x * std::uint16_t(b) + (std::uint64_t(a) << 32);
    out[2 * count] = x * x + b;
  };
  q.parallel_for(count, [=](sycl::id<1> i) {
     compute(given[i], given[count - 1 - i], sums + i[0]);
   }).wait();
  for (unsigned i = 0; i < count; ++i) {
    std::uint64_t expected[2 * count + 1];
    compute(given[i], given[count - 1 - i], expected);
    CHECK(sums[i] == expected[0]);
    CHECK(sums[count + i] == expected[count]);
    CHECK(sums[2 * count + i] == expected[2 * count]);
  }
  sycl::free(given, q);
  sycl::free(sums, q);
}

// What a flag makes of the sign, in more bits.
SECTION(shifts_to_the_sign) {
  int *given = sycl::malloc_shared<int>(3, q);
  auto *wide = sycl::malloc_shared<std::int64_t>(6, q);
  given[0] = 1;
  given[1] = 2;
  given[2] = 3;
  q.parallel_for(3, [=](sycl::id<1> i) {
     const unsigned mask = -unsigned(given[i] < 2);
     wide[i] = std::int32_t(mask << 31);
     const std::uint16_t half = -std::uint16_t(given[i] > 2);
     wide[3 + i] = std::int16_t(half << 15);
   }).wait();
  CHECK(wide[0] == -2147483648ll);
  CHECK(wide[1] == 0 && wide[2] == 0 && wide[3] == 0 && wide[4] == 0);
  CHECK(wide[5] == -32768);
  sycl::free(given, q);
  sycl::free(wide, q);
}
