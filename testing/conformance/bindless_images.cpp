// Bindless images (sycl_ext_oneapi_bindless_images): their memory and handles.
#include "testing/conformance/bindless_images.h"

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("bindless_images");

namespace ex = sycl::ext::oneapi::experimental;
using conformance::computed;
using conformance::counted;
using sycl::addressing_mode;
using sycl::filtering_mode;
using sycl::image_channel_type;

namespace {
constexpr auto unnormalized = sycl::coordinate_normalization_mode::unnormalized;
} // namespace

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
  // Libraries name it, whether a program uses it or not.
  CHECK_THROWS(feature_not_supported,
               ex::import_external_memory(
                   ex::external_mem_descriptor<ex::resource_fd>{
                       {0}, ex::external_mem_handle_type::opaque_fd, 64},
                   q));
  CHECK_THROWS(feature_not_supported,
               ex::map_external_image_memory(
                   ex::external_mem(),
                   {sycl::range<1>(4), 4, image_channel_type::fp32}, q));
  CHECK_THROWS(feature_not_supported,
               ex::release_external_semaphore(ex::external_semaphore(),
                                              q.get_device(), q.get_context()));
  namespace info = ex::info::device;
  const auto align = d.get_info<info::image_row_pitch_align>();
  static_assert(std::is_same_v<decltype(align), const std::uint32_t>);
  CHECK((align != 0) == has);
  CHECK((d.get_info<info::max_image_linear_width>() >= 65536) == has);
  CHECK((d.get_info<info::max_image_linear_height>() >= 65536) == has);
  CHECK((d.get_info<info::max_image_linear_row_pitch>() >= 65536) == has);
  if (!has)
    CHECK_THROWS(feature_not_supported,
                 ex::alloc_image_mem(
                     {sycl::range<1>(4), 4, image_channel_type::fp32}, q));
}

SECTION(descriptors) {
  using ex::image_descriptor, ex::image_type;
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
    CHECK_THROWS(invalid, (void)ex::alloc_image_mem(of, q));
    CHECK_THROWS(invalid, ex::image_mem(of, q));
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
      (void)ex::alloc_image_mem(
          {{INT32_MAX, INT32_MAX, INT32_MAX}, 4, image_channel_type::fp32}, q));
}

SECTION(memory) {
  NEED_IMAGES;
  const ex::image_descriptor of({5, 3}, 2, image_channel_type::signed_int16);
  {
    const ex::image_mem none;
    CHECK(none == ex::image_mem() && none.get_handle().raw_handle == 0);
    CHECK_THROWS(invalid, (void)none.get_descriptor());
    const ex::image_mem a(of, q), b(of, q.get_device(), q.get_context());
    ex::image_mem c = a;
    CHECK(a == c && a != b && a != none);
    CHECK(std::hash<ex::image_mem>()(a) == std::hash<ex::image_mem>()(c));
    CHECK(a.get_handle().raw_handle == c.get_handle().raw_handle);
    CHECK(a.get_handle().raw_handle != b.get_handle().raw_handle);
    CHECK(a.get_range() == sycl::range<3>(5, 3, 0));
    CHECK(a.get_channel_type() == image_channel_type::signed_int16);
    CHECK(a.get_num_channels() == 2);
    CHECK(a.get_type() == ex::image_type::standard);
    CHECK(a.get_device() == q.get_device());
    CHECK(a.get_context() == q.get_context());
    CHECK(a.get_descriptor().width == 5);
    c = b;
    CHECK(c == b);
  }
  const ex::image_mem_handle memory = ex::alloc_image_mem(of, q);
  CHECK(ex::get_image_range(memory, q) == sycl::range<3>(5, 3, 0));
  CHECK(sycl::ext::oneapi::get_image_range(memory, q.get_device(),
                                           q.get_context())[1] == 3);
  CHECK(ex::get_image_channel_type(memory, q) ==
        image_channel_type::signed_int16);
  CHECK(ex::get_image_num_channels(memory, q) == 2);
  const sycl::context other(q.get_device());
  CHECK_THROWS(invalid,
               (void)ex::get_image_num_channels(memory, q.get_device(), other));
  CHECK_THROWS(memory_allocation,
               ex::free_image_mem(memory, ex::image_type::mipmap, q));
  CHECK_THROWS(memory_allocation,
               ex::free_image_mem(memory, ex::image_type::standard,
                                  q.get_device(), other));
  ex::free_image_mem(memory, ex::image_type::standard, q);
  CHECK_THROWS(memory_allocation,
               ex::free_image_mem(memory, ex::image_type::standard, q));
  CHECK_THROWS(invalid, (void)ex::get_image_range(memory, q));
}

