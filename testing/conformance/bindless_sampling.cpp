// Bindless images (sycl_ext_oneapi_bindless_images): samplers, and images of
// several parts.
//
// What samplers take is compared with sampled_image of SYCL 2020, whose
// sections (image_sampling.cpp) compare it with the specification.
#include "testing/conformance/bindless_images.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("bindless_images");

namespace ex = sycl::ext::oneapi::experimental;
using conformance::computed;
using conformance::counted;
using conformance::some;
using conformance::unsampled;
using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_channel_type;

namespace {
constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
constexpr auto unnormalized = sycl::coordinate_normalization_mode::unnormalized;

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
  const ex::image_descriptor of(size, 4, type);
  const ex::image_mem memory(of, q);
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  ex::sampled_image_handle image = ex::create_image(
      memory, of,
      ex::bindless_image_sampler(sampler.addressing, sampler.coordinate,
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
        to_got[i] = ex::sample_image<DataT>(image, new_position);
      });
    });
  }
  ex::destroy_image_handle(image, q);
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
  const ex::image_descriptor of({2, 2}, 1, image_channel_type::snorm_int8);
  const ex::image_mem memory(of, q);
  const auto pixels = some<std::int8_t>({127, -127, 0, 0});
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  ex::sampled_image_handle image = ex::create_image(
      memory, of,
      ex::bindless_image_sampler(addressing_mode::clamp_to_edge, unnormalized,
                                 filtering_mode::linear),
      q);
  CHECK(computed<float>(q, 3, [=](int i) {
          return ex::sample_image<float>(image,
                                         sycl::float2(0.5f + 0.25f * i, 0.5f));
        }) == std::vector<float>{1, 0.5f, 0});
  CHECK(computed<float>(q, 2, [=](int i) {
          return ex::fetch_image<float>(image, sycl::int2(i, 0));
        }) == std::vector<float>{1, -1});
  struct alone {
    float value;
  };
  CHECK(
      computed<float>(q, 1, [=](int) {
        return ex::sample_image<alone, float>(image, sycl::float2(1, 1)).value;
      }) == std::vector<float>{0});
  ex::destroy_image_handle(image, q);
}

SECTION(samplers) {
  NEED_IMAGES;
  const ex::bindless_image_sampler none;
  CHECK(none.addressing[0] == addressing_mode::none &&
        none.addressing[2] == addressing_mode::none &&
        none.coordinate == unnormalized &&
        none.filtering == filtering_mode::nearest && none.max_anisotropy == 0 &&
        none.cubemap_filtering == ex::cubemap_filtering_mode::disjointed);
  addressing_mode modes[3] = {addressing_mode::repeat,
                              addressing_mode::clamp_to_edge,
                              addressing_mode::clamp};
  const ex::bindless_image_sampler of_axes(modes, normalized,
                                           filtering_mode::nearest);
  CHECK(of_axes.addressing[1] == addressing_mode::clamp_to_edge);
  const ex::bindless_image_sampler of_mipmap(
      modes, normalized, filtering_mode::linear, filtering_mode::linear, 0.5f,
      2, 4);
  CHECK(of_mipmap.max_mipmap_level_clamp == 2 && of_mipmap.max_anisotropy == 4);
  const ex::bindless_image_sampler of_cube(
      addressing_mode::clamp, normalized, filtering_mode::linear,
      ex::cubemap_filtering_mode::seamless);
  CHECK(of_cube.addressing[2] == addressing_mode::clamp);

  // Each dimension has its own.
  const ex::image_descriptor of({2, 2, 2}, 1, image_channel_type::fp32);
  const ex::image_mem memory(of, q);
  const std::vector<float> pixels{1, 2, 3, 4, 5, 6, 7, 8};
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), of).wait();
  ex::sampled_image_handle image = ex::create_image(memory, of, of_axes, q);
  CHECK(computed<float>(q, 4, [=](int i) {
          const float far = i == 3 ? 1.25f : 0.25f;
          return ex::sample_image<float>(
              image, sycl::float3(i == 1 ? 1.75f : 0.25f,
                                  i == 2 ? 1.75f : 0.25f, far));
        }) == std::vector<float>{1, 2, 3, 0});
  ex::destroy_image_handle(image, q);
}

