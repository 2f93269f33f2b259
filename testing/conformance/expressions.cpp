// SYCL 2020, 5.4 and 6.5: expressions and loops compute on devices what C++ says:
// the sign of a zero, what becomes of a NaN, each bit of a value, loops that are
// entered at two places. Those of integers are in integer_expressions.cpp.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("expressions");

namespace {

template <typename T> struct bits_of;
template <> struct bits_of<double> {
  using type = std::uint64_t;
};
template <> struct bits_of<float> {
  using type = std::uint32_t;
};
template <> struct bits_of<sycl::half> {
  using type = std::uint16_t;
};
template <typename T> using bits = typename bits_of<T>::type;

template <typename T> bits<T> bits_from(T value) {
  bits<T> result;
  std::memcpy(&result, &value, sizeof(T));
  return result;
}

/// The ways to choose one of a value and a zero by comparing them.
constexpr int choices = 12;
template <typename T> T choose(int which, T x, T zero, T other_zero) {
  switch (which) {
  case 0: return x < zero ? x : zero;
  case 1: return x > zero ? x : zero;
  case 2: return x <= zero ? x : zero;
  case 3: return x >= zero ? x : zero;
  case 4: return x < zero ? zero : x;
  case 5: return x > zero ? zero : x;
  case 6: return x <= zero ? zero : x;
  case 7: return x >= zero ? zero : x;
  case 8: return !(x < zero) ? x : zero;
  case 9: return !(x > zero) ? zero : x;
  case 10: return x < other_zero ? x : zero;
  default: return x > other_zero ? x : zero;
  }
}

/// Each choice with constants, the comparison's zero and the other one of both
/// signs, on zeros and numbers of both signs.
template <typename T> bool signs_of_zero(sycl::queue &q) {
  const T values[] = {T(0.0f), T(-0.0f), T(1.5f), T(-1.5f), T(NAN)};
  constexpr int count = 5;
  T *in = sycl::malloc_shared<T>(count, q);
  T *out = sycl::malloc_shared<T>(count * choices * 2, q);
  std::copy(values, values + count, in);
  q.parallel_for(sycl::range(count), [=](sycl::id<1> i) {
     T *mine = out + i[0] * choices * 2;
#pragma unroll
     for (int c = 0; c < choices; ++c) {
       mine[2 * c] = choose(c, in[i], T(0.0f), T(-0.0f));
       mine[2 * c + 1] = choose(c, in[i], T(-0.0f), T(0.0f));
     }
   }).wait();
  bool right = true;
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 2 * choices; ++c) {
      const T zero = c % 2 ? T(-0.0f) : T(0.0f);
      const T wanted = choose(c / 2, values[i], zero, -zero);
      const T got = out[i * choices * 2 + c];
      // Of a NaN the bits are the device's own.
      if (bits_from(got) != bits_from(wanted) &&
          !(sycl::isnan(got) && sycl::isnan(wanted))) {
        std::printf("  choice %d of %g: %g instead of %g\n", c,
                    double(values[i]), double(got), double(wanted));
        right = false;
      }
    }
  sycl::free(in, q);
  sycl::free(out, q);
  return right;
}

template <typename Function, int... Constants>
void for_each_constant(const Function &function,
                       std::integer_sequence<int, Constants...>) {
  (function(std::integral_constant<int, Constants>()), ...);
}

/// Each choice between a constant and the result of each choice between a value
/// and this constant.
template <typename T> bool repeated_choices(sycl::queue &q, T constant) {
  const T values[] = {T(0.0f), T(-0.0f), T(1.5f), T(-1.5f), T(NAN), constant};
  constexpr int count = 6, pairs = choices * choices;
  T *in = sycl::malloc_shared<T>(count, q);
  T *out = sycl::malloc_shared<T>(count * pairs, q);
  std::copy(values, values + count, in);
  const auto choose_first = [&](auto first) {
    q.parallel_for(sycl::range(count), [=](sycl::id<1> i) {
       T *mine = out + i[0] * pairs + first * choices;
       const T chosen = choose(first, in[i], constant, constant);
#pragma unroll
       for (int second = 0; second < choices; ++second)
         mine[second] = choose(second, chosen, constant, constant);
     }).wait();
  };
  for_each_constant(choose_first, std::make_integer_sequence<int, choices>());
  // In memory, where the host's compiler does not join the two.
  std::vector<T> chosen;
  for (T value : values)
    for (int c = 0; c < choices; ++c)
      chosen.push_back(choose(c, value, constant, constant));
  bool right = true;
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < pairs; ++c) {
      const T wanted = choose(c % choices, chosen[i * choices + c / choices],
                              constant, constant);
      const T got = out[i * pairs + c];
      if (bits_from(got) != bits_from(wanted) &&
          !(sycl::isnan(got) && sycl::isnan(wanted))) {
        std::printf("  choice %d, then %d, of %g and %g: %g instead of %g\n",
                    c / choices, c % choices, double(values[i]),
                    double(constant), double(got), double(wanted));
        right = false;
      }
    }
  sycl::free(in, q);
  sycl::free(out, q);
  return right;
}