SECTION(handles) {
  NEED_IMAGES;
  static_assert(sycl::is_device_copyable_v<ex::unsampled_image_handle> &&
                sycl::is_device_copyable_v<ex::sampled_image_handle>);
  const ex::image_descriptor of({4, 2}, 1, image_channel_type::fp32);
  const ex::image_mem memory(of, q);
  ex::unsampled_image_handle a = ex::create_image(memory, of, q);
  ex::unsampled_image_handle b = ex::create_image(
      memory.get_handle(), of, q.get_device(), q.get_context());
  ex::sampled_image_handle c =
      ex::create_image(memory, of, ex::bindless_image_sampler(), q);
  CHECK(a.raw_handle != b.raw_handle && a.raw_handle != c.raw_handle);
  CHECK(a.raw_handle && ex::unsampled_image_handle().raw_handle == 0);
  CHECK(ex::unsampled_image_handle(a.raw_handle).raw_handle == a.raw_handle);
  const sycl::context other(q.get_device());
  CHECK_THROWS(runtime,
               (void)ex::create_image(memory, of, q.get_device(), other));
  CHECK_THROWS(runtime, (void)ex::create_image(ex::image_mem(), of, q));
  // The memory is for another image.
  for (const ex::image_descriptor &wrong :
       {ex::image_descriptor({4, 3}, 1, image_channel_type::fp32),
        ex::image_descriptor({4, 2}, 2, image_channel_type::fp32)})
    CHECK_THROWS(runtime, (void)ex::create_image(memory, wrong, q));
  CHECK_THROWS(invalid, ex::destroy_image_handle(a, q.get_device(), other));
  ex::destroy_image_handle(a, q);
  CHECK_THROWS(invalid, ex::destroy_image_handle(a, q));
  ex::destroy_image_handle(b, q.get_device(), q.get_context());
  ex::destroy_image_handle(c, q);
  CHECK_THROWS(invalid, ex::destroy_image_handle(c, q));
}

SECTION(unified_memory) {
  NEED_IMAGES;
  NEED(ext_oneapi_bindless_images_2d_usm);
  // Rows of three bytes, which begin at multiples of five.
  const ex::image_descriptor of({3, 2}, 1, image_channel_type::unsigned_int8);
  auto *bytes = sycl::malloc_device<std::uint8_t>(10, q);
  const std::vector<std::uint8_t> pixels{1, 2, 3, 0, 0, 4, 5, 6, 0, 0};
  q.copy(pixels.data(), bytes, 10).wait();
  ex::unsampled_image_handle image = ex::create_image(bytes, 5, of, q);
  ex::sampled_image_handle sampled = ex::create_image(
      bytes, 5, of,
      ex::bindless_image_sampler(addressing_mode::clamp_to_edge, unnormalized,
                                 filtering_mode::nearest),
      q.get_device(), q.get_context());
  CHECK(computed<int>(q, 2, [=](int y) {
          return int(
              ex::fetch_image<std::uint8_t>(image, sycl::int2(2, y)) * 10 +
              ex::sample_image<std::uint8_t>(sampled,
                                             sycl::float2(-1, float(y))));
        }) == std::vector<int>{31, 64});
  q.single_task([=] {
     ex::write_image(image, sycl::int2(0, 1), std::uint8_t(77));
     ex::write_image(image, sycl::int2(3, 0), std::uint8_t(78));
   }).wait();
  std::vector<std::uint8_t> after(10);
  q.copy(bytes, after.data(), 10).wait();
  CHECK(after == std::vector<std::uint8_t>{1, 2, 3, 0, 0, 77, 5, 6, 0, 0});
  ex::destroy_image_handle(image, q);
  ex::destroy_image_handle(sampled, q);
  CHECK_THROWS(invalid, (void)ex::create_image(bytes, 2, of, q));
  // Rows of wider channels begin where those may.
  CHECK_THROWS(invalid,
               (void)ex::create_image(
                   bytes, 5, {{1, 2}, 1, image_channel_type::fp32}, q));
  CHECK_THROWS(invalid,
               (void)ex::create_image(
                   bytes + 1, 8, {{1, 2}, 1, image_channel_type::fp32}, q));
  sycl::free(bytes, q);

  std::size_t pitch = 0;
  const ex::image_descriptor wide({5, 3}, 4, image_channel_type::fp32);
  void *rows = ex::pitched_alloc_device(&pitch, wide, q);
  CHECK(pitch >= 80 &&
        pitch % q.get_device()
                    .get_info<ex::info::device::image_row_pitch_align>() ==
            0);
  const auto numbers = counted(60);
  std::vector<float> back(60);
  q.ext_oneapi_copy(numbers.data(), rows, wide, pitch).wait();
  ex::unsampled_image_handle image_in_rows =
      ex::create_image(rows, pitch, wide, q);
  CHECK(computed<float>(q, 15, [=](int i) {
          return ex::fetch_image<sycl::float4>(image_in_rows,
                                               sycl::int2(i % 5, i / 5))[3];
        })[14] == numbers[59]);
  q.ext_oneapi_copy(rows, back.data(), wide, pitch).wait();
  CHECK(back == numbers);
  ex::destroy_image_handle(image_in_rows, q);
  sycl::free(rows, q);
  rows = ex::pitched_alloc_device(&pitch, 7, 3, 4, q.get_device(),
                                  q.get_context());
  CHECK(rows && pitch >= 7);
  sycl::free(rows, q);
  CHECK_THROWS(memory_allocation,
               (void)ex::pitched_alloc_device(&pitch, SIZE_MAX, 2, 4, q));

  // One dimension, whose pitch does not matter; memory of the host.
  const ex::image_descriptor line(sycl::range<1>(4), 1,
                                  image_channel_type::fp32);
  if (q.get_device().has(sycl::aspect::ext_oneapi_bindless_images_shared_usm)) {
    float *shared = sycl::malloc_shared<float>(4, q);
    for (int i = 0; i < 4; ++i)
      shared[i] = float(i);
    ex::unsampled_image_handle h = ex::create_image(shared, 0, line, q);
    q.parallel_for(4, [=](sycl::id<1> i) {
       const int at = int(i[0]);
       ex::write_image(h, at, ex::fetch_image<float>(h, at) * 2);
     }).wait();
    CHECK(shared[3] == 6);
    ex::destroy_image_handle(h, q);
    sycl::free(shared, q);
  }
}