SECTION(arrays) {
  NEED_IMAGES;
  NEED(ext_oneapi_image_array);
  const ex::image_descriptor flat({3, 2}, 1, image_channel_type::signed_int32,
                                  ex::image_type::array, 1, 4),
      line(sycl::range<1>(3), 2, image_channel_type::signed_int16,
           ex::image_type::array, 1, 2);
  std::vector<int> pixels(24);
  for (int i = 0; i < 24; ++i)
    pixels[i] = i + 1;
  {
    unsampled image(q, flat, pixels);
    CHECK(image.contents<int>(24) == pixels);
    CHECK(ex::get_image_range(image.memory.get_handle(), q) ==
          sycl::range<3>(3, 2, 0));
    // Neither layers nor pixels beyond the image.
    CHECK(computed<int>(q, 6, [h = image.handle](int layer) {
            return ex::fetch_image_array<int>(h, sycl::int2(2, 1),
                                              unsigned(layer)) *
                       100 +
                   ex::fetch_image_array<int>(h, sycl::int2(1, 2),
                                              unsigned(layer));
          }) == std::vector<int>{600, 1200, 1800, 2400, 0, 0});
    q.parallel_for(5, [h = image.handle](sycl::id<1> layer) {
       ex::write_image_array(h, sycl::int2(0, 1), unsigned(layer[0]),
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
    ex::sampled_image_handle sampled = ex::create_image(
        image.memory, flat,
        ex::bindless_image_sampler(addressing_mode::repeat, normalized,
                                   filtering_mode::nearest),
        q);
    CHECK(computed<int>(q, 2, [=](int i) {
            return ex::sample_image_array<int>(
                       sampled, sycl::float2(1.2f, i ? 1.3f : -0.7f), 2) +
                   ex::fetch_image_array<int>(sampled, sycl::int2(0, 0), 1);
          }) == std::vector<int>{20, 20});
    ex::destroy_image_handle(sampled, q);
    CHECK_THROWS(
        runtime,
        (void)ex::create_image(
            image.memory, {{3, 2, 4}, 1, image_channel_type::signed_int32}, q));
  }
  unsampled lines(q, line,
                  some<std::int16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  CHECK(computed<int>(q, 2, [h = lines.handle](int layer) {
          const auto v =
              ex::fetch_image_array<sycl::vec<short, 2>>(h, 2, unsigned(layer));
          return v[0] * 100 + v[1];
        }) == std::vector<int>{506, 1112});
  auto *usm = sycl::malloc_device<int>(24, q);
  CHECK_THROWS(feature_not_supported, (void)ex::create_image(usm, 12, flat, q));
  sycl::free(usm, q);
}

SECTION(cubemaps) {
  NEED_IMAGES;
  NEED(ext_oneapi_cubemap);
  const ex::image_descriptor of({2, 2}, 1, image_channel_type::fp32,
                                ex::image_type::cubemap, 1, 6);
  std::vector<float> pixels(24);
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < 4; ++i)
      pixels[face * 4 + i] = float(face * 10 + i);
  unsampled image(q, of, pixels);
  CHECK(computed<float>(q, 6, [h = image.handle](int face) {
          return ex::fetch_cubemap<float>(h, sycl::int2(1, 0), unsigned(face));
        }) == std::vector<float>{1, 11, 21, 31, 41, 51});
  q.single_task([h = image.handle] {
     ex::write_cubemap(h, sycl::int2(0, 1), 5, 77.0f);
   }).wait();
  CHECK(image.contents<float>(24)[22] == 77);
  ex::sampled_image_handle sampled = ex::create_image(
      image.memory, of,
      ex::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
                                 filtering_mode::nearest,
                                 ex::cubemap_filtering_mode::seamless),
      q);
  // For each face the pixel of its first row and second column: the table of
  // the faces' axes that all graphics libraries share.
  CHECK(computed<float>(q, 6, [=](int face) {
          const sycl::float3 directions[] = {{2, 1, -1}, {-2, 1, 1},
                                             {1, 2, -1}, {1, -2, 1},
                                             {1, 1, 2},  {-1, 1, -2}};
          return ex::sample_cubemap<float>(sampled, directions[face]);
        }) == std::vector<float>{1, 11, 21, 31, 41, 51});
  ex::destroy_image_handle(sampled, q);
  CHECK_THROWS(feature_not_supported,
               (void)ex::create_image(image.memory, of,
                                      ex::bindless_image_sampler(
                                          addressing_mode::clamp, normalized,
                                          filtering_mode::linear,
                                          ex::cubemap_filtering_mode::seamless),
                                      q));
}

SECTION(mipmaps) {
  NEED_IMAGES;
  NEED(ext_oneapi_mipmap);
  // The pixels of a level are its number times 100, and one more but in the
  // first column.
  const ex::image_descriptor of({5, 4}, 1, image_channel_type::fp32,
                                ex::image_type::mipmap, 3);
  const ex::image_mem memory(of, q);
  CHECK(memory.get_type() == ex::image_type::mipmap);
  for (unsigned level = 0; level < 3; ++level) {
    const ex::image_descriptor part = of.get_mip_level_desc(level);
    std::vector<float> pixels(part.width * part.height);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = float(100 * (level + 1) + (i % part.width ? 1 : 0));
    const ex::image_mem_handle of_level =
        level ? memory.get_mip_level_mem_handle(level)
              : ex::get_mip_level_mem_handle(memory.get_handle(), 0, q);
    CHECK(ex::get_image_range(of_level, q) ==
          sycl::range<3>(5 >> level, 4 >> level, 0));
    // The mipmap's descriptor describes its first level.
    q.ext_oneapi_copy(pixels.data(), of_level, level ? part : of).wait();
    std::vector<float> back(pixels.size());
    q.ext_oneapi_copy(of_level, back.data(), part).wait();
    CHECK(back == pixels);
    // A level alone is an image.
    ex::unsampled_image_handle image = ex::create_image(of_level, part, q);
    CHECK(computed<float>(q, 1, [=](int) {
            return ex::fetch_image<float>(image, sycl::int2(0, 0));
          })[0] == pixels[0]);
    ex::destroy_image_handle(image, q);
    CHECK_THROWS(memory_allocation,
                 ex::free_image_mem(of_level, ex::image_type::standard, q));
  }
  CHECK_THROWS(invalid, (void)memory.get_mip_level_mem_handle(3));
  CHECK_THROWS(runtime, (void)ex::create_image(memory, of, q));
  const auto sampled_at = [&](filtering_mode between, float least,
                              float greatest, auto levels) {
    ex::sampled_image_handle image = ex::create_image(
        memory,
        ex::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
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
              ex::sample_mipmap<float>(image, sycl::float2(0.9f, 0.1f), a[i]);
        });
      });
    }
    ex::destroy_image_handle(image, q);
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
  ex::sampled_image_handle image = ex::create_image(
      memory, of,
      ex::bindless_image_sampler(addressing_mode::clamp_to_edge, normalized,
                                 filtering_mode::nearest,
                                 filtering_mode::nearest, 0, 2, 1),
      q);
  CHECK(computed<float>(q, 3, [=](int i) {
          const sycl::float2 none(0, 0), two_columns(0.4f, 0), four_rows(0, 1);
          return ex::sample_mipmap<float>(image, sycl::float2(0.1f, 0.1f),
                                          i ? two_columns : none,
                                          i == 2 ? four_rows : none);
        }) == std::vector<float>{100, 200, 300});
  ex::destroy_image_handle(image, q);
  CHECK_THROWS(invalid, (void)ex::create_image(
                            memory, of, ex::bindless_image_sampler(), q));
}
