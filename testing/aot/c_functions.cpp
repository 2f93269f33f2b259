// What the C++ library makes of the C library's memory functions works in device
// code, with sizes known and not: copies, moves, fills and comparisons.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace {

struct results {
  int equal, different, order;
  unsigned char copied[40], moved[40], set[40];
};

void evaluate(const unsigned char *in, std::size_t n, results &r) {
  std::array<unsigned char, 12> a{}, b{};
  for (std::size_t i = 0; i < 12; ++i)
    a[i] = b[i] = in[i];
  r.equal = std::equal(a.begin(), a.end(), b.begin());
  b[11] ^= 0x80;
  r.different = a == b;
  r.order = std::lexicographical_compare(in, in + n, in + 1, in + 1 + n);
  std::memcpy(r.copied, in, n);
  std::memcpy(r.moved, in, 40);
  std::memmove(r.moved + 3, r.moved, n);
  std::memset(r.set, 7, sizeof r.set);
  std::memset(r.set, in[1], n);
}

int compare(const results &r, const results &w) {
  int failures = 0;
  const auto expect = [&](bool right, const char *what) {
    if (right)
      return;
    ++failures;
    std::printf("FAILED: %s\n", what);
  };
  expect(r.equal == 1, "std::equal of equal arrays");
  expect(r.different == 0, "== of different arrays");
  expect(r.order == w.order, "order");
  expect(std::equal(r.copied, r.copied + 29, w.copied), "memcpy");
  expect(std::equal(r.moved, r.moved + 40, w.moved), "memmove");
  expect(std::equal(r.set, r.set + 40, w.set), "memset");
  return failures;
}

} // namespace

int main() {
  int devices = 0, failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    auto *in = sycl::malloc_shared<unsigned char>(64, queue);
    auto *out = sycl::malloc_shared<results>(1, queue);
    for (int i = 0; i < 64; ++i)
      in[i] = static_cast<unsigned char>(i * 29 + 3);
    const std::size_t n = 29;
    queue
        .single_task<class CFunctions>([=] {
          results r{};
          evaluate(in, n, r);
          *out = r;
        })
        .wait_and_throw();
    results wanted{};
    evaluate(in, n, wanted);
    failures += compare(*out, wanted);
    sycl::free(in, queue);
    sycl::free(out, queue);
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