template <typename T> bool repeated_choices(sycl::queue &q) {
  return repeated_choices(q, T(0.0f)) && repeated_choices(q, T(-0.0f)) &&
         repeated_choices(q, T(1.0f));
}

/// Parts of the bits of computed values, stored, passed on and used further.
template <typename T, typename Part> bool part_of_bits(sycl::queue &q) {
  constexpr int count = 64, each = 6;
  const int rounds = int(count) / 16;
  Part *out = sycl::malloc_shared<Part>(count * each, q);
  q.parallel_for(sycl::range(count), [=](sycl::id<1> id) {
     const int i = int(id[0]);
     Part *mine = out + i * each;
     const T converted = T(i), sum = T(i) + T(1.25f);
     mine[0] = Part(sycl::bit_cast<bits<T>>(converted));
     mine[1] = Part(sycl::bit_cast<bits<T>>(sum));
     // The same through memory and by a pointer to its bytes.
     Part parts[sizeof(T) / sizeof(Part)];
     std::memcpy(parts, &sum, sizeof(T));
     mine[2] = parts[0];
     mine[3] = parts[i % (sizeof(T) / sizeof(Part))];
     // Carried through a loop.
     bits<T> mixed = sycl::bit_cast<bits<T>>(sum * sum);
     for (int r = 0; r < rounds; ++r)
       mixed = i % 2 ? mixed | bits<T>(bits<T>(1) << (sizeof(T) * 8 - 1))
                     : mixed;
     mine[4] = Part(mixed);
     const sycl::vec<T, 2> pair(converted, sum);
     mine[5] = pair.template as<
         sycl::vec<Part, 2 * sizeof(T) / sizeof(Part)>>()[0];
   }).wait();
  bool right = true;
  for (int i = 0; i < count; ++i) {
    const T converted = T(i), sum = T(i) + T(1.25f);
    Part parts[sizeof(T) / sizeof(Part)];
    std::memcpy(parts, &sum, sizeof(T));
    const Part wanted[each] = {Part(bits_from(converted)),
                               Part(bits_from(sum)),
                               parts[0],
                               parts[i % (sizeof(T) / sizeof(Part))],
                               Part(bits_from(T(sum * sum))),
                               Part(bits_from(converted))};
    for (int k = 0; k < each; ++k)
      if (out[i * each + k] != wanted[k]) {
        std::printf("  part %d of %d: %llx instead of %llx\n", k, i,
                    (unsigned long long)out[i * each + k],
                    (unsigned long long)wanted[k]);
        right = false;
      }
  }
  sycl::free(out, q);
  return right;
}

/// A loop that some work-items enter in its middle; each has its own number of
/// rounds. What it returns depends on the entry and on the rounds.
int rounds_of(bool middle, int rounds, int *steps) {
  int first = 0, second = 0;
  if (middle)
    goto second_half;
first_half:
  ++first;
  *steps = first;
second_half:
  if (second < rounds) {
    ++second;
    goto first_half;
  }
  return first * 100 + second;
}

} // namespace

SECTION(signs_of_zero_float) { CHECK(signs_of_zero<float>(q)); }
SECTION(signs_of_zero_double) {
  NEED(fp64);
  CHECK(signs_of_zero<double>(q));
}
SECTION(signs_of_zero_half) {
  NEED(fp16);
  CHECK(signs_of_zero<sycl::half>(q));
}

SECTION(parts_of_float) {
  CHECK(part_of_bits<float, std::uint8_t>(q));
  CHECK(part_of_bits<float, std::uint16_t>(q));
}
SECTION(parts_of_double) {
  NEED(fp64);
  CHECK(part_of_bits<double, std::uint8_t>(q));
  CHECK(part_of_bits<double, std::uint16_t>(q));
  CHECK(part_of_bits<double, std::uint32_t>(q));
}
SECTION(parts_of_half) {
  NEED(fp16);
  CHECK(part_of_bits<sycl::half, std::uint8_t>(q));
}

