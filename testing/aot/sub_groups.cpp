// Sub-group functions give what a plain loop over the sub-group gives: on every
// device there is, with whole sub-groups and a partial one, or sub-groups of one
// work-item, for values of four, eight and two bytes.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::size_t groups = 3, group_size = 44;
constexpr std::size_t count = groups * group_size;

template <typename T> struct results {
  std::uint32_t lane, size;
  T sum, sum_and_init, largest, inclusive, exclusive, swapped, third, left,
      right, selected;
  bool any, all, none;
};

template <typename T> class Kernel;

int failures = 0;

template <typename T>
void expect(const char *what, std::size_t i, T value, T wanted) {
  if (value == wanted)
    return;
  if (++failures < 20)
    std::printf("FAILED: %s of work-item %zu (%zu bytes): %g, not %g\n", what,
                i, sizeof(T), static_cast<double>(value),
                static_cast<double>(wanted));
}

template <typename T> T input(std::size_t i) {
  return static_cast<T>(static_cast<int>((i * 37 + 11) % 101) - 50);
}

template <typename T>
void check(const results<T> *out, std::size_t first, std::size_t size) {
  T sum = 0, largest = input<T>(first);
  bool any = false, all = true;
  for (std::size_t i = first; i < first + size; ++i) {
    sum = static_cast<T>(sum + input<T>(i));
    largest = std::max(largest, input<T>(i));
    any |= input<T>(i) == T(-39);
    all &= input<T>(i) > T(-48);
  }
  T inclusive = 0, exclusive = 100;
  for (std::size_t lane = 0; lane < size; ++lane) {
    const std::size_t i = first + lane;
    const results<T> &r = out[i];
    inclusive = static_cast<T>(inclusive + input<T>(i));
    expect<std::uint32_t>("lane", i, r.lane, lane);
    expect("sum", i, r.sum, sum);
    expect("sum with init", i, r.sum_and_init, static_cast<T>(sum + 7));
    expect("largest", i, r.largest, largest);
    expect("inclusive scan", i, r.inclusive, inclusive);
    expect("exclusive scan", i, r.exclusive, exclusive);
    exclusive = static_cast<T>(exclusive + input<T>(i));
    if ((lane ^ 1) < size)
      expect("permutation", i, r.swapped, input<T>(first + (lane ^ 1)));
    expect("broadcast", i, r.third, input<T>(first + (size > 2 ? 2 : 0)));
    if (lane + 1 < size)
      expect("shift left", i, r.left, input<T>(i + 1));
    if (lane >= 2)
      expect("shift right", i, r.right, input<T>(i - 2));
    expect("selection", i, r.selected, input<T>(first + size - 1 - lane));
    expect("any", i, r.any, any);
    expect("all", i, r.all, all);
    expect("none", i, r.none, !any);
  }
}

template <typename T> void run(sycl::queue &queue) {
  auto *out = sycl::malloc_shared<results<T>>(count, queue);
  auto *in = sycl::malloc_shared<T>(count, queue);
  for (std::size_t i = 0; i < count; ++i)
    in[i] = input<T>(i);
  queue
      .parallel_for<Kernel<T>>(
          sycl::nd_range<1>(count, group_size),
          [=](sycl::nd_item<1> item) {
            const sycl::sub_group g = item.get_sub_group();
            const std::size_t i = item.get_global_id(0);
            const T x = in[i];
            results<T> r{};
            r.lane = g.get_local_linear_id();
            r.size = g.get_local_linear_range();
            r.sum = sycl::reduce_over_group(g, x, sycl::plus<T>());
            r.sum_and_init =
                sycl::reduce_over_group(g, x, T(7), sycl::plus<T>());
            r.largest = sycl::reduce_over_group(g, x, sycl::maximum<T>());
            r.inclusive =
                sycl::inclusive_scan_over_group(g, x, sycl::plus<T>());
            r.exclusive =
                sycl::exclusive_scan_over_group(g, x, T(100), sycl::plus<T>());
            r.swapped = sycl::permute_group_by_xor(g, x, 1);
            r.third = sycl::group_broadcast(g, x, r.size > 2 ? 2 : 0);
            r.left = sycl::shift_group_left(g, x);
            r.right = sycl::shift_group_right(g, x, 2);
            r.selected = sycl::select_from_group(g, x, r.size - 1 - r.lane);
            r.any = sycl::any_of_group(g, x == T(-39));
            r.all = sycl::all_of_group(g, x > T(-48));
            r.none = sycl::none_of_group(g, x, [](T y) { return y == T(-39); });
            out[i] = r;
          })
      .wait();
  for (std::size_t group = 0; group < groups; ++group)
    for (std::size_t i = 0; i < group_size;) {
      const std::size_t first = group * group_size + i;
      const std::size_t size = out[first].size;
      if (size == 0 || i + size > group_size) {
        expect<std::size_t>("sub-group size", first, size, group_size - i);
        break;
      }
      check(out, first, size);
      i += size;
    }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    for (const sycl::device &device : platform.get_devices()) {
      sycl::queue queue(device);
      std::printf("%s\n",
                  device.get_info<sycl::info::device::name>().c_str());
      run<std::int32_t>(queue);
      run<std::int64_t>(queue);
      run<std::int16_t>(queue);
      run<float>(queue);
      ++devices;
    }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
