// Bindless images (sycl_ext_oneapi_bindless_images).
//
// What samplers take is compared with sampled_image of SYCL 2020, whose
// sections (image_sampling.cpp) compare it with the specification.
#include "testing/conformance/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

CONFORMANCE_CHAPTER("bindless_images");

namespace {

namespace exp = sycl::ext::oneapi::experimental;
using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_channel_type;

constexpr auto normalized = coordinate_normalization_mode::normalized;
constexpr auto unnormalized = coordinate_normalization_mode::unnormalized;

/// An image's memory with contents, and a handle.
struct unsampled {
  sycl::queue q;
  exp::image_mem memory;
  exp::unsampled_image_handle handle;

  template <typename T>
  unsampled(sycl::queue queue, const exp::image_descriptor &of,
            const std::vector<T> &bytes)
      : q(queue), memory(of, q), handle(exp::create_image(memory, of, q)) {
    q.ext_oneapi_copy(bytes.data(), memory.get_handle(), of).wait();
  }
  unsampled(const unsampled &) = delete;
  ~unsampled() { exp::destroy_image_handle(handle, q); }

  template <typename T> std::vector<T> contents(std::size_t count) {
    std::vector<T> result(count);
    q.ext_oneapi_copy(memory.get_handle(), result.data(),
                      memory.get_descriptor())
        .wait();
    return result;
  }
};

/// What a kernel of one work-item per element returns.
template <typename T, typename F>
std::vector<T> computed(sycl::queue &q, std::size_t count, F f) {
  std::vector<T> result(count);
  sycl::buffer<T> out(result.data(), count);
  q.submit([&](sycl::handler &h) {
    const sycl::accessor a(out, h, sycl::write_only, sycl::no_init);
    h.parallel_for(count, [=](sycl::id<1> i) { a[i] = f(int(i[0])); });
  });
  sycl::host_accessor(out, sycl::read_only);
  return result;
}

/// Reads `stored` as vectors of Number, and writes what was read to another
/// image, for each number of channels.
template <typename Number, typename Stored>
bool survives(sycl::queue &q, image_channel_type type,
              const std::vector<Stored> &stored,
              std::function<Number(Stored)> number_of) {
  bool all = true;
  for (unsigned channels = 1; channels <= 4; ++channels) {
    const std::size_t pixels = stored.size() / channels;
    const exp::image_descriptor of(sycl::range<1>(pixels), channels, type);
    std::vector<Stored> used(stored.begin(),
                             stored.begin() + pixels * channels);
    unsampled from(q, of, used);
    unsampled to(q, of, std::vector<Stored>(used.size()));
    const auto read = computed<sycl::vec<Number, 4>>(
        q, pixels, [f = from.handle, t = to.handle](int i) {
          const auto value = exp::fetch_image<sycl::vec<Number, 4>>(f, i);
          exp::write_image(t, i, value);
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

template <typename T> std::vector<T> some(std::initializer_list<int> numbers) {
  std::vector<T> result;
  for (int n : numbers)
    result.push_back(static_cast<T>(n));
  return result;
}
std::vector<float> counted(std::size_t count) {
  std::vector<float> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(float((i * 37 + 5) % 64));
  return result;
}

} // namespace

#define NEED_IMAGES NEED(ext_oneapi_bindless_images)

SECTION(aspects_and_limits) {
  static_assert(SYCL_EXT_ONEAPI_BINDLESS_IMAGES >= 4);
  const sycl::device d = q.get_device();
  using sycl::aspect;
  const bool has = d.has(aspect::ext_oneapi_bindless_images);
  CHECK(has == d.has(aspect::usm_device_allocations));
  for (aspect a :
       {aspect::ext_oneapi_bindless_images_1d_usm,
        aspect::ext_oneapi_bindless_images_2d_usm,
        aspect::ext_oneapi_bindless_sampled_image_fetch_1d,
        aspect::ext_oneapi_bindless_sampled_image_fetch_2d,
        aspect::ext_oneapi_bindless_sampled_image_fetch_3d,
        aspect::ext_oneapi_image_array, aspect::ext_oneapi_cubemap,
        aspect::ext_oneapi_mipmap, aspect::ext_oneapi_mipmap_level_reference,
        aspect::ext_oneapi_unique_addressing_per_dim})
    CHECK(d.has(a) == has);
  // What is not there no device promises.
  for (aspect a : {aspect::ext_oneapi_mipmap_anisotropy,
                   aspect::ext_oneapi_cubemap_seamless_filtering,
                   aspect::ext_oneapi_external_memory_import,
                   aspect::ext_oneapi_bindless_images_gather})
    CHECK(!d.has(a));
  namespace info = exp::info::device;
  const auto align = d.get_info<info::image_row_pitch_align>();
  static_assert(std::is_same_v<decltype(align), const std::uint32_t>);
  CHECK((align != 0) == has);
  CHECK((d.get_info<info::max_image_linear_width>() >= 65536) == has);
  CHECK((d.get_info<info::max_image_linear_height>() >= 65536) == has);
  CHECK((d.get_info<info::max_image_linear_row_pitch>() >= 65536) == has);
  if (!has)
    CHECK_THROWS(feature_not_supported,
                 exp::alloc_image_mem(
                     {sycl::range<1>(4), 4, image_channel_type::fp32}, q));
}

SECTION(descriptors) {
  using exp::image_descriptor, exp::image_type;
  const image_descriptor none;
  CHECK(none.width == 0 && none.num_channels == 4 && none.num_levels == 1 &&
        none.channel_type == image_channel_type::fp32);
  const image_descriptor flat(sycl::range<2>(5, 3), 2,
                              image_channel_type::unorm_int8);
  CHECK(flat.width == 5 && flat.height == 3 && flat.depth == 0);
  flat.verify();
  image_descriptor({7, 6, 5}, 1, image_channel_type::fp16).verify();
  CHECK_THROWS(invalid, none.verify());
  const auto wrong = [&](auto change) {
    image_descriptor of = flat;
    change(of);
    CHECK_THROWS(invalid, of.verify());
    CHECK_THROWS(invalid, (void)exp::alloc_image_mem(of, q));
    CHECK_THROWS(invalid, exp::image_mem(of, q));
  };
  NEED_IMAGES;
  wrong([](image_descriptor &of) { of.num_channels = 0; });
  wrong([](image_descriptor &of) { of.num_channels = 5; });
  wrong([](image_descriptor &of) { of.num_levels = 2; });
  wrong([](image_descriptor &of) { of.array_size = 2; });
  wrong([](image_descriptor &of) { of.width = 0; });
  wrong([](image_descriptor &of) { of.height = 0, of.depth = 2; });
  wrong([](image_descriptor &of) { of.width = std::size_t(1) << 40; });
  wrong([](image_descriptor &of) {
    of.channel_type = image_channel_type::unorm_short_565;
  });
  const image_descriptor mipmap({16, 4}, 4, image_channel_type::fp32,
                                image_type::mipmap, 5);
  mipmap.verify();
  const image_descriptor level = mipmap.get_mip_level_desc(3);
  CHECK(level.width == 2 && level.height == 1 && level.depth == 0 &&
        level.type == image_type::standard && level.num_levels == 1);
  CHECK_THROWS(invalid, (void)mipmap.get_mip_level_desc(5));
  CHECK_THROWS(invalid, (void)flat.get_mip_level_desc(0));
  const image_descriptor array({4, 4}, 4, image_channel_type::fp32,
                               image_type::array, 1, 3),
      cubemap({4, 4}, 4, image_channel_type::fp32, image_type::cubemap, 1, 6);
  array.verify();
  cubemap.verify();
  const auto wrong_layers = [](image_descriptor of, auto change) {
    change(of);
    CHECK_THROWS(invalid, of.verify());
  };
  wrong_layers(array, [](image_descriptor &of) { of.array_size = 1; });
  wrong_layers(array, [](image_descriptor &of) { of.depth = 2; });
  wrong_layers(cubemap, [](image_descriptor &of) { of.array_size = 5; });
  wrong_layers(cubemap, [](image_descriptor &of) { of.height = 5; });
  // More than there is.
  CHECK_THROWS(
      memory_allocation,
      (void)exp::alloc_image_mem(
          {{INT32_MAX, INT32_MAX, INT32_MAX}, 4, image_channel_type::fp32}, q));
}

SECTION(memory) {
  NEED_IMAGES;
  const exp::image_descriptor of({5, 3}, 2, image_channel_type::signed_int16);
  {
    const exp::image_mem none;
    CHECK(none == exp::image_mem() && none.get_handle().raw_handle == 0);
    CHECK_THROWS(invalid, (void)none.get_descriptor());
    const exp::image_mem a(of, q), b(of, q.get_device(), q.get_context());
    exp::image_mem c = a;
    CHECK(a == c && a != b && a != none);
    CHECK(std::hash<exp::image_mem>()(a) == std::hash<exp::image_mem>()(c));
    CHECK(a.get_handle().raw_handle == c.get_handle().raw_handle);
    CHECK(a.get_handle().raw_handle != b.get_handle().raw_handle);
    CHECK(a.get_range() == sycl::range<3>(5, 3, 0));
    CHECK(a.get_channel_type() == image_channel_type::signed_int16);
    CHECK(a.get_num_channels() == 2);
    CHECK(a.get_type() == exp::image_type::standard);
    CHECK(a.get_device() == q.get_device());
    CHECK(a.get_context() == q.get_context());
    CHECK(a.get_descriptor().width == 5);
    c = b;
    CHECK(c == b);
  }
  const exp::image_mem_handle memory = exp::alloc_image_mem(of, q);
  CHECK(exp::get_image_range(memory, q) == sycl::range<3>(5, 3, 0));
  CHECK(sycl::ext::oneapi::get_image_range(memory, q.get_device(),
                                           q.get_context())[1] == 3);
  CHECK(exp::get_image_channel_type(memory, q) ==
        image_channel_type::signed_int16);
  CHECK(exp::get_image_num_channels(memory, q) == 2);
  const sycl::context other(q.get_device());
  CHECK_THROWS(invalid, (void)exp::get_image_num_channels(
                            memory, q.get_device(), other));
  CHECK_THROWS(memory_allocation,
               exp::free_image_mem(memory, exp::image_type::mipmap, q));
  CHECK_THROWS(memory_allocation,
               exp::free_image_mem(memory, exp::image_type::standard,
                                   q.get_device(), other));
  exp::free_image_mem(memory, exp::image_type::standard, q);
  CHECK_THROWS(memory_allocation,
               exp::free_image_mem(memory, exp::image_type::standard, q));
  CHECK_THROWS(invalid, (void)exp::get_image_range(memory, q));
}

SECTION(handles) {
  NEED_IMAGES;
  static_assert(sycl::is_device_copyable_v<exp::unsampled_image_handle> &&
                sycl::is_device_copyable_v<exp::sampled_image_handle>);
  const exp::image_descriptor of({4, 2}, 1, image_channel_type::fp32);
  const exp::image_mem memory(of, q);
  exp::unsampled_image_handle a = exp::create_image(memory, of, q);
  exp::unsampled_image_handle b = exp::create_image(
      memory.get_handle(), of, q.get_device(), q.get_context());
  exp::sampled_image_handle c =
      exp::create_image(memory, of, exp::bindless_image_sampler(), q);
  CHECK(a.raw_handle != b.raw_handle && a.raw_handle != c.raw_handle);
  CHECK(a.raw_handle && exp::unsampled_image_handle().raw_handle == 0);
  CHECK(exp::unsampled_image_handle(a.raw_handle).raw_handle == a.raw_handle);
  const sycl::context other(q.get_device());
  CHECK_THROWS(runtime,
               (void)exp::create_image(memory, of, q.get_device(), other));
  CHECK_THROWS(runtime, (void)exp::create_image(exp::image_mem(), of, q));
  // The memory is for another image.
  for (const exp::image_descriptor &wrong :
       {exp::image_descriptor({4, 3}, 1, image_channel_type::fp32),
        exp::image_descriptor({4, 2}, 2, image_channel_type::fp32)})
    CHECK_THROWS(runtime, (void)exp::create_image(memory, wrong, q));
  CHECK_THROWS(invalid, exp::destroy_image_handle(a, q.get_device(), other));
  exp::destroy_image_handle(a, q);
  CHECK_THROWS(invalid, exp::destroy_image_handle(a, q));
  exp::destroy_image_handle(b, q.get_device(), q.get_context());
  exp::destroy_image_handle(c, q);
  CHECK_THROWS(invalid, exp::destroy_image_handle(c, q));
}

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
        exp::write_image(t, int(i[0]), a[i]);
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
            return exp::fetch_image<float>(h, i);
          }) == std::vector<float>{1.5f, -2, 3});
    // Bits, where the numbers are of another kind.
    CHECK(computed<int>(q, 1, [h = image.handle](int i) {
            return exp::fetch_image<int>(h, i);
          }) == std::vector<int>{0x3fc00000});
    q.single_task([h = image.handle] {
       exp::write_image(h, 2, 0x3f800000);
     }).wait();
    CHECK(image.contents<float>(3)[2] == 1);
  }
  {
    unsampled image(q, {sycl::range<1>(2), 2, image_channel_type::signed_int8},
                    some<std::int8_t>({1, -2, 3, -4}));
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            const auto v = exp::fetch_image<sycl::vec<signed char, 2>>(h, i);
            return v[0] * 100 + v[1];
          }) == std::vector<int>{98, 296});
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            return int(exp::fetch_image<char>(h, i)) +
                   10 * exp::fetch_image<sycl::vec<short, 1>>(h, i)[0];
          }) == std::vector<int>{11, 33});
    q.single_task([h = image.handle] {
       exp::write_image(h, 0, sycl::vec<short, 2>(-128, 7));
       exp::write_image(h, 1, sycl::vec<signed char, 2>(8, 9));
     }).wait();
    CHECK(image.contents<std::int8_t>(4) == some<std::int8_t>({-128, 7, 8, 9}));
  }
  {
    // Three channels of memory, and of the vector, which is as large as four.
    unsampled image(q, {sycl::range<1>(2), 3, image_channel_type::fp32},
                    std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(computed<float>(q, 2, [h = image.handle](int i) {
            const auto v = exp::fetch_image<sycl::float3>(h, i);
            return v[0] * 100 + v[1] * 10 + v[2];
          }) == std::vector<float>{123, 456});
    CHECK(computed<int>(q, 2, [h = image.handle](int i) {
            return exp::fetch_image<sycl::int3>(h, i)[2];
          }) == std::vector<int>{0x40400000, 0x40c00000});
    q.single_task([h = image.handle] {
       exp::write_image(h, 0, sycl::float3(7, 8, 9));
     }).wait();
    CHECK(image.contents<float>(6) == std::vector<float>{7, 8, 9, 4, 5, 6});
  }
  {
    // Types of the program's.
    unsampled image(q, {sycl::range<1>(2), 4, image_channel_type::fp32},
                    std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(computed<float>(q, 2, [h = image.handle](int i) {
            const auto p = exp::fetch_image<rgba, sycl::float4>(h, i);
            return p.r * 1000 + p.g * 100 + p.b * 10 + p.a;
          }) == std::vector<float>{1234, 5678});
    q.single_task([h = image.handle] {
       exp::write_image(h, 1, rgba{9, 8, 7, 6});
     }).wait();
    CHECK(image.contents<float>(8) ==
          std::vector<float>{1, 2, 3, 4, 9, 8, 7, 6});
    unsampled shorts(q,
                     {sycl::range<1>(1), 2, image_channel_type::signed_int16},
                     some<std::int16_t>({-5, 6}));
    CHECK(computed<int>(q, 1, [h = shorts.handle](int i) {
            const auto p =
                exp::fetch_image<pair_of_shorts, sycl::vec<short, 2>>(h, i);
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
          const auto v = exp::fetch_image<sycl::vec<half, 2>>(h, i);
          exp::write_image(h, i, sycl::vec<half, 2>(v[1], v[0]));
          return float(v[0]) * 100 + float(v[1]);
        }) == std::vector<float>{148, 304});
  CHECK(image.contents<half>(4) ==
        std::vector<half>{half(-2), half(1.5f), half(4), half(3)});
  CHECK(computed<half>(q, 1, [h = bytes.handle](int i) {
          return exp::fetch_image<sycl::half4>(h, i)[1];
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
  const exp::image_descriptor of(extents, 2, image_channel_type::signed_int32);
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
        return exp::fetch_image<sycl::int2>(image, position<D>(at))[0];
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
     exp::write_image(image, position<D>(at),
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
          return exp::fetch_image<float>(h, sycl::int2(far, far));
        }) == std::vector<float>{0, 0});
}

namespace {
template <int D>
using real_position = std::conditional_t<D == 1, float, sycl::vec<float, D>>;
template <int D>
using position_of_2020 =
    std::conditional_t<D == 1, float, sycl::vec<float, D == 2 ? 2 : 4>>;

/// Coordinates in and around an image, in the middle of pixels, between them
/// and elsewhere.
template <int D>
std::vector<std::array<float, 3>> around(const int (&size)[3], bool in_units) {
  std::vector<std::array<float, 3>> result;
  const float steps[] = {-1.3f, -0.5f, 0,    0.25f, 0.5f, 0.7f,
                         1,     1.5f,  2.1f, 3,     3.6f, 7.9f};
  for (std::size_t i = 0; i < std::size(steps) * 4; ++i) {
    std::array<float, 3> at{};
    for (int d = 0; d < D; ++d) {
      at[d] = steps[(i * (d + 1) + 5 * d) % std::size(steps)];
      if (!in_units)
        at[d] /= float(size[d]);
    }
    result.push_back(at);
  }
  result.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 0});
  result.push_back({1e30f, -1e30f, 0});
  return result;
}

/// Whether a bindless image is sampled as SYCL 2020's is.
template <typename DataT, int D, typename Stored>
bool sampled_alike(sycl::queue &q, sycl::image_format format,
                   image_channel_type type, sycl::range<D> size,
                   const std::vector<Stored> &pixels,
                   sycl::image_sampler sampler) {
  int sizes[3] = {1, 1, 1};
  for (int d = 0; d < D; ++d)
    sizes[d] = int(size[d]);
  const auto where = around<D>(sizes, sampler.coordinate == unnormalized);
  std::vector<DataT> wanted(where.size()), got(where.size());
  const exp::image_descriptor of(size, 4, type);
  const exp::image_mem memory(of, q);
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  exp::sampled_image_handle image = exp::create_image(
      memory, of,
      exp::bindless_image_sampler(sampler.addressing, sampler.coordinate,
                                  sampler.filtering),
      q);
  {
    sycl::sampled_image<D> of_2020(pixels.data(), format, sampler, size);
    sycl::buffer<DataT> w(wanted.data(), wanted.size()),
        g(got.data(), got.size());
    sycl::buffer<std::array<float, 3>> at(where.data(), where.size());
    q.submit([&](sycl::handler &h) {
      const auto pixel = of_2020.template get_access<DataT>(h);
      const sycl::accessor in(at, h, sycl::read_only);
      const sycl::accessor to_wanted(w, h, sycl::write_only, sycl::no_init);
      const sycl::accessor to_got(g, h, sycl::write_only, sycl::no_init);
      h.parallel_for(where.size(), [=](sycl::id<1> i) {
        position_of_2020<D> old_position{};
        real_position<D> new_position{};
        if constexpr (D == 1) {
          old_position = new_position = in[i][0];
        } else {
          for (int d = 0; d < D; ++d)
            old_position[d] = new_position[d] = in[i][d];
        }
        to_wanted[i] = pixel.read(old_position);
        to_got[i] = exp::sample_image<DataT>(image, new_position);
      });
    });
  }
  exp::destroy_image_handle(image, q);
  return std::memcmp(wanted.data(), got.data(),
                     wanted.size() * sizeof(DataT)) == 0;
}

template <typename F> void for_each_sampler(F f) {
  for (addressing_mode a :
       {addressing_mode::mirrored_repeat, addressing_mode::repeat,
        addressing_mode::clamp_to_edge, addressing_mode::clamp,
        addressing_mode::none})
    for (coordinate_normalization_mode c : {normalized, unnormalized})
      for (filtering_mode m : {filtering_mode::nearest, filtering_mode::linear})
        f(sycl::image_sampler{a, c, m});
}
} // namespace

SECTION(sampling) {
  NEED_IMAGES;
  NEED(image);
  bool floats = true, bytes = true, integers = true;
  for_each_sampler([&](sycl::image_sampler s) {
    const auto pixels = counted(4 * 60);
    using format = sycl::image_format;
    floats &= sampled_alike<sycl::float4, 1>(q, format::r32g32b32a32_sfloat,
                                             image_channel_type::fp32, {4},
                                             pixels, s);
    floats &= sampled_alike<sycl::float4, 2>(q, format::r32g32b32a32_sfloat,
                                             image_channel_type::fp32, {4, 3},
                                             pixels, s);
    floats &= sampled_alike<sycl::float4, 3>(q, format::r32g32b32a32_sfloat,
                                             image_channel_type::fp32,
                                             {4, 3, 5}, pixels, s);
    std::vector<std::uint8_t> small(pixels.begin(), pixels.end());
    bytes &= sampled_alike<sycl::float4, 2>(q, format::r8g8b8a8_unorm,
                                            image_channel_type::unorm_int8,
                                            {4, 3}, small, s);
    std::vector<std::int32_t> whole(pixels.begin(), pixels.end());
    integers &= sampled_alike<sycl::int4, 2>(q, format::r32b32g32a32_sint,
                                             image_channel_type::signed_int32,
                                             {4, 3}, whole, s);
  });
  CHECK(floats);
  CHECK(bytes);
  CHECK(integers);
}

// Channels that an image of SYCL 2020 does not have, and what a sampled image
// is fetched as.
SECTION(sampled_types) {
  NEED_IMAGES;
  const exp::image_descriptor of({2, 2}, 1, image_channel_type::snorm_int8);
  const exp::image_mem memory(of, q);
  const auto pixels = some<std::int8_t>({127, -127, 0, 0});
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  exp::sampled_image_handle image = exp::create_image(
      memory, of,
      exp::bindless_image_sampler(addressing_mode::clamp_to_edge, unnormalized,
                                  filtering_mode::linear),
      q);
  CHECK(computed<float>(q, 3, [=](int i) {
          return exp::sample_image<float>(image,
                                          sycl::float2(0.5f + 0.25f * i, 0.5f));
        }) == std::vector<float>{1, 0.5f, 0});
  CHECK(computed<float>(q, 2, [=](int i) {
          return exp::fetch_image<float>(image, sycl::int2(i, 0));
        }) == std::vector<float>{1, -1});
  struct alone {
    float value;
  };
  CHECK(
      computed<float>(q, 1, [=](int) {
        return exp::sample_image<alone, float>(image, sycl::float2(1, 1)).value;
      }) == std::vector<float>{0});
  exp::destroy_image_handle(image, q);
}

SECTION(samplers) {
  NEED_IMAGES;
  const exp::bindless_image_sampler none;
  CHECK(none.addressing[0] == addressing_mode::none &&
        none.addressing[2] == addressing_mode::none &&
        none.coordinate == unnormalized &&
        none.filtering == filtering_mode::nearest && none.max_anisotropy == 0 &&
        none.cubemap_filtering == exp::cubemap_filtering_mode::disjointed);
  addressing_mode modes[3] = {addressing_mode::repeat,
                              addressing_mode::clamp_to_edge,
                              addressing_mode::clamp};
  const exp::bindless_image_sampler of_axes(modes, normalized,
                                            filtering_mode::nearest);
  CHECK(of_axes.addressing[1] == addressing_mode::clamp_to_edge);
  const exp::bindless_image_sampler of_mipmap(
      modes, normalized, filtering_mode::linear, filtering_mode::linear, 0.5f,
      2, 4);
  CHECK(of_mipmap.max_mipmap_level_clamp == 2 && of_mipmap.max_anisotropy == 4);
  const exp::bindless_image_sampler of_cube(
      addressing_mode::clamp, normalized, filtering_mode::linear,
      exp::cubemap_filtering_mode::seamless);
  CHECK(of_cube.addressing[2] == addressing_mode::clamp);

  // Each dimension has its own.
  const exp::image_descriptor of({2, 2, 2}, 1, image_channel_type::fp32);
  const exp::image_mem memory(of, q);
  const std::vector<float> pixels{1, 2, 3, 4, 5, 6, 7, 8};
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  exp::sampled_image_handle image = exp::create_image(memory, of, of_axes, q);
  CHECK(computed<float>(q, 4, [=](int i) {
          const float far = i == 3 ? 1.25f : 0.25f;
          return exp::sample_image<float>(
              image, sycl::float3(i == 1 ? 1.75f : 0.25f,
                                  i == 2 ? 1.75f : 0.25f, far));
        }) == std::vector<float>{1, 2, 3, 0});
  exp::destroy_image_handle(image, q);
}

SECTION(unified_memory) {
  NEED_IMAGES;
  NEED(ext_oneapi_bindless_images_2d_usm);
  // Rows of three bytes, which begin at multiples of five.
  const exp::image_descriptor of({3, 2}, 1, image_channel_type::unsigned_int8);
  auto *bytes = sycl::malloc_device<std::uint8_t>(10, q);
  const std::vector<std::uint8_t> pixels{1, 2, 3, 0, 0, 4, 5, 6, 0, 0};
  q.copy(pixels.data(), bytes, 10).wait();
  exp::unsampled_image_handle image = exp::create_image(bytes, 5, of, q);
  exp::sampled_image_handle sampled = exp::create_image(
      bytes, 5, of,
      exp::bindless_image_sampler(addressing_mode::clamp_to_edge, unnormalized,
                                  filtering_mode::nearest),
      q.get_device(), q.get_context());
  CHECK(computed<int>(q, 2, [=](int y) {
          return int(
              exp::fetch_image<std::uint8_t>(image, sycl::int2(2, y)) * 10 +
              exp::sample_image<std::uint8_t>(sampled,
                                              sycl::float2(-1, float(y))));
        }) == std::vector<int>{31, 64});
  q.single_task([=] {
     exp::write_image(image, sycl::int2(0, 1), std::uint8_t(77));
     exp::write_image(image, sycl::int2(3, 0), std::uint8_t(78));
   }).wait();
  std::vector<std::uint8_t> after(10);
  q.copy(bytes, after.data(), 10).wait();
  CHECK(after == std::vector<std::uint8_t>{1, 2, 3, 0, 0, 77, 5, 6, 0, 0});
  exp::destroy_image_handle(image, q);
  exp::destroy_image_handle(sampled, q);
  CHECK_THROWS(invalid, (void)exp::create_image(bytes, 2, of, q));
  // Rows of wider channels begin where those may.
  CHECK_THROWS(invalid,
               (void)exp::create_image(
                   bytes, 5, {{1, 2}, 1, image_channel_type::fp32}, q));
  CHECK_THROWS(invalid,
               (void)exp::create_image(
                   bytes + 1, 8, {{1, 2}, 1, image_channel_type::fp32}, q));
  sycl::free(bytes, q);

  std::size_t pitch = 0;
  const exp::image_descriptor wide({5, 3}, 4, image_channel_type::fp32);
  void *rows = exp::pitched_alloc_device(&pitch, wide, q);
  CHECK(pitch >= 80 &&
        pitch % q.get_device()
                    .get_info<exp::info::device::image_row_pitch_align>() ==
            0);
  const auto numbers = counted(60);
  std::vector<float> back(60);
  q.ext_oneapi_copy(numbers.data(), rows, wide, pitch).wait();
  exp::unsampled_image_handle image_in_rows =
      exp::create_image(rows, pitch, wide, q);
  CHECK(computed<float>(q, 15, [=](int i) {
          return exp::fetch_image<sycl::float4>(image_in_rows,
                                                sycl::int2(i % 5, i / 5))[3];
        })[14] == numbers[59]);
  q.ext_oneapi_copy(rows, back.data(), wide, pitch).wait();
  CHECK(back == numbers);
  exp::destroy_image_handle(image_in_rows, q);
  sycl::free(rows, q);
  rows = exp::pitched_alloc_device(&pitch, 7, 3, 4, q.get_device(),
                                   q.get_context());
  CHECK(rows && pitch >= 7);
  sycl::free(rows, q);
  CHECK_THROWS(memory_allocation,
               (void)exp::pitched_alloc_device(&pitch, SIZE_MAX, 2, 4, q));

  // One dimension, whose pitch does not matter; memory of the host.
  const exp::image_descriptor line(sycl::range<1>(4), 1,
                                   image_channel_type::fp32);
  if (q.get_device().has(sycl::aspect::ext_oneapi_bindless_images_shared_usm)) {
    float *shared = sycl::malloc_shared<float>(4, q);
    for (int i = 0; i < 4; ++i)
      shared[i] = float(i);
    exp::unsampled_image_handle h = exp::create_image(shared, 0, line, q);
    q.parallel_for(4, [=](sycl::id<1> i) {
       const int at = int(i[0]);
       exp::write_image(h, at, exp::fetch_image<float>(h, at) * 2);
     }).wait();
    CHECK(shared[3] == 6);
    exp::destroy_image_handle(h, q);
    sycl::free(shared, q);
  }
}

SECTION(handles_in_memory) {
  NEED_IMAGES;
  // As many images as the program wants, in a buffer, in USM and in a struct.
  const exp::image_descriptor of(sycl::range<1>(2), 1,
                                 image_channel_type::signed_int32);
  std::vector<exp::image_mem> memory;
  std::vector<exp::unsampled_image_handle> handles;
  for (int i = 0; i < 20; ++i) {
    memory.emplace_back(of, q);
    handles.push_back(exp::create_image(memory.back(), of, q));
    const int pixels[] = {i, i * i};
    q.ext_oneapi_copy(pixels, memory.back().get_handle(), of).wait();
  }
  std::vector<int> sums(20);
  {
    sycl::buffer in(handles);
    sycl::buffer out(sums);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor a(in, h, sycl::read_only);
      const sycl::accessor o(out, h, sycl::write_only);
      h.parallel_for(20, [=](sycl::id<1> i) {
        o[i] = exp::fetch_image<int>(a[i], 0) +
               exp::fetch_image<int>(a[19 - i], 1);
      });
    });
  }
  bool all = true;
  for (int i = 0; i < 20; ++i)
    all &= sums[i] == i + (19 - i) * (19 - i);
  CHECK(all);
  auto *raw = sycl::malloc_device<std::uint64_t>(2, q);
  const std::uint64_t of_two[] = {handles[7].raw_handle, handles[8].raw_handle};
  q.copy(of_two, raw, 2).wait();
  struct both {
    exp::unsampled_image_handle images[2];
    int factor;
  } captured{{handles[3], handles[4]}, 10};
  CHECK(computed<int>(q, 2, [=](int i) {
          return exp::fetch_image<int>(exp::unsampled_image_handle(raw[i]), 0) +
                 captured.factor * exp::fetch_image<int>(captured.images[i], 1);
        }) == std::vector<int>{97, 168});
  sycl::free(raw, q);
  for (exp::unsampled_image_handle &handle : handles)
    exp::destroy_image_handle(handle, q);
}

