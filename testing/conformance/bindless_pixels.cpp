// Bindless images (sycl_ext_oneapi_bindless_images): what kernels read and
// write.
#include "testing/conformance/bindless_images.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

CONFORMANCE_CHAPTER("bindless_images");

namespace ex = sycl::ext::oneapi::experimental;
using conformance::computed;
using conformance::some;
using conformance::unsampled;
using sycl::image_channel_type;

namespace {

/// Reads `stored` as vectors of Number, and writes what was read to another
/// image, for each number of channels.
template <typename Number, typename Stored>
bool survives(sycl::queue &q, image_channel_type type,
              const std::vector<Stored> &stored,
              std::function<Number(Stored)> number_of) {
  bool all = true;
  for (unsigned channels = 1; channels <= 4; ++channels) {
    const std::size_t pixels = stored.size() / channels;
    const ex::image_descriptor of(sycl::range<1>(pixels), channels, type);
    std::vector<Stored> used(stored.begin(),
                             stored.begin() + pixels * channels);
    unsampled from(q, of, used);
    unsampled to(q, of, std::vector<Stored>(used.size()));
    const auto read = computed<sycl::vec<Number, 4>>(
        q, pixels, [f = from.handle, t = to.handle](int i) {
          const auto value = ex::fetch_image<sycl::vec<Number, 4>>(f, i);
          ex::write_image(t, i, value);
          return value;
        });
    for (std::size_t i = 0; i < pixels; ++i)
      for (unsigned c = 0; c < 4; ++c) {
        const Number wanted =
            c < channels ? number_of(used[i * channels + c]) : Number(0);
        all &= std::memcmp(&wanted, &read[i][c], sizeof(Number)) == 0;
      }
    const auto written = to.contents<Stored>(used.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
      const Number a = number_of(used[i]), b = number_of(written[i]);
      all &= std::memcmp(&a, &b, sizeof(Number)) == 0;
    }
  }
  return all;
}

} // namespace

SECTION(integer_channels) {
  NEED_IMAGES;
  const auto as_signed = [](auto x) { return std::int32_t(x); };
  const auto as_unsigned = [](auto x) { return std::uint32_t(x); };
  const auto numbers = {0,     1,      -1,    127, -128, 255,
                        32767, -32768, 65535, 99,  -7,   12};
  CHECK(survives<std::int32_t, std::int8_t>(q, image_channel_type::signed_int8,
                                            some<std::int8_t>(numbers),
                                            as_signed));
  CHECK(survives<std::int32_t, std::int16_t>(
      q, image_channel_type::signed_int16, some<std::int16_t>(numbers),
      as_signed));
  CHECK(survives<std::int32_t, std::int32_t>(
      q, image_channel_type::signed_int32, some<std::int32_t>(numbers),
      as_signed));
  CHECK(survives<std::uint32_t, std::uint8_t>(
      q, image_channel_type::unsigned_int8, some<std::uint8_t>(numbers),
      as_unsigned));
  CHECK(survives<std::uint32_t, std::uint16_t>(
      q, image_channel_type::unsigned_int16, some<std::uint16_t>(numbers),
      as_unsigned));
  CHECK(survives<std::uint32_t, std::uint32_t>(
      q, image_channel_type::unsigned_int32, some<std::uint32_t>(numbers),
      as_unsigned));
}

