// A group algorithm or two in each kernel, as programs use them: short enough
// for every compiler, and on CPUs loops over the work-items between barriers.
// PoCL 3.1 runs them, too: its sub-groups have one work-item.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

int failures = 0;

template <int Which> class Kernel;

/// Runs `algorithm` in groups of `size` work-items; `wanted` says what each
/// should get from the inputs of its group.
template <int Which, typename Algorithm, typename Wanted>
void run(sycl::queue &queue, const char *name, std::size_t size,
         Algorithm algorithm, Wanted wanted) {
  constexpr std::size_t groups = 3;
  const std::size_t count = groups * size;
  int *in = sycl::malloc_shared<int>(count, queue);
  int *out = sycl::malloc_shared<int>(count, queue);
  for (std::size_t i = 0; i < count; ++i)
    in[i] = static_cast<int>((i * 37 + 11) % 23) - 9;
  queue
      .parallel_for<Kernel<Which>>(
          sycl::nd_range<1>(count, size),
          [=](sycl::nd_item<1> item) {
            const std::size_t i = item.get_global_id(0);
            out[i] = algorithm(item.get_group(), in[i]);
          })
      .wait_and_throw();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t lane = i % size;
    const int right = wanted(in + (i - lane), size, lane);
    if (out[i] != right && ++failures < 20)
      std::printf("FAILED: %s, work-item %zu of %zu: %d, not %d\n", name, i,
                  size, out[i], right);
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

int sum(const int *first, const int *last) {
  int total = 0;
  for (; first != last; ++first)
    total += *first;
  return total;
}

void run_all(sycl::queue &queue, std::size_t size) {
  using group = sycl::group<1>;
  run<0>(
      queue, "reduce", size,
      [](group g, int x) {
        return sycl::reduce_over_group(g, x, sycl::plus<int>());
      },
      [](const int *x, std::size_t n, std::size_t) { return sum(x, x + n); });
  run<1>(
      queue, "inclusive scan", size,
      [](group g, int x) {
        return sycl::inclusive_scan_over_group(g, x, sycl::plus<int>());
      },
      [](const int *x, std::size_t, std::size_t i) { return sum(x, x + i + 1); });
  run<2>(
      queue, "exclusive scan", size,
      [](group g, int x) {
        return sycl::exclusive_scan_over_group(g, x, sycl::plus<int>());
      },
      [](const int *x, std::size_t, std::size_t i) { return sum(x, x + i); });
  run<3>(
      queue, "broadcast", size,
      [](group g, int x) { return sycl::group_broadcast(g, x, 2); },
      [](const int *x, std::size_t, std::size_t) { return x[2]; });
  run<4>(
      queue, "any and all", size,
      [](group g, int x) {
        return 2 * sycl::any_of_group(g, x == 4) + sycl::all_of_group(g, x < 14);
      },
      [](const int *x, std::size_t n, std::size_t) {
        return 2 * int(std::find(x, x + n, 4) != x + n) + 1;
      });
}

/// More elements than work-items, of one group.
void run_joint_scan(sycl::queue &queue, std::size_t size) {
  const std::size_t count = 3 * size + 1;
  int *in = sycl::malloc_shared<int>(count, queue);
  int *out = sycl::malloc_shared<int>(count, queue);
  for (std::size_t i = 0; i < count; ++i)
    in[i] = static_cast<int>((i * 37 + 11) % 23) - 9;
  queue
      .parallel_for<Kernel<5>>(
          sycl::nd_range<1>(size, size),
          [=](sycl::nd_item<1> item) {
            sycl::joint_inclusive_scan(item.get_group(), in, in + count, out,
                                       sycl::plus<int>());
          })
      .wait_and_throw();
  for (std::size_t i = 0; i < count; ++i)
    if (const int right = sum(in, in + i + 1); out[i] != right &&
                                               ++failures < 20)
      std::printf("FAILED: joint scan, element %zu: %d, not %d\n", i, out[i],
                  right);
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    for (std::size_t size : {3, 44, 256}) {
      run_all(queue, size);
      run_joint_scan(queue, size);
    }
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
