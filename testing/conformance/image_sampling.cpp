// Sampled images, their accessors and samplers (4.7.3.2, 4.7.6.14, 4.7.8).
//
// Expected values come from the plane of pixels that each addressing mode
// stands for: a pixel at every integer, whether the image has it or not.
#include "testing/conformance/images.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

CONFORMANCE_CHAPTER("images");

using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_format;
using sycl::image_sampler;

namespace {

constexpr auto normalized = coordinate_normalization_mode::normalized;
constexpr auto unnormalized = coordinate_normalization_mode::unnormalized;

/// Which pixel of `size` is at `i`; -1 is the border.
int on_plane(int i, int size, addressing_mode mode) {
  switch (mode) {
  case addressing_mode::repeat:
    return ((i % size) + size) % size;
  case addressing_mode::mirrored_repeat: {
    const int two = ((i % (2 * size)) + 2 * size) % (2 * size);
    return two < size ? two : 2 * size - 1 - two;
  }
  case addressing_mode::clamp_to_edge:
    return i < 0 ? 0 : i >= size ? size - 1 : i;
  default:
    return i < 0 || i >= size ? -1 : i;
  }
}

template <int D> struct picture {
  int size[3] = {1, 1, 1};
  std::vector<float> channels;

  explicit picture(sycl::range<D> r) {
    for (int d = 0; d < D; ++d)
      size[d] = int(r[d]);
    for (std::size_t i = 0; i < r.size(); ++i)
      for (int c = 0; c < 4; ++c)
        channels.push_back(float((i * 37 + c * 11) % 64));
  }
  double at(const int (&position)[3], int channel) const {
    for (int p : position)
      if (p < 0)
        return 0;
    return channels[((position[2] * size[1] + position[1]) * size[0] +
                     position[0]) *
                        4 +
                    channel];
  }
  double sampled(const double (&coordinates)[3], int channel,
                 image_sampler s) const {
    double result = 0;
    const bool linear = s.filtering == filtering_mode::linear;
    for (int corner = 0; corner < (linear ? 1 << D : 1); ++corner) {
      int position[3] = {0, 0, 0};
      double weight = 1;
      for (int d = 0; d < D; ++d) {
        double u = coordinates[d];
        if (s.coordinate == normalized)
          u *= size[d];
        if (linear)
          u -= 0.5;
        const int second = corner >> d & 1;
        const double fraction = u - std::floor(u);
        position[d] =
            on_plane(int(std::floor(u)) + second, size[d], s.addressing);
        if (linear)
          weight *= second ? fraction : 1 - fraction;
      }
      result += weight * at(position, channel);
    }
    return result;
  }
};

template <int D>
using coordinate =
    std::conditional_t<D == 1, float, sycl::vec<float, D == 2 ? 2 : 4>>;
template <int D> coordinate<D> coordinates(const double (&c)[3]) {
  if constexpr (D == 1)
    return float(c[0]);
  else if constexpr (D == 2)
    return {float(c[0]), float(c[1])};
  else
    return {float(c[0]), float(c[1]), float(c[2]), 99.0f};
}

/// What a kernel samples at `where`.
template <typename DataT, int D>
std::vector<DataT> sample(sycl::queue &q, sycl::sampled_image<D> &image,
                          const std::vector<coordinate<D>> &where) {
  std::vector<DataT> result(where.size());
  sycl::buffer in(where);
  sycl::buffer<DataT> out(result.data(), sycl::range(result.size()));
  q.submit([&](sycl::handler &h) {
    auto a = image.template get_access<DataT>(h);
    const sycl::accessor i(in, h, sycl::read_only);
    const sycl::accessor o(out, h, sycl::write_only, sycl::no_init);
    h.parallel_for(where.size(), [=](sycl::id<1> n) { o[n] = a.read(i[n]); });
  });
  return result;
}

template <int D>
bool samples_right(sycl::queue &q, sycl::range<D> r, image_sampler s) {
  const picture<D> wanted(r);
  sycl::sampled_image<D> image(wanted.channels.data(),
                               image_format::r32g32b32a32_sfloat, s, r);
  // Between -2 and 3 images, beside the places where the pixel changes; 27 and
  // 64 have no common factor, so that the dimensions are at different places.
  std::vector<coordinate<D>> where;
  std::vector<std::array<double, 3>> exact;
  for (int n = 0; n < 64; ++n) {
    double c[3] = {};
    for (int d = 0; d < D; ++d) {
      const int step = (n * (d == 0 ? 1 : 27 - 2 * d) + d) % 64;
      const double u = (step * 5 / 64.0 - 2) * wanted.size[d] + 1 / 256.0;
      c[d] = s.coordinate == normalized ? u / wanted.size[d] : u;
    }
    where.push_back(coordinates<D>(c));
    exact.push_back({c[0], c[1], c[2]});
  }
  const auto read = sample<sycl::float4, D>(q, image, where);
  auto host = image.template get_host_access<sycl::float4>();
  for (std::size_t n = 0; n < where.size(); ++n)
    for (int c = 0; c < 4; ++c) {
      const double expected =
          wanted.sampled({exact[n][0], exact[n][1], exact[n][2]}, c, s);
      const float on_host = host.read(where[n])[c];
      const double allowed = s.filtering == filtering_mode::linear ? 0.01 : 0;
      if (std::abs(read[n][c] - expected) <= allowed &&
          std::abs(on_host - expected) <= allowed)
        continue;
      std::printf("  %d dimensions, addressing %d, coordinates %d, filtering "
                  "%d, at %g %g %g, channel %d: %g, on the host %g, not %g\n",
                  D, int(s.addressing), int(s.coordinate), int(s.filtering),
                  exact[n][0], exact[n][1], exact[n][2], c, read[n][c], on_host,
                  expected);
      return false;
    }
  return true;
}

void in_all_dimensions(sycl::queue &q, filtering_mode filtering) {
  for (auto addressing :
       {addressing_mode::mirrored_repeat, addressing_mode::repeat,
        addressing_mode::clamp_to_edge, addressing_mode::clamp})
    for (auto coordinates : {normalized, unnormalized}) {
      const bool repeats = addressing == addressing_mode::repeat ||
                           addressing == addressing_mode::mirrored_repeat;
      if (repeats && coordinates == unnormalized)
        continue; // not defined
      const image_sampler s{addressing, coordinates, filtering};
      CHECK(samples_right<1>(q, 8, s));
      CHECK(samples_right<1>(q, 1, s));
      CHECK(samples_right<2>(q, {8, 4}, s));
      CHECK(samples_right<2>(q, {1, 16}, s));
      CHECK(samples_right<3>(q, {4, 8, 2}, s));
    }
}

} // namespace

