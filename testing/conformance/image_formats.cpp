// Formats of images, as accessors read and write them (4.7.3).
#include "testing/conformance/images.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("images");

using sycl::image_format;

// A kernel reads all formats; the host, too.
SECTION(reading_formats) {
  const auto same = [](auto a, auto b) { return a == b; };
  using conformance::read_all;
  for (const image_format format :
       {image_format::r8g8b8a8_unorm, image_format::b8g8r8a8_unorm}) {
    std::vector<std::uint8_t> bytes(256);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t(0));
    std::vector<float> wanted;
    for (std::uint8_t b : bytes)
      wanted.push_back(b / 255.0f);
    if (format == image_format::b8g8r8a8_unorm)
      for (int i = 0; i < 256; i += 4)
        std::swap(wanted[i], wanted[i + 2]);
    CHECK(read_all<sycl::float4>(q, format, bytes, wanted, same));
  }
  {
    std::vector<std::uint16_t> shorts(65536);
    std::iota(shorts.begin(), shorts.end(), std::uint16_t(0));
    std::vector<float> unorm, half;
    for (std::uint16_t s : shorts)
      unorm.push_back(s / 65535.0f);
    CHECK(read_all<sycl::float4>(q, image_format::r16g16b16a16_unorm, shorts,
                                 unorm, same));
    for (std::uint16_t s : shorts) {
      const int exponent = s >> 10 & 31, fraction = s & 1023;
      const double magnitude =
          exponent == 31 ? fraction ? std::nan("") : HUGE_VAL
          : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                         : std::ldexp(fraction, -24);
      half.push_back(float(s & 0x8000 ? -magnitude : magnitude));
    }
    CHECK(read_all<sycl::float4>(q, image_format::r16b16g16a16_sfloat, shorts,
                                 half, [](float a, float b) {
                                   return std::isnan(b)
                                              ? std::isnan(a)
                                              : a == b && std::signbit(a) ==
                                                              std::signbit(b);
                                 }));
    std::vector<std::int16_t> as_signed(65536);
    std::memcpy(as_signed.data(), shorts.data(), 65536 * 2);
    CHECK(read_all<sycl::int4>(q, image_format::r16g16b16a16_sint, shorts,
                               as_signed, same));
    CHECK(read_all<sycl::uint4>(q, image_format::r16g16b16a16_uint, shorts,
                                shorts, same));
  }
  const std::vector<std::int8_t> bytes{0, 1, -1, 127, -128, 5, -5, 100};
  const std::vector<std::uint8_t> unsigned_bytes(bytes.begin(), bytes.end());
  CHECK(
      read_all<sycl::int4>(q, image_format::r8g8b8a8_sint, bytes, bytes, same));
  CHECK(read_all<sycl::uint4>(q, image_format::r8g8b8a8_uint, bytes,
                              unsigned_bytes, same));
  const std::vector<std::int32_t> words{0,         1, -1, INT32_MAX,
                                        INT32_MIN, 7, -7, 9};
  const std::vector<std::uint32_t> unsigned_words(words.begin(), words.end());
  CHECK(read_all<sycl::int4>(q, image_format::r32b32g32a32_sint, words, words,
                             same));
  CHECK(read_all<sycl::uint4>(q, image_format::r32b32g32a32_uint, words,
                              unsigned_words, same));
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> floats{0,   -0.0f, 1,      -2.5f,
                                  inf, -inf,  1e-30f, 3.4e38f};
  CHECK(read_all<sycl::float4>(q, image_format::r32g32b32a32_sfloat, floats,
                               floats, same));
}