SECTION(real_channels) {
  NEED_IMAGES;
  std::vector<std::uint16_t> shorts;
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 65536; i += 3)
    shorts.push_back(std::uint16_t(i));
  for (int i = 0; i < 256; ++i)
    bytes.push_back(std::uint8_t(i));
  CHECK(
      survives<float, std::uint8_t>(q, image_channel_type::unorm_int8, bytes,
                                    [](std::uint8_t b) { return b / 255.0f; }));
  CHECK(survives<float, std::uint16_t>(
      q, image_channel_type::unorm_int16, shorts,
      [](std::uint16_t b) { return b / 65535.0f; }));
  CHECK(survives<float, std::uint8_t>(
      q, image_channel_type::snorm_int8, bytes,
      [](std::uint8_t b) { return std::max(std::int8_t(b) / 127.0f, -1.0f); }));
  CHECK(survives<float, std::uint16_t>(
      q, image_channel_type::snorm_int16, shorts, [](std::uint16_t b) {
        return std::max(std::int16_t(b) / 32767.0f, -1.0f);
      }));
  CHECK(survives<float, float>(q, image_channel_type::fp32,
                               {0, -0.0f, 1, -2.5f,
                                std::numeric_limits<float>::infinity(), 1e-30f,
                                3.4e38f, 0.1f, 5, 6, 7, 8},
                               [](float x) { return x; }));
  const std::vector<std::uint16_t> halves{0,      0x8000, 0x3c00, 0xc100,
                                          0x7c00, 1,      0x7bff, 0x3555};
  CHECK(survives<float, std::uint16_t>(
      q, image_channel_type::fp16, halves, [](std::uint16_t b) {
        const int exponent = b >> 10 & 31, fraction = b & 1023;
        const float magnitude =
            exponent == 31 ? HUGE_VALF
            : exponent     ? std::ldexp(1024.0f + fraction, exponent - 25)
                           : std::ldexp(float(fraction), -24);
        return b & 0x8000 ? -magnitude : magnitude;
      }));
}

// Values that the channels cannot hold become the nearest they can.
SECTION(written_values) {
  NEED_IMAGES;
  const float inf = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> reals{0, 1, -1, 2, 0.5f, -0.5f, nan, -inf};
  const auto stored = [&](image_channel_type type, auto zero, auto numbers) {
    using stored_type = decltype(zero);
    using number = typename decltype(numbers)::value_type;
    unsampled to(q, {sycl::range<1>(numbers.size()), 1, type},
                 std::vector<stored_type>(numbers.size()));
    sycl::buffer<number> in(numbers.data(), numbers.size());
    q.submit([&](sycl::handler &h) {
      const sycl::accessor a(in, h, sycl::read_only);
      h.parallel_for(numbers.size(), [=, t = to.handle](sycl::id<1> i) {
        ex::write_image(t, int(i[0]), a[i]);
      });
    });
    q.wait();
    return to.template contents<stored_type>(numbers.size());
  };
  CHECK(stored(image_channel_type::unorm_int8, std::uint8_t(0), reals) ==
        some<std::uint8_t>({0, 255, 0, 255, 128, 0, 0, 0}));
  CHECK(stored(image_channel_type::snorm_int8, std::int8_t(0), reals) ==
        some<std::int8_t>({0, 127, -127, 127, 64, -64, 0, -127}));
  CHECK(
      stored(image_channel_type::snorm_int16, std::int16_t(0), reals) ==
      some<std::int16_t>({0, 32767, -32767, 32767, 16384, -16384, 0, -32767}));
  const std::vector<int> integers{0, -1, 127, 128, -128, -129, 70000, -70000};
  CHECK(stored(image_channel_type::signed_int8, std::int8_t(0), integers) ==
        some<std::int8_t>({0, -1, 127, 127, -128, -128, 127, -128}));
  CHECK(stored(image_channel_type::unsigned_int16, std::uint16_t(0),
               std::vector<unsigned>{0, 1, 65535, 65536}) ==
        some<std::uint16_t>({0, 1, 65535, 65535}));
}

namespace {
struct rgba {
  float r, g, b, a;
};
struct pair_of_shorts {
  short r, g;
};
} // namespace

