// What the sections on bindless images have in common.
#ifndef FACET_TESTING_CONFORMANCE_BINDLESS_IMAGES_H_
#define FACET_TESTING_CONFORMANCE_BINDLESS_IMAGES_H_

#include "testing/conformance/check.h"

#include <initializer_list>
#include <vector>

#define NEED_IMAGES NEED(ext_oneapi_bindless_images)

namespace conformance {

namespace ex = sycl::ext::oneapi::experimental;

/// An image's memory with contents, and a handle.
struct unsampled {
  sycl::queue q;
  ex::image_mem memory;
  ex::unsampled_image_handle handle;

  template <typename T>
  unsampled(sycl::queue queue, const ex::image_descriptor &of,
            const std::vector<T> &bytes)
      : q(queue), memory(of, q), handle(ex::create_image(memory, of, q)) {
    q.ext_oneapi_copy(bytes.data(), memory.get_handle(), of).wait();
  }
  unsampled(const unsampled &) = delete;
  ~unsampled() { ex::destroy_image_handle(handle, q); }

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

template <typename T> std::vector<T> some(std::initializer_list<int> numbers) {
  std::vector<T> result;
  for (int n : numbers)
    result.push_back(static_cast<T>(n));
  return result;
}
inline std::vector<float> counted(std::size_t count) {
  std::vector<float> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(float((i * 37 + 5) % 64));
  return result;
}

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_BINDLESS_IMAGES_H_