SECTION(copies) {
  NEED_IMAGES;
  const exp::image_descriptor of({4, 3, 2}, 1, image_channel_type::fp32);
  const exp::image_mem a(of, q), b(of, q);
  const auto numbers = counted(24);
  std::vector<float> back(24);
  // Each after the other, by events, a list of them, and handlers.
  const sycl::event first =
      q.ext_oneapi_copy(numbers.data(), a.get_handle(), of);
  const sycl::event second =
      q.ext_oneapi_copy(a.get_handle(), b.get_handle(), of, first);
  q.ext_oneapi_copy(b.get_handle(), back.data(), of,
                    std::vector<sycl::event>{first, second})
      .wait();
  CHECK(back == numbers);
  const auto submit = [&](auto command) { q.submit(command).wait(); };
  const std::vector<float> zeros(24);
  submit([&](sycl::handler &h) {
    h.ext_oneapi_copy(zeros.data(), a.get_handle(), of);
  });
  submit([&](sycl::handler &h) {
    h.ext_oneapi_copy(a.get_handle(), b.get_handle(), of);
  });
  submit([&](sycl::handler &h) {
    h.ext_oneapi_copy(b.get_handle(), back.data(), of);
  });
  CHECK(back == zeros);
}

namespace {
using extent = sycl::range<3>;

/// A picture on the host, and what copies of its parts mean.
struct box {
  extent size;
  std::vector<float> pixels;

