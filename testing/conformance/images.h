// What the sections on images have in common.
#ifndef FACET_TESTING_CONFORMANCE_IMAGES_H_
#define FACET_TESTING_CONFORMANCE_IMAGES_H_

#include "testing/conformance/check.h"

#include <cstring>
#include <vector>

namespace conformance {

/// A few numbers that kernels answer with.
inline sycl::buffer<int> &answers() {
  static sycl::buffer<int> buffer(sycl::range(4));
  return buffer;
}
inline int answer(int n) {
  return sycl::host_accessor(answers(), sycl::read_only)[n];
}

template <int D>
using image_position =
    std::conditional_t<D == 1, int, sycl::vec<int, D == 2 ? 2 : 4>>;

/// Every pixel by a kernel.
template <int D, typename A, typename DataT>
void fill(sycl::queue &q, sycl::unsampled_image<D, A> &image, DataT color) {
  q.submit([&](sycl::handler &h) {
    auto a = image.template get_access<DataT, sycl::access_mode::write>(h);
    h.parallel_for(image.get_range(), [=](sycl::item<D> i) {
      if constexpr (D == 1)
        a.write(int(i[0]), color);
      else if constexpr (D == 2)
        a.write(sycl::int2(int(i[0]), int(i[1])), color);
      else
        a.write(sycl::int4(int(i[0]), int(i[1]), int(i[2]), 0), color);
    });
  });
}

/// Whether a kernel and the host read `wanted` from an image of these channels.
template <typename DataT, typename Stored, typename Wanted, typename Same>
bool read_all(sycl::queue &q, sycl::image_format format,
              const std::vector<Stored> &stored,
              const std::vector<Wanted> &wanted, Same same) {
  using channel = typename DataT::element_type;
  const std::size_t pixels = stored.size() / 4;
  std::vector<Stored> memory(stored);
  std::vector<channel> read(stored.size());
  sycl::unsampled_image<1> image(memory.data(), format, sycl::range(pixels));
  image.set_final_data();
  {
    sycl::buffer<channel> out(read.data(), sycl::range(read.size()));
    q.submit([&](sycl::handler &h) {
      auto a = image.template get_access<DataT, sycl::access_mode::read>(h);
      const sycl::accessor o(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for(pixels, [=](sycl::id<1> i) {
        const DataT value = a.read(int(i[0]));
        for (int c = 0; c < 4; ++c)
          o[i[0] * 4 + c] = value[c];
      });
    });
  }
  auto host = image.template get_host_access<DataT, sycl::access_mode::read>();
  bool right = true;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const channel expected = static_cast<channel>(wanted[i]);
    const channel on_host = host.read(int(i / 4))[int(i % 4)];
    if (same(read[i], expected) && same(on_host, expected))
      continue;
    right = false;
    std::printf("  format %d, channel %d: %.9g, on the host %.9g, not %.9g\n",
                int(format), int(i), double(read[i]), double(on_host),
                double(expected));
  }
  return right;
}

/// Whether a kernel and the host, writing `values`, store `wanted`.
template <typename DataT, typename Value, typename Stored>
bool write_all(sycl::queue &q, sycl::image_format format,
               const std::vector<Value> &values,
               const std::vector<Stored> &wanted) {
  const std::size_t pixels = values.size() / 4;
  std::vector<Stored> by_kernel(wanted.size(), Stored(1)), by_host(by_kernel);
  std::vector<Value> copy(values);
  {
    sycl::unsampled_image<1> image(by_kernel.data(), format,
                                   sycl::range(pixels));
    sycl::buffer<Value> in(copy.data(), sycl::range(copy.size()));
    q.submit([&](sycl::handler &h) {
      auto a = image.template get_access<DataT, sycl::access_mode::write>(h);
      const sycl::accessor v(in, h, sycl::read_only);
      h.parallel_for(pixels, [=](sycl::id<1> i) {
        DataT value;
        for (int c = 0; c < 4; ++c)
          value[c] = v[i[0] * 4 + c];
        a.write(int(i[0]), value);
      });
    });
    sycl::unsampled_image<1> on_host(by_host.data(), format,
                                     sycl::range(pixels));
    auto a = on_host.template get_host_access<DataT>();
    for (std::size_t i = 0; i < pixels; ++i)
      a.write(int(i), DataT(values[4 * i], values[4 * i + 1], values[4 * i + 2],
                            values[4 * i + 3]));
  }
  bool right = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (by_kernel[i] == wanted[i] && by_host[i] == wanted[i])
      continue;
    right = false;
    std::printf("  format %d, channel %d: %.9g, on the host %.9g, not %.9g\n",
                int(format), int(i), double(by_kernel[i]), double(by_host[i]),
                double(wanted[i]));
  }
  return right;
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_IMAGES_H_