SECTION(nearest) { in_all_dimensions(q, filtering_mode::nearest); }
SECTION(linear) { in_all_dimensions(q, filtering_mode::linear); }

// "The programmer guarantees that the image coordinates […] refer to a location
// inside the image".
SECTION(no_addressing) {
  const picture<2> wanted({5, 3});
  for (auto filtering : {filtering_mode::nearest, filtering_mode::linear}) {
    const image_sampler s{addressing_mode::none, unnormalized, filtering};
    sycl::sampled_image<2> image(wanted.channels.data(),
                                 image_format::r32g32b32a32_sfloat, s, {5, 3});
    const auto read =
        sample<sycl::float4, 2>(q, image, {{0.5f, 0.5f}, {4.5f, 2.5f}});
    CHECK(read[0][1] == wanted.at({0, 0, 0}, 1));
    CHECK(read[1][2] == wanted.at({4, 2, 0}, 2));
  }
}

SECTION(sampled_formats) {
  const image_sampler s{addressing_mode::clamp, unnormalized,
                        filtering_mode::linear};
  const std::vector<std::uint8_t> bytes{0, 51, 102, 255, 255, 51, 0, 255};
  sycl::sampled_image<1> rgba(bytes.data(), image_format::r8g8b8a8_unorm, s, 2);
  sycl::sampled_image<1> bgra(bytes.data(), image_format::b8g8r8a8_unorm, s, 2);
  const auto near = [](float a, float b) { return std::abs(a - b) < 1e-6f; };
  auto read = sample<sycl::float4, 1>(q, rgba, {1.0f, 0.0f, -1.0f});
  CHECK(near(read[0][0], 0.5f) && near(read[0][1], 0.2f) &&
        near(read[0][2], 0.2f) && near(read[0][3], 1));
  // Halfway to the border, and beyond; the border is transparent black.
  CHECK(near(read[1][1], 0.1f) && near(read[1][3], 0.5f));
  CHECK(read[2][0] == 0 && read[2][3] == 0);
  read = sample<sycl::float4, 1>(q, bgra, {0.5f, 1.5f});
  CHECK(near(read[0][0], 0.4f) && near(read[0][2], 0) && near(read[1][2], 1));
  const std::vector<std::uint16_t> halves{0x3c00, 0, 0xc000, 0x7bff};
  sycl::sampled_image<1> half(halves.data(), image_format::r16b16g16a16_sfloat,
                              s, 1);
  read = sample<sycl::float4, 1>(q, half, {0.5f, 0.75f});
  CHECK(read[0][0] == 1 && read[0][2] == -2 && read[0][3] == 65504);
  CHECK(near(read[1][0], 0.75f));
}