  explicit box(extent e, bool full) : size(e), pixels(e.size()) {
    if (full)
      pixels = counted(pixels.size());
  }
  float &at(std::size_t x, std::size_t y, std::size_t z) {
    return pixels[(z * size[1] + y) * size[0] + x];
  }
};
void copy_part(box &from, extent from_offset, box &to, extent to_offset,
               extent e) {
  for (std::size_t z = 0; z < e[2]; ++z)
    for (std::size_t y = 0; y < e[1]; ++y)
      for (std::size_t x = 0; x < e[0]; ++x)
        to.at(x + to_offset[0], y + to_offset[1], z + to_offset[2]) =
            from.at(x + from_offset[0], y + from_offset[1], z + from_offset[2]);
}

struct part {
  extent image, host, image_offset, host_offset, size;
};
template <int D> void check_part(sycl::queue &q, const part &p) {
  const exp::image_descriptor of = [&] {
    if constexpr (D == 1)
      return exp::image_descriptor(sycl::range<1>(p.image[0]), 1,
                                   image_channel_type::fp32);
    else if constexpr (D == 2)
      return exp::image_descriptor({p.image[0], p.image[1]}, 1,
                                   image_channel_type::fp32);
    else
      return exp::image_descriptor(p.image, 1, image_channel_type::fp32);
  }();
  // Extents that the image does not have may be zero, too.
  const auto given = [](extent e) {
    if (D < 3)
      e[2] = 0;
    if (D < 2)
      e[1] = 0;
    return e;
  };
  box host(p.host, true), image(p.image, false), other(p.image, false),
      back(p.host, false);
  const exp::image_mem memory(of, q), second(of, q);
  q.ext_oneapi_copy(image.pixels.data(), memory.get_handle(), of).wait();
  q.ext_oneapi_copy(image.pixels.data(), second.get_handle(), of).wait();
  std::vector<float> read(image.pixels.size());

  q.ext_oneapi_copy(host.pixels.data(), p.host_offset, given(p.host),
                    memory.get_handle(), p.image_offset, of, given(p.size))
      .wait();
  copy_part(host, p.host_offset, image, p.image_offset, p.size);
  q.ext_oneapi_copy(memory.get_handle(), read.data(), of).wait();
  CHECK(read == image.pixels);

  q.ext_oneapi_copy(memory.get_handle(), p.image_offset, of,
                    second.get_handle(), {0, 0, 0}, of, p.size)
      .wait();
  copy_part(image, p.image_offset, other, {0, 0, 0}, p.size);
  q.ext_oneapi_copy(second.get_handle(), read.data(), of).wait();
  CHECK(read == other.pixels);

  q.ext_oneapi_copy(second.get_handle(), {0, 0, 0}, of, back.pixels.data(),
                    p.host_offset, p.host, p.size)
      .wait();
  box wanted(p.host, false);
  copy_part(other, {0, 0, 0}, wanted, p.host_offset, p.size);
  CHECK(back.pixels == wanted.pixels);
}
} // namespace

