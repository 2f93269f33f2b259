// Bindless images (sycl_ext_oneapi_bindless_images): copies of images and
// parts.
#include "testing/conformance/bindless_images.h"

#include <cstdint>
#include <vector>

CONFORMANCE_CHAPTER("bindless_images");

namespace ex = sycl::ext::oneapi::experimental;
using conformance::counted;
using conformance::some;
using sycl::image_channel_type;

SECTION(copies) {
  NEED_IMAGES;
  const ex::image_descriptor of({4, 3, 2}, 1, image_channel_type::fp32);
  const ex::image_mem a(of, q), b(of, q);
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
  const ex::image_descriptor of = [&] {
    if constexpr (D == 1)
      return ex::image_descriptor(sycl::range<1>(p.image[0]), 1,
                                  image_channel_type::fp32);
    else if constexpr (D == 2)
      return ex::image_descriptor({p.image[0], p.image[1]}, 1,
                                  image_channel_type::fp32);
    else
      return ex::image_descriptor(p.image, 1, image_channel_type::fp32);
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
  const ex::image_mem memory(of, q), second(of, q);
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

  const ex::image_descriptor of({4, 3}, 1, image_channel_type::fp32);
  const ex::image_mem memory(of, q);
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
               q.ext_oneapi_copy(host.data(), ex::image_mem_handle{}, of));
  CHECK_THROWS(invalid,
               q.ext_oneapi_copy(
                   ex::image_mem_handle{memory.get_handle().raw_handle + 4},
                   host.data(), of));
  sycl::queue other(sycl::context(q.get_device()), q.get_device());
  CHECK_THROWS(invalid,
               other.ext_oneapi_copy(host.data(), memory.get_handle(), of));
  const ex::image_descriptor wide({4, 3}, 2, image_channel_type::fp32);
  const ex::image_mem of_pairs(wide, q);
  CHECK_THROWS(invalid, q.ext_oneapi_copy(memory.get_handle(), {0, 0, 0}, of,
                                          of_pairs.get_handle(), {0, 0, 0},
                                          wide, {1, 1, 1}));
}

SECTION(parts_of_unified_memory) {
  NEED_IMAGES;
  NEED(ext_oneapi_bindless_images_2d_usm);
  const ex::image_descriptor of({4, 3}, 1, image_channel_type::unsigned_int8);
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
