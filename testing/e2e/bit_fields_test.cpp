// Bit-fields, structures of odd sizes and integers of odd widths on every device: what the same function computes on the
// host. Their neighbours in memory stay as they are.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

struct beside_a_byte {
  unsigned a : 20;
  std::uint8_t b;
  std::uint16_t c;
};
struct beside_bytes {
  signed long long a : 37;
  std::uint8_t b, c, d;
};
#pragma pack(push, 1)
struct without_padding {
  unsigned a : 25;
  std::uint16_t b;
  signed c : 12;
  signed d : 18;
  unsigned e : 27;
};
#pragma pack(pop)
struct more_than_a_word {
  unsigned a : 22;
  signed b : 25;
  signed c : 25;
  unsigned d : 19;
  signed e : 12;
  std::uint8_t f;
};
struct three_bytes {
  std::uint8_t r, g, b;
};

struct record {
  beside_a_byte one[3];
  beside_bytes two[2];
  without_padding three[3];
  more_than_a_word four[2];
  three_bytes five[5];
  std::uint64_t results[12];
};

bool is_one_of(unsigned x) {
  switch (x) {
  case 0: case 3: case 4: case 7: case 8: return true;
  default: return false;
  }
}
int of_a_table(unsigned x) {
  switch (x) {
  case 0: return 11;
  case 1: return -7;
  case 2: return 100;
  case 3: return 42;
  case 4: return 3;
  default: return 0;
  }
}

void fields(record &r, int v) {
  for (int i = 0; i < 3; ++i) {
    r.one[i].a = r.one[i].a * 7 - unsigned(v + i);
    r.one[i].b += std::uint8_t(r.one[i].a >> 13);
    r.three[i].a += unsigned(r.three[i].c * v);
    r.three[i].c = r.three[i].c / 3 - v;
    r.three[i].d = r.three[i].d ^ r.three[i].c;
    r.three[i].e -= r.three[i].a;
  }
  for (int i = 0; i < 2; ++i) {
    r.two[i].a = r.two[i].a * 5 - v * 1000003LL;
    r.two[i].c ^= std::uint8_t(r.two[i].a < 0 ? 1 : 2);
    r.four[i].a -= unsigned(v);
    r.four[i].b = r.four[i].b / (v | 1);
    r.four[i].c = -r.four[i].c;
    r.four[i].d ^= r.four[i].a >> 3;
    r.four[i].e = r.four[i].e < r.four[1 - i].e ? -1 : r.four[i].e;
    r.four[i].f++;
  }
  const more_than_a_word kept = r.four[v & 1];
  r.four[v & 1] = r.four[~v & 1];
  r.four[~v & 1] = kept;
  for (int i = 0; i < 4; ++i)
    r.five[i] = r.five[(i + v) % 5];
  r.results[0] = std::uint64_t(r.one[0].a) << 32 | r.one[1].a;
  r.results[1] = std::uint64_t(r.two[0].a) ^ std::uint64_t(r.four[1].c);
  r.results[2] = is_one_of(unsigned(v) % 9) * 2 + is_one_of(unsigned(v) % 5);
  r.results[3] = std::uint64_t(of_a_table(unsigned(v) % 6));
}

/// All operations in a width of its own.
template <typename Signed, typename Unsigned> std::uint64_t arithmetic(std::uint64_t x, std::uint64_t y) {
  const Signed a = Signed(x), b = Signed(y) | 1;
  const Unsigned c = Unsigned(x), d = Unsigned(y) | 1;
  const unsigned n = unsigned(y % 17);
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t value) { sum = sum * 31 + value; };
  add(std::uint64_t(Unsigned(c + d))), add(std::uint64_t(Unsigned(c - d))), add(std::uint64_t(Unsigned(c * d)));
  add(std::uint64_t(c / d)), add(std::uint64_t(c % d));
  if (b != Signed(-1))
    add(std::uint64_t(std::int64_t(a / b))), add(std::uint64_t(std::int64_t(a % b)));
  add(std::uint64_t(Unsigned(c << n))), add(std::uint64_t(c >> n)), add(std::uint64_t(std::int64_t(a >> n)));
  add(a < b), add(c < d), add(a >= b), add(c == d), add(std::uint64_t(std::int64_t(a < b ? a : b)));
  add(std::uint64_t(Unsigned(~c ^ d)));
  add(std::uint64_t(std::int64_t(a)));
  return sum;
}

void compute(record &r, int v) {
  fields(r, v);
  const std::uint64_t x = r.results[0] * 0x9e3779b97f4a7c15u + unsigned(v), y = x * 0xbf58476d1ce4e5b9u;
  r.results[4] = arithmetic<signed _BitInt(20), unsigned _BitInt(20)>(x, y);
  r.results[5] = arithmetic<signed _BitInt(37), unsigned _BitInt(37)>(x, y);
  r.results[6] = arithmetic<signed _BitInt(5), unsigned _BitInt(5)>(x >> 7, y >> 11);
  // Wider than 64 bits: what needs no multiplication.
  unsigned _BitInt(104) wide = x;
  wide = (wide << 40) + y;
  r.results[7] = std::uint64_t(wide >> unsigned(v % 100));
  r.results[8] = std::uint64_t((wide - x) >> 37) + (wide < (static_cast<unsigned _BitInt(104)>(y) << 33));
  signed _BitInt(90) sign = -static_cast<signed _BitInt(90)>(x);
  r.results[9] = std::uint64_t(static_cast<std::int64_t>(sign >> unsigned(20 + v % 60)));
}

record initial(int v) {
  record r;
  std::memset(&r, 0, sizeof r);
  unsigned char bytes[offsetof(record, results)];
  for (unsigned i = 0; i < sizeof bytes; ++i)
    bytes[i] = static_cast<unsigned char>((i + 1) * 2654435761u * unsigned(v + 3) >> 13);
  std::memcpy(&r, bytes, sizeof bytes);
  return r;
}

} // namespace

int main() {
  constexpr int count = 64;
  int wrong = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (sycl::default_selector_v(device) < 0)
      continue;
    sycl::queue queue(device);
    record *const records = sycl::malloc_shared<record>(count, queue);
    for (int i = 0; i < count; ++i)
      records[i] = initial(i);
    queue.parallel_for(count, [=](sycl::id<1> i) { compute(records[i], int(i)); }).wait();
    for (int i = 0; i < count; ++i) {
      record expected = initial(i);
      compute(expected, i);
      const auto *const found = reinterpret_cast<const unsigned char *>(&records[i]);
      for (unsigned at = 0; at < sizeof(record); ++at)
        if (found[at] != reinterpret_cast<const unsigned char *>(&expected)[at]) {
          std::printf("%s: byte %u of record %d: %d, not %d\n",
                      device.get_info<sycl::info::device::name>().c_str(), at, i, found[at],
                      reinterpret_cast<const unsigned char *>(&expected)[at]);
          ++wrong;
          break;
        }
    }
    sycl::free(records, queue);
  }
  return wrong != 0;
}