SECTION(parts) {
  NEED_IMAGES;
  check_part<1>(q, {{9, 1, 1}, {7, 1, 1}, {2, 0, 0}, {3, 0, 0}, {4, 1, 1}});
  check_part<2>(q, {{9, 5, 1}, {7, 6, 1}, {2, 1, 0}, {3, 2, 0}, {4, 3, 1}});
  check_part<3>(q, {{5, 4, 3}, {6, 3, 4}, {2, 1, 1}, {1, 1, 2}, {3, 2, 2}});
  check_part<3>(q, {{5, 4, 3}, {5, 4, 3}, {0, 0, 0}, {0, 0, 0}, {5, 4, 3}});
  // Nothing at all.
  check_part<2>(q, {{9, 5, 1}, {7, 6, 1}, {2, 1, 0}, {3, 2, 0}, {0, 3, 1}});
  check_part<2>(q, {{9, 5, 1}, {7, 6, 1}, {2, 1, 0}, {3, 2, 0}, {4, 0, 1}});

  const exp::image_descriptor of({4, 3}, 1, image_channel_type::fp32);
  const exp::image_mem memory(of, q);
  std::vector<float> host(12);
  const auto to_image = [&](extent from, extent size, extent to, extent e) {
    q.ext_oneapi_copy(host.data(), from, size, memory.get_handle(), to, of, e)
        .wait();
  };
  const auto to_host = [&](extent from, extent to, extent size, extent e) {
    q.ext_oneapi_copy(memory.get_handle(), from, of, host.data(), to, size, e)
        .wait();
  };
  CHECK_THROWS(invalid, to_image({0, 0, 0}, {4, 3, 1}, {1, 0, 0}, {4, 3, 1}));
  CHECK_THROWS(invalid, to_image({0, 1, 0}, {4, 3, 1}, {0, 0, 0}, {4, 3, 1}));
  CHECK_THROWS(invalid, to_image({0, 0, 0}, {3, 3, 1}, {0, 0, 0}, {4, 3, 1}));
  CHECK_THROWS(invalid, to_image({0, 0, 0}, {4, 3, 2}, {0, 0, 0}, {4, 3, 2}));
  CHECK_THROWS(invalid,
               to_image({SIZE_MAX, 0, 0}, {4, 3, 1}, {0, 0, 0}, {2, 1, 1}));
  CHECK_THROWS(invalid, to_host({0, 0, 0}, {0, 0, 0}, {4, 2, 1}, {4, 3, 1}));
  CHECK_THROWS(invalid, to_host({0, 3, 0}, {0, 0, 0}, {4, 3, 1}, {1, 1, 1}));
  // Another image than the memory is for, none, and one of another context.
  CHECK_THROWS(invalid,
               q.ext_oneapi_copy(host.data(), memory.get_handle(),
                                 {{4, 4}, 1, image_channel_type::fp32}));
  CHECK_THROWS(invalid,
               q.ext_oneapi_copy(host.data(), exp::image_mem_handle{}, of));
  CHECK_THROWS(invalid,
               q.ext_oneapi_copy(
                   exp::image_mem_handle{memory.get_handle().raw_handle + 4},
                   host.data(), of));
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  CHECK_THROWS(invalid,
               other.ext_oneapi_copy(host.data(), memory.get_handle(), of));
  const exp::image_descriptor wide({4, 3}, 2, image_channel_type::fp32);
  const exp::image_mem of_pairs(wide, q);
  CHECK_THROWS(invalid, q.ext_oneapi_copy(memory.get_handle(), {0, 0, 0}, of,
                                          of_pairs.get_handle(), {0, 0, 0},
                                          wide, {1, 1, 1}));
}