SECTION(types) {
  NEED_IMAGES;
  {
    unsampled image(q, {sycl::range<1>(3), 1, image_channel_type::fp32},
                    std::vector<float>{1.5f, -2, 3});
    CHECK(computed<float>(q, 3, [h = image.handle](int i) {
            return ex::fetch_image<float>(h, i);
          }) == std::vector<float>{1.5f, -2, 3});
    // Bits, where the numbers are of another kind.
    CHECK(computed<int>(q, 1, [h = image.handle](int i) {
            return ex::fetch_image<int>(h, i);
          }) == std::vector<int>{0x3fc00000});
    q.single_task([h = image.handle] {
       ex::write_image(h, 2, 0x3f800000);
     }).wait();
    CHECK(image.contents<float>(3)[2] == 1);
  }
  {
    unsampled image(q, {sycl::range<1>(2), 2, image_channel_type::signed_int8},
                    some<std::int8_t>({1, -2, 3, -4}));
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            const auto v = ex::fetch_image<sycl::vec<signed char, 2>>(h, i);
            return v[0] * 100 + v[1];
          }) == std::vector<int>{98, 296});
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            return int(ex::fetch_image<char>(h, i)) +
                   10 * ex::fetch_image<sycl::vec<short, 1>>(h, i)[0];
          }) == std::vector<int>{11, 33});
    q.single_task([h = image.handle] {
       ex::write_image(h, 0, sycl::vec<short, 2>(-128, 7));
       ex::write_image(h, 1, sycl::vec<signed char, 2>(8, 9));
     }).wait();
    CHECK(image.contents<std::int8_t>(4) == some<std::int8_t>({-128, 7, 8, 9}));
  }
  {
    // Three channels of memory, and of the vector, which is as large as four.
    unsampled image(q, {sycl::range<1>(2), 3, image_channel_type::fp32},
                    std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(computed<float>(q, 2, [h = image.handle](int i) {
            const auto v = ex::fetch_image<sycl::float3>(h, i);
            return v[0] * 100 + v[1] * 10 + v[2];
          }) == std::vector<float>{123, 456});
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            return ex::fetch_image<sycl::int3>(h, i)[2];
          }) == std::vector<int>{0x40400000, 0x40c00000});
    q.single_task([h = image.handle] {
       ex::write_image(h, 0, sycl::float3(7, 8, 9));
     }).wait();
    CHECK(image.contents<float>(6) == std::vector<float>{7, 8, 9, 4, 5, 6});
  }
  {
    // Types of the program's.
    unsampled image(q, {sycl::range<1>(2), 4, image_channel_type::fp32},
                    std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(computed<float>(q, 2, [h = image.handle](int i) {
            const auto p = ex::fetch_image<rgba, sycl::float4>(h, i);
            return p.r * 1000 + p.g * 100 + p.b * 10 + p.a;
          }) == std::vector<float>{1234, 5678});
    q.single_task([h = image.handle] {
       ex::write_image(h, 1, rgba{9, 8, 7, 6});
     }).wait();
    CHECK(image.contents<float>(8) ==
          std::vector<float>{1, 2, 3, 4, 9, 8, 7, 6});
    unsampled shorts(q,
                     {sycl::range<1>(1), 2, image_channel_type::signed_int16},
                     some<std::int16_t>({-5, 6}));
    CHECK(computed<int>(q, 1, [h = shorts.handle](int i) {
            const auto p =
                ex::fetch_image<pair_of_shorts, sycl::vec<short, 2>>(h, i);
            return p.r * 100 + p.g;
          }) == std::vector<int>{-494});
  }
}

SECTION(halves) {
  NEED_IMAGES;
  NEED(fp16);
  using sycl::half;
  unsampled image(q, {sycl::range<1>(2), 2, image_channel_type::fp16},
                  std::vector<half>{half(1.5f), half(-2), half(3), half(4)});
  unsampled bytes(q, {sycl::range<1>(1), 4, image_channel_type::unorm_int8},
                  some<std::uint8_t>({0, 51, 255, 102}));
  CHECK(computed<float>(q, 2, [h = image.handle](int i) {
          const auto v = ex::fetch_image<sycl::vec<half, 2>>(h, i);
          ex::write_image(h, i, sycl::vec<half, 2>(v[1], v[0]));
          return float(v[0]) * 100 + float(v[1]);
        }) == std::vector<float>{148, 304});
  CHECK(image.contents<half>(4) ==
        std::vector<half>{half(-2), half(1.5f), half(4), half(3)});
  CHECK(computed<half>(q, 1, [h = bytes.handle](int i) {
          return ex::fetch_image<sycl::half4>(h, i)[1];
        }) == std::vector<half>{half(0.2f)});
}