SECTION(handles_in_memory) {
  NEED_IMAGES;
  // As many images as the program wants, in a buffer, in USM and in a struct.
  const ex::image_descriptor of(sycl::range<1>(2), 1,
                                image_channel_type::signed_int32);
  std::vector<ex::image_mem> memory;
  std::vector<ex::unsampled_image_handle> handles;
  for (int i = 0; i < 20; ++i) {
    memory.emplace_back(of, q);
    handles.push_back(ex::create_image(memory.back(), of, q));
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
        o[i] =
            ex::fetch_image<int>(a[i], 0) + ex::fetch_image<int>(a[19 - i], 1);
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
    ex::unsampled_image_handle images[2];
    int factor;
  } captured{{handles[3], handles[4]}, 10};
  CHECK(computed<int>(q, 2, [=](int i) {
          return ex::fetch_image<int>(ex::unsampled_image_handle(raw[i]), 0) +
                 captured.factor * ex::fetch_image<int>(captured.images[i], 1);
        }) == std::vector<int>{97, 168});
  sycl::free(raw, q);
  for (ex::unsampled_image_handle &handle : handles)
    ex::destroy_image_handle(handle, q);
}

SECTION(in_graphs) {
  NEED_IMAGES;
  NEED(ext_oneapi_limited_graph);
  const ex::image_descriptor of(sycl::range<1>(4), 1, image_channel_type::fp32);
  const ex::image_mem memory(of, q);
  std::vector<float> host(4);
  ex::command_graph graph(q.get_context(), q.get_device());
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_copy(host.data(), memory.get_handle(), of);
  }));
  // Kernels may be part of one.
  ex::unsampled_image_handle image = ex::create_image(memory, of, q);
  graph.add([&](sycl::handler &h) {
    h.parallel_for(4, [=](sycl::id<1> i) {
      ex::write_image(image, int(i[0]), float(i[0]) + 0.5f);
    });
  });
  q.ext_oneapi_graph(graph.finalize()).wait();
  q.ext_oneapi_copy(memory.get_handle(), host.data(), of).wait();
  CHECK(host == std::vector<float>{0.5f, 1.5f, 2.5f, 3.5f});
  ex::destroy_image_handle(image, q);
}