SECTION(parts_of_unified_memory) {
  NEED_IMAGES;
  NEED(ext_oneapi_bindless_images_2d_usm);
  const exp::image_descriptor of({4, 3}, 1, image_channel_type::unsigned_int8);
  constexpr std::size_t pitch = 6;
  auto *image = sycl::malloc_device<std::uint8_t>(3 * pitch, q);
  q.memset(image, 9, 3 * pitch).wait();
  std::vector<std::uint8_t> host(5 * 2), all(3 * pitch);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = std::uint8_t(i + 10);
  q.ext_oneapi_copy(host.data(), {1, 0, 0}, image, {2, 1, 0}, of, pitch,
                    {5, 2, 1}, {2, 2, 1})
      .wait();
  q.copy(image, all.data(), all.size()).wait();
  CHECK(all == std::vector<std::uint8_t>{9, 9, 9, 9, 9, 9, 9, 9, 11, 12, 9, 9,
                                         9, 9, 16, 17, 9, 9});
  std::vector<std::uint8_t> back(6);
  q.submit([&](sycl::handler &h) {
     h.ext_oneapi_copy(image, {1, 1, 0}, back.data(), {0, 0, 0}, of, pitch,
                       {3, 2, 1}, {3, 2, 1});
   }).wait();
  CHECK(back == some<std::uint8_t>({9, 11, 12, 9, 16, 17}));
  // From one image to another.
  auto *second = sycl::malloc_device<std::uint8_t>(3 * pitch, q);
  q.memset(second, 0, 3 * pitch).wait();
  q.ext_oneapi_copy(image, second, of, pitch).wait();
  q.copy(second, all.data(), all.size()).wait();
  CHECK(all[8] == 11 && all[4] == 0 && all[15] == 17 && all[16] == 0);
  CHECK_THROWS(invalid, q.ext_oneapi_copy(host.data(), image, of, 3));
  CHECK_THROWS(invalid, q.ext_oneapi_copy(host.data(), back.data(), of, 4));
  CHECK_THROWS(invalid,
               q.ext_oneapi_copy(host.data(), {0, 0, 0}, image, {3, 0, 0}, of,
                                 pitch, {5, 2, 1}, {2, 2, 1}));
  sycl::free(image, q);
  sycl::free(second, q);
}