namespace {
template <int D> auto position(const int (&at)[3]) {
  if constexpr (D == 1)
    return at[0];
  else if constexpr (D == 2)
    return sycl::int2(at[0], at[1]);
  else
    return sycl::int3(at[0], at[1], at[2]);
}

/// Every pixel by its coordinates, and those next to the image.
template <int D> bool finds_pixels(sycl::queue &q, sycl::range<3> size) {
  sycl::range<D> extents = [&] {
    if constexpr (D == 1)
      return sycl::range<1>(size[0]);
    else if constexpr (D == 2)
      return sycl::range<2>(size[0], size[1]);
    else
      return size;
  }();
  const ex::image_descriptor of(extents, 2, image_channel_type::signed_int32);
  std::vector<int> pixels;
  for (int z = 0; z < (D > 2 ? int(size[2]) : 1); ++z)
    for (int y = 0; y < (D > 1 ? int(size[1]) : 1); ++y)
      for (int x = 0; x < int(size[0]); ++x)
        pixels.insert(pixels.end(), {x + 10 * y + 100 * z + 1, x});
  unsampled image(q, of, pixels);
  const int w = int(size[0]), h = D > 1 ? int(size[1]) : 1,
            d = D > 2 ? int(size[2]) : 1;
  const int ww = w + 2, hh = D > 1 ? h + 2 : 1, dd = D > 2 ? d + 2 : 1;
  const auto coordinates_of = [=](int i, int(&at)[3]) {
    at[0] = i % ww - 1;
    at[1] = D > 1 ? i / ww % hh - 1 : 0;
    at[2] = D > 2 ? i / ww / hh - 1 : 0;
  };
  const auto read =
      computed<int>(q, ww * hh * dd, [=, image = image.handle](int i) {
        int at[3];
        coordinates_of(i, at);
        return ex::fetch_image<sycl::int2>(image, position<D>(at))[0];
      });
  bool all = true;
  for (int i = 0; i < ww * hh * dd; ++i) {
    int at[3];
    coordinates_of(i, at);
    const bool inside = at[0] >= 0 && at[0] < w && at[1] >= 0 && at[1] < h &&
                        at[2] >= 0 && at[2] < d;
    all &= read[i] == (inside ? at[0] + 10 * at[1] + 100 * at[2] + 1 : 0);
  }
  // Writes next to the image do nothing.
  q.parallel_for(ww * hh * dd, [=, image = image.handle](sycl::id<1> i) {
     int at[3];
     coordinates_of(int(i[0]), at);
     ex::write_image(image, position<D>(at),
                     sycl::int2(at[0] - at[1] + 7 * at[2], 3));
   }).wait();
  const auto written = image.contents<int>(pixels.size());
  for (int z = 0, i = 0; z < d; ++z)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x, ++i)
        all &= written[2 * i] == x - y + 7 * z && written[2 * i + 1] == 3;
  return all;
}
} // namespace

SECTION(coordinates) {
  NEED_IMAGES;
  CHECK(finds_pixels<1>(q, {7, 1, 1}));
  CHECK(finds_pixels<2>(q, {7, 3, 1}));
  CHECK(finds_pixels<3>(q, {7, 3, 5}));
  CHECK(finds_pixels<3>(q, {1, 1, 1}));
  unsampled image(q, {{2, 2}, 1, image_channel_type::fp32},
                  std::vector<float>{1, 2, 3, 4});
  CHECK(computed<float>(q, 2, [h = image.handle](int i) {
          const int far = i ? INT32_MIN : INT32_MAX;
          return ex::fetch_image<float>(h, sycl::int2(far, far));
        }) == std::vector<float>{0, 0});
}
