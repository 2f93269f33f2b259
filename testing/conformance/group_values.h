// Values and operations that tests of group algorithms share.
#ifndef FACET_TESTING_CONFORMANCE_GROUP_VALUES_H_
#define FACET_TESTING_CONFORMANCE_GROUP_VALUES_H_

#include <cstddef>
#include <cstdint>

namespace conformance {

constexpr int value(std::size_t i) { return int(i * 7 % 31) + 1; }

struct first_of { // neither commutative nor with a known identity
  int operator()(int a, int) const { return a; }
};
struct times { // of 2x2 matrices modulo 97: associative, not commutative
  std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t a = x & 255, b = x >> 8 & 255, c = x >> 16 & 255,
                        d = x >> 24, e = y & 255, f = y >> 8 & 255,
                        g = y >> 16 & 255, h = y >> 24;
    return (a * e + b * g) % 97 | (a * f + b * h) % 97 << 8 |
           (c * e + d * g) % 97 << 16 | (c * f + d * h) % 97 << 24;
  }
};
constexpr std::uint32_t matrix(std::size_t i) {
  return std::uint32_t(i % 5 + 1) | std::uint32_t(i % 3) << 8 |
         std::uint32_t(i % 7) << 16 | 1u << 24;
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_GROUP_VALUES_H_