SECTION(arrays) {
  NEED_IMAGES;
  NEED(ext_oneapi_image_array);
  const exp::image_descriptor flat({3, 2}, 1, image_channel_type::signed_int32,
                                   exp::image_type::array, 1, 4),
      line(sycl::range<1>(3), 2, image_channel_type::signed_int16,
           exp::image_type::array, 1, 2);
  std::vector<int> pixels(24);
  for (int i = 0; i < 24; ++i)
    pixels[i] = i + 1;
  {
    unsampled image(q, flat, pixels);
    CHECK(image.contents<int>(24) == pixels);
    CHECK(exp::get_image_range(image.memory.get_handle(), q) ==
          sycl::range<3>(3, 2, 0));
    // Neither layers nor pixels beyond the image.
    CHECK(computed<int>(q, 6, [h = image.handle](int layer) {
            return exp::fetch_image_array<int>(h, sycl::int2(2, 1),
                                               unsigned(layer)) *
                       100 +
                   exp::fetch_image_array<int>(h, sycl::int2(1, 2),
                                               unsigned(layer));
          }) == std::vector<int>{600, 1200, 1800, 2400, 0, 0});
    q.parallel_for(5, [h = image.handle](sycl::id<1> layer) {
       exp::write_image_array(h, sycl::int2(0, 1), unsigned(layer[0]),
                              -int(layer[0]) - 1);
     }).wait();
    auto wanted = pixels;
    for (int layer = 0; layer < 4; ++layer)
      wanted[layer * 6 + 3] = -layer - 1;
    CHECK(image.contents<int>(24) == wanted);
    // A part of each of two layers.
    std::vector<int> part(4);
    q.ext_oneapi_copy(image.memory.get_handle(), {1, 0, 2}, flat, part.data(),
                      {0, 0, 0}, {2, 1, 2}, {2, 1, 2})
        .wait();
    CHECK(part == std::vector<int>{14, 15, 20, 21});
    // Nothing is sampled beyond its layer.
    exp::sampled_image_handle sampled = exp::create_image(
        image.memory, flat,
        exp::bindless_image_sampler(addressing_mode::repeat, normalized,
                                    filtering_mode::nearest),
        q);
    CHECK(computed<int>(q, 2, [=](int i) {
            return exp::sample_image_array<int>(
                       sampled, sycl::float2(1.2f, i ? 1.3f : -0.7f), 2) +
                   exp::fetch_image_array<int>(sampled, sycl::int2(0, 0), 1);
          }) == std::vector<int>{20, 20});
    exp::destroy_image_handle(sampled, q);
    CHECK_THROWS(
        runtime,
        (void)exp::create_image(
            image.memory, {{3, 2, 4}, 1, image_channel_type::signed_int32}, q));
  }
  unsampled lines(q, line,
                  some<std::int16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  CHECK(computed<int>(q, 2, [h = lines.handle](int layer) {
          const auto v = exp::fetch_image_array<sycl::vec<short, 2>>(
              h, 2, unsigned(layer));
          return v[0] * 100 + v[1];
        }) == std::vector<int>{506, 1112});
  auto *usm = sycl::malloc_device<int>(24, q);
  CHECK_THROWS(feature_not_supported,
               (void)exp::create_image(usm, 12, flat, q));
  sycl::free(usm, q);
}

SECTION(cubemaps) {
  NEED_IMAGES;
  NEED(ext_oneapi_cubemap);
  const exp::image_descriptor of({2, 2}, 1, image_channel_type::fp32,
                                 exp::image_type::cubemap, 1, 6);
  std::vector<float> pixels(24);
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < 4; ++i)
      pixels[face * 4 + i] = float(face * 10 + i);
  unsampled image(q, of, pixels);
  CHECK(computed<float>(q, 6, [h = image.handle](int face) {
          return exp::fetch_cubemap<float>(h, sycl::int2(1, 0), unsigned(face));
        }) == std::vector<float>{1, 11, 21, 31, 41, 51});
  q.single_task([h = image.handle] {
     exp::write_cubemap(h, sycl::int2(0, 1), 5, 77.0f);
   }).wait();
  CHECK(image.contents<float>(24)[22] == 77);
  exp::sampled_image_handle sampled = exp::create_image(
      image.memory, of,
      exp::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
                                  filtering_mode::nearest,
                                  exp::cubemap_filtering_mode::seamless),
      q);
  // For each face the pixel of its first row and second column: the table of
  // the faces' axes that all graphics libraries share.
  CHECK(computed<float>(q, 6, [=](int face) {
          const sycl::float3 directions[] = {{2, 1, -1}, {-2, 1, 1},
                                             {1, 2, -1}, {1, -2, 1},
                                             {1, 1, 2},  {-1, 1, -2}};
          return exp::sample_cubemap<float>(sampled, directions[face]);
        }) == std::vector<float>{1, 11, 21, 31, 41, 51});
  exp::destroy_image_handle(sampled, q);
  CHECK_THROWS(
      feature_not_supported,
      (void)exp::create_image(
          image.memory, of,
          exp::bindless_image_sampler(addressing_mode::clamp, normalized,
                                      filtering_mode::linear,
                                      exp::cubemap_filtering_mode::seamless),
          q));
}