// What a format cannot hold becomes the nearest it can.
SECTION(writing_formats) {
  using conformance::write_all;
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const std::vector<float> reals{0,   1,    -1,     2,    0.5f,     nan,
                                 inf, -inf, 0.001f, 0.1f, 1 / 3.0f, 0.998f};
  using bytes = std::vector<std::uint8_t>;
  using shorts = std::vector<std::uint16_t>;
  CHECK(write_all<sycl::float4>(
      q, image_format::r8g8b8a8_unorm, reals,
      bytes{0, 255, 0, 255, 128, 0, 255, 0, 0, 26, 85, 254}));
  CHECK(write_all<sycl::float4>(
      q, image_format::b8g8r8a8_unorm, reals,
      bytes{0, 255, 0, 255, 255, 0, 128, 0, 85, 26, 0, 254}));
  CHECK(write_all<sycl::float4>(
      q, image_format::r16g16b16a16_unorm, reals,
      shorts{0, 65535, 0, 65535, 32768, 0, 65535, 0, 66, 6554, 21845, 65404}));
  // 65520 is halfway to what would be 65536; 2^-25 halfway to the least.
  const std::vector<float> halves{1,        -2,         65504,      65519,
                                  65520,    -65520,     inf,        0x1p-24f,
                                  0x1p-25f, 0x1.8p-25f, 0x1.002p0f, 0x1.006p0f};
  CHECK(
      write_all<sycl::float4>(q, image_format::r16b16g16a16_sfloat, halves,
                              shorts{0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00,
                                     0xfc00, 0x7c00, 1, 0, 1, 0x3c00, 0x3c02}));
  CHECK(write_all<sycl::float4>(q, image_format::r32g32b32a32_sfloat, halves,
                                halves));
  const std::vector<std::int32_t> numbers{0,      -1,     127,       128,
                                          -128,   -129,   32767,     32768,
                                          -32768, -32769, INT32_MAX, INT32_MIN};
  const std::vector<std::uint32_t> positive{0,     1,     255, 256,
                                            65535, 65536, 77,  UINT32_MAX};
  CHECK(write_all<sycl::int4>(q, image_format::r8g8b8a8_sint, numbers,
                              std::vector<std::int8_t>{0, -1, 127, 127, -128,
                                                       -128, 127, 127, -128,
                                                       -128, 127, -128}));
  CHECK(write_all<sycl::int4>(
      q, image_format::r16g16b16a16_sint, numbers,
      std::vector<std::int16_t>{0, -1, 127, 128, -128, -129, 32767, 32767,
                                -32768, -32768, 32767, -32768}));
  CHECK(write_all<sycl::int4>(q, image_format::r32b32g32a32_sint, numbers,
                              numbers));
  CHECK(write_all<sycl::uint4>(q, image_format::r8g8b8a8_uint, positive,
                               bytes{0, 1, 255, 255, 255, 255, 77, 255}));
  CHECK(
      write_all<sycl::uint4>(q, image_format::r16g16b16a16_uint, positive,
                             shorts{0, 1, 255, 256, 65535, 65535, 77, 65535}));
  CHECK(write_all<sycl::uint4>(q, image_format::r32b32g32a32_uint, positive,
                               positive));
}

SECTION(half4) {
  NEED(fp16);
  std::vector<std::uint16_t> data{0x3c00, 0xc000, 0x0001, 0x7bff};
  std::vector<float> single{1.5f, -0.25f, 65520, 0x1p-24f};
  {
    sycl::unsampled_image<1> from(data.data(),
                                  image_format::r16b16g16a16_sfloat, 1);
    sycl::unsampled_image<1> to(single.data(),
                                image_format::r32g32b32a32_sfloat, 1);
    q.submit([&](sycl::handler &h) {
      auto f = from.get_access<sycl::half4>(h);
      auto t = to.get_access<sycl::half4>(h);
      h.single_task([=] {
        const sycl::half4 old = t.read(0);
        t.write(0, f.read(0));
        f.write(0, old + sycl::half4(1.0f));
      });
    });
    CHECK(from.get_host_access<sycl::half4>().read(0)[0] == 2.5f);
  }
  CHECK(single == std::vector<float>({1, -2, 0x1p-24f, 65504}));
  CHECK(data == std::vector<std::uint16_t>({0x4100, 0x3a00, 0x7c00, 0x3c00}));
}