SECTION(repeated_choices_of_float) { CHECK(repeated_choices<float>(q)); }
SECTION(repeated_choices_of_double) {
  NEED(fp64);
  CHECK(repeated_choices<double>(q));
}
SECTION(repeated_choices_of_half) {
  NEED(fp16);
  CHECK(repeated_choices<sycl::half>(q));
}

// No comparison but "not equal" holds of NaN, whatever else is known of a number.
SECTION(comparisons_of_nan_with_negative_numbers) {
  float *numbers = sycl::malloc_shared<float>(2, q);
  float *least = sycl::malloc_shared<float>(2, q);
  int *larger = sycl::malloc_shared<int>(2, q);
  numbers[0] = std::numeric_limits<float>::quiet_NaN();
  numbers[1] = -2;
  q.parallel_for(2, [=](sycl::id<1> i) {
     const float size = sycl::fabs(numbers[i]);
     least[i] = -0.75f < size ? -0.75f : size;
     larger[i] = (size > -1) + 2 * !(size <= -1) + 4 * (size >= -3);
   }).wait();
  CHECK(least[0] != least[0]);
  CHECK(least[1] == -0.75f);
  CHECK(larger[0] == 2);
  CHECK(larger[1] == 7);
  sycl::free(numbers, q);
  sycl::free(least, q);
  sycl::free(larger, q);
}

// A flag as the bits of a number, and the bits of a number that is a flag.
SECTION(bits_of_flags) {
  float *given = sycl::malloc_shared<float>(2, q);
  float *floors = sycl::malloc_shared<float>(6, q);
  given[0] = 3;
  given[1] = 0;
  q.parallel_for(2, [=](sycl::id<1> i) {
     const unsigned bits = given[i] / 1e-40f != 0;
     floors[i] = sycl::floor(sycl::bit_cast<float>(bits));
     floors[2 + i] = -float(given[i] == 0);
     const int negative = i ? -0x40000000 : 0x40000000;
     floors[4 + i] = sycl::bit_cast<float>(-(negative + int(given[1])));
   }).wait();
  CHECK(floors[0] == 0);
  CHECK(floors[1] == 0);
  CHECK(floors[2] == 0 && std::signbit(floors[2]));
  CHECK(floors[3] == -1);
  CHECK(floors[4] == -2);
  CHECK(floors[5] == 2);
  sycl::free(given, q);
  sycl::free(floors, q);
}

// The largest half is 65504, however few bits an integer beyond it has.
SECTION(integers_beyond_half) {
  NEED(fp16);
  int *given = sycl::malloc_shared<int>(4, q);
  float *halves = sycl::malloc_shared<float>(8, q);
  for (int i = 0; i < 4; ++i)
    given[i] = 60 * i + 7;
  q.parallel_for(4, [=](sycl::id<1> i) {
     const unsigned char byte = given[i];
     halves[i] = float(sycl::half(int(byte) << 9));
     halves[4 + i] = float(sycl::half(float(-int(byte) * 1024)));
   }).wait();
  CHECK(halves[0] == 3584);
  CHECK(halves[1] == 34304);
  CHECK(halves[2] == 65024);
  CHECK(halves[3] == std::numeric_limits<float>::infinity());
  CHECK(halves[4] == -7168);
  CHECK(halves[5] == -std::numeric_limits<float>::infinity());
  sycl::free(given, q);
  sycl::free(halves, q);
}

SECTION(loop_entered_at_two_places) {
  constexpr int count = 96;
  int *rounds = sycl::malloc_shared<int>(count, q);
  int *out = sycl::malloc_shared<int>(2 * count, q);
  for (int i = 0; i < count; ++i)
    rounds[i] = i * 5 % 7;
  q.parallel_for(sycl::range(count), [=](sycl::id<1> id) {
     const int i = int(id[0]);
     out[count + i] = -1;
     out[i] = rounds_of(i % 3 != 0, rounds[i], out + count + i);
   }).wait();
  for (int i = 0; i < count; ++i) {
    int steps = -1;
    CHECK(out[i] == rounds_of(i % 3 != 0, rounds[i], &steps));
    CHECK(out[count + i] == steps);
  }
  sycl::free(rounds, q);
  sycl::free(out, q);
}