SECTION(mipmaps) {
  NEED_IMAGES;
  NEED(ext_oneapi_mipmap);
  // The pixels of a level are its number times 100, and one more but in the
  // first column.
  const exp::image_descriptor of({5, 4}, 1, image_channel_type::fp32,
                                 exp::image_type::mipmap, 3);
  const exp::image_mem memory(of, q);
  CHECK(memory.get_type() == exp::image_type::mipmap);
  for (unsigned level = 0; level < 3; ++level) {
    const exp::image_descriptor part = of.get_mip_level_desc(level);
    std::vector<float> pixels(part.width * part.height);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = float(100 * (level + 1) + (i % part.width ? 1 : 0));
    const exp::image_mem_handle of_level =
        level ? memory.get_mip_level_mem_handle(level)
              : exp::get_mip_level_mem_handle(memory.get_handle(), 0, q);
    CHECK(exp::get_image_range(of_level, q) ==
          sycl::range<3>(5 >> level, 4 >> level, 0));
    // The mipmap's descriptor describes its first level.
    q.ext_oneapi_copy(pixels.data(), of_level, level ? part : of).wait();
    std::vector<float> back(pixels.size());
    q.ext_oneapi_copy(of_level, back.data(), part).wait();
    CHECK(back == pixels);
    // A level alone is an image.
    exp::unsampled_image_handle image = exp::create_image(of_level, part, q);
    CHECK(computed<float>(q, 1, [=](int) {
            return exp::fetch_image<float>(image, sycl::int2(0, 0));
          })[0] == pixels[0]);
    exp::destroy_image_handle(image, q);
    CHECK_THROWS(memory_allocation,
                 exp::free_image_mem(of_level, exp::image_type::standard, q));
  }
  CHECK_THROWS(invalid, (void)memory.get_mip_level_mem_handle(3));
  CHECK_THROWS(runtime, (void)exp::create_image(memory, of, q));
  const auto sampled_at = [&](filtering_mode between, float least,
                              float greatest, auto levels) {
    exp::sampled_image_handle image = exp::create_image(
        memory,
        exp::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
                                    filtering_mode::nearest, between, least,
                                    greatest, 1),
        of, q);
    sycl::buffer<float> in(levels.data(), levels.size());
    std::vector<float> result(levels.size());
    {
      sycl::buffer<float> out(result.data(), result.size());
      q.submit([&](sycl::handler &h) {
        const sycl::accessor a(in, h, sycl::read_only);
        const sycl::accessor o(out, h, sycl::write_only, sycl::no_init);
        h.parallel_for(levels.size(), [=](sycl::id<1> i) {
          o[i] =
              exp::sample_mipmap<float>(image, sycl::float2(0.9f, 0.1f), a[i]);
        });
      });
    }
    exp::destroy_image_handle(image, q);
    return result;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> levels{-1, 0, 0.25f, 0.5f, 1.75f, 2, 9, nan};
  // The last level has one column.
  CHECK(sampled_at(filtering_mode::nearest, 0, 2, levels) ==
        std::vector<float>{101, 101, 101, 201, 300, 300, 300, 101});
  CHECK(sampled_at(filtering_mode::linear, 0, 2, levels) ==
        std::vector<float>{101, 101, 126, 151, 275.25f, 300, 300, 101});
  CHECK(sampled_at(filtering_mode::linear, 0.5f, 1, levels) ==
        std::vector<float>{151, 151, 151, 151, 201, 201, 201, 151});
  // By gradients: samples that are two pixels apart are of the second level.
  exp::sampled_image_handle image = exp::create_image(
      memory, of,
      exp::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
                                  filtering_mode::nearest,
                                  filtering_mode::nearest, 0, 2, 1),
      q);
  CHECK(computed<float>(q, 3, [=](int i) {
          const sycl::float2 none(0, 0), two_columns(0.4f, 0), four_rows(0, 1);
          return exp::sample_mipmap<float>(image, sycl::float2(0.1f, 0.1f),
                                           i ? two_columns : none,
                                           i == 2 ? four_rows : none);
        }) == std::vector<float>{100, 200, 300});
  exp::destroy_image_handle(image, q);
  CHECK_THROWS(invalid, (void)exp::create_image(
                            memory, of, exp::bindless_image_sampler(), q));
}

SECTION(in_graphs) {
  NEED_IMAGES;
  NEED(ext_oneapi_limited_graph);
  const exp::image_descriptor of(sycl::range<1>(4), 1,
                                 image_channel_type::fp32);
  const exp::image_mem memory(of, q);
  std::vector<float> host(4);
  exp::command_graph graph(q.get_context(), q.get_device());
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_copy(host.data(), memory.get_handle(), of);
  }));
  // Kernels may be part of one.
  exp::unsampled_image_handle image = exp::create_image(memory, of, q);
  graph.add([&](sycl::handler &h) {
    h.parallel_for(4, [=](sycl::id<1> i) {
      exp::write_image(image, int(i[0]), float(i[0]) + 0.5f);
    });
  });
  q.ext_oneapi_graph(graph.finalize()).wait();
  q.ext_oneapi_copy(memory.get_handle(), host.data(), of).wait();
  CHECK(host == std::vector<float>{0.5f, 1.5f, 2.5f, 3.5f});
  exp::destroy_image_handle(image, q);
}