// The mean of equal numbers is that number, also beyond what float holds.
SECTION(integers) {
  image_sampler s{addressing_mode::clamp_to_edge, unnormalized,
                  filtering_mode::linear};
  const std::vector<std::int32_t> data{INT32_MAX, INT32_MIN, 16777217, -5,
                                       INT32_MAX, INT32_MIN, 16777217, 5};
  sycl::sampled_image<2> image(data.data(), image_format::r32b32g32a32_sint, s,
                               {2, 1});
  const auto read = sample<sycl::int4, 2>(
      q, image, {{0.7f, 0.3f}, {1.0f, 0.5f}, {0.75f, 0.5f}});
  for (const sycl::int4 &v : read)
    CHECK(v[0] == INT32_MAX && v[1] == INT32_MIN && v[2] == 16777217);
  CHECK(read[1][3] == 0 && (read[2][3] == -2 || read[2][3] == -3));
  const std::vector<std::uint32_t> large(8, UINT32_MAX);
  sycl::sampled_image<1> bright(large.data(), image_format::r32b32g32a32_uint,
                                s, 2);
  CHECK(sample<sycl::uint4, 1>(q, bright, {0.9f})[0][2] == UINT32_MAX);
  s.filtering = filtering_mode::nearest;
  sycl::sampled_image<1> signs(data.data(), image_format::r32b32g32a32_sint, s,
                               2);
  CHECK(sample<sycl::int4, 1>(q, signs, {-3.0f, 9.0f})[1][3] == 5);
}

// Undefined, and harmless: no coordinate leads out of the image.
SECTION(no_numbers) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<coordinate<2>> where{
      {std::nanf(""), 0.5f}, {0.5f, inf}, {-inf, inf}, {3e38f, -3e38f}};
  const picture<2> source({3, 2});
  for (int addressing = 0; addressing < 5; ++addressing)
    for (auto coordinates : {normalized, unnormalized})
      for (auto filtering : {filtering_mode::nearest, filtering_mode::linear}) {
        const image_sampler s{addressing_mode(addressing), coordinates,
                              filtering};
        sycl::sampled_image<2> image(source.channels.data(),
                                     image_format::r32g32b32a32_sfloat, s,
                                     {3, 2});
        const auto read = sample<sycl::float4, 2>(q, image, where);
        for (const sycl::float4 &v : read)
          CHECK(std::isnan(v[1]) || (v[1] >= 0 && v[1] < 64));
      }
}

SECTION(sampled_image_members) {
  const image_sampler s{addressing_mode::repeat, normalized,
                        filtering_mode::nearest};
  const std::vector<float> data(4 * 64, 1.0f);
  const void *const host = data.data();
  std::shared_ptr<const void> shared(host, [](const void *) {}), empty;
  const sycl::image_allocator own;
  const auto format = image_format::r32g32b32a32_sfloat;
  using image = sycl::sampled_image<2>;
  const sycl::property_list properties{sycl::property::image::use_host_ptr()};
  const sycl::range<2> size(2, 3);
  const sycl::range<1> pitch(48);
  std::vector<image> all{image(host, format, s, size, properties),
                         image(host, format, s, size, own, properties),
                         image(host, format, s, size, {48}, properties),
                         image(host, format, s, size, {48}, own, properties),
                         image(shared, format, s, size, properties),
                         image(shared, format, s, size, own, properties),
                         image(shared, format, s, size, pitch, properties),
                         image(shared, format, s, size, pitch, own),
                         image(empty, format, s, size),
                         image(nullptr, format, s, size)};
  for (std::size_t n = 0; n < all.size(); ++n) {
    image &i = all[n];
    const bool padded = n < 8 && n % 4 >= 2;
    CHECK(i.get_range() == size && i.size() == 6);
    CHECK(i.get_pitch() == sycl::range(padded ? 48 : 32));
    CHECK(i.byte_size() == (padded ? 144 : 96));
    CHECK(i.has_property<sycl::property::image::use_host_ptr>() == (n < 7));
    (void)i.get_allocator();
    if (n < 8)
      CHECK(i.get_host_access<sycl::float4>().read(sycl::float2(1.9f))[0] == 1);
  }
  sycl::sampled_image deduced(host, format, s, sycl::range(2, 2, 2));
  static_assert(std::is_same_v<decltype(deduced), sycl::sampled_image<3>>);
  image copy = all[0];
  CHECK(copy == all[0] && copy != all[1]);
  CHECK(std::hash<image>()(copy) == std::hash<image>()(all[0]));
  CHECK_THROWS(invalid, image(host, format, s, {0, 3}));
  CHECK_THROWS(invalid, image(host, format, s, {2, 3}, sycl::range(16)));
  CHECK_THROWS(invalid, copy.get_host_access<sycl::int4>());
}

// The image has a copy of const memory, or the memory itself, and never writes.
SECTION(const_memory) {
  const image_sampler s{addressing_mode::clamp, unnormalized,
                        filtering_mode::nearest};
  static const std::uint32_t data[4] = {1, 2, 3, 4};
  sycl::sampled_image<2> image(data, image_format::r8g8b8a8_uint, s, {2, 2});
  const auto read = sample<sycl::uint4, 2>(q, image, {{1.5f, 0.5f}, {0, 1}});
  CHECK(read[0][0] == 2 && read[1][0] == 3);
}

SECTION(sampled_accessors) {
  const image_sampler nearest{addressing_mode::clamp_to_edge, normalized,
                              filtering_mode::nearest};
  image_sampler linear = nearest;
  linear.filtering = filtering_mode::linear;
  const picture<1> wanted(4);
  const auto format = image_format::r32g32b32a32_sfloat;
  sycl::sampled_image<1> a(wanted.channels.data(), format, nearest, 4);
  sycl::sampled_image<1> b(wanted.channels.data(), format, linear, 4);
  using accessor = sycl::sampled_image_accessor<sycl::float4, 1>;
  using constant = sycl::sampled_image_accessor<const sycl::float4, 1>;
  static_assert(std::is_same_v<accessor::value_type, const sycl::float4>);
  static_assert(std::is_convertible_v<accessor, constant> &&
                std::is_convertible_v<constant, accessor>);
  static_assert(std::is_convertible_v<
                sycl::host_sampled_image_accessor<const sycl::float4, 1>,
                sycl::host_sampled_image_accessor<sycl::float4, 1>>);
  static_assert(sycl::is_device_copyable_v<accessor>);
  q.submit([&](sycl::handler &h) {
    const accessor first(a, h);
    const constant second = b.get_access<const sycl::float4>(h);
    const accessor again = first;
    CHECK(first == again && first != b.get_access<sycl::float4>(h));
    CHECK(std::hash<accessor>()(first) == std::hash<accessor>()(again));
    const sycl::accessor answer(conformance::answers(), h);
    h.parallel_for(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> i) {
      if (i.get_global_id(0) == 0)
        answer[0] = int(first.read(0.49f)[0]);
      else
        answer[1] = int(second.read(0.5f)[0] * 2 + 0.5f);
      if (i.get_global_id(0) == 0)
        answer[2] = int(first.size());
    });
  });
  const int near = int(wanted.channels[4]);
  const int mean = int(wanted.channels[4] + wanted.channels[8]);
  CHECK(conformance::answer(0) == near && conformance::answer(1) == mean);
  CHECK(conformance::answer(2) == 4);
  float seen = 0;
  q.submit([&](sycl::handler &h) {
     auto t = a.get_access<sycl::float4, sycl::image_target::host_task>(h);
     h.host_task([=, &seen] { seen = t.read(9.0f)[1]; });
   }).wait();
  CHECK(seen == wanted.channels[13]);
}
