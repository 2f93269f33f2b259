// Reductions from several threads at once, in queues of their own and in one
// that all share, small ones and large ones after one another: the memory
// between the two kernels of a reduction is taken from one pool.
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> failures{0};

void expect(long long is, long long expected, const std::string &what) {
  if (is == expected)
    return;
  ++failures;
  std::printf("FAILED: %s: %lld, not %lld\n", what.c_str(), is, expected);
}

struct largest {
  int value, where;
};

// Sum, and where the largest is, of n numbers that a thread shifts by its own.
void reduce(sycl::queue q, int thread, int n) {
  const std::string what = q.get_device().get_info<sycl::info::device::name>() +
                           ", thread " + std::to_string(thread) + ", " +
                           std::to_string(n);
  long long sum = 0, expected = 0;
  largest best{-1, -1};
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    values[i] = (i * 7919 + thread) % 10007;
    expected += values[i];
  }
  {
    sycl::buffer<int> in(values);
    sycl::buffer<long long> out(&sum, 1);
    sycl::buffer<largest> out_best(&best, 1);
    auto better = [](largest a, largest b) {
      return a.value > b.value || (a.value == b.value && a.where < b.where) ? a
                                                                            : b;
    };
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(in, h, sycl::read_only);
      h.parallel_for(sycl::range<1>(n),
                     sycl::reduction(out, h, sycl::plus<long long>()),
                     sycl::reduction(out_best, h, largest{-1, -1}, better),
                     [=](sycl::id<1> i, auto &add, auto &compare) {
                       add += from[i];
                       compare.combine(
                           largest{from[i], static_cast<int>(i[0])});
                     });
    });
  }
  expect(sum, expected, what + ": sum");
  int where = 0;
  for (int i = 0; i < n; ++i)
    if (values[i] > values[where])
      where = i;
  expect(best.where, where, what + ": largest");
}

} // namespace

int main() {
  int used = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue shared(device);
    ++used;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        sycl::queue own(device, sycl::property::queue::in_order());
        for (int round = 0; round < 6; ++round)
          for (int n : {1, 100, 5000, 300})
            reduce(round % 2 ? own : shared, t, n + round + 17 * t);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
  std::printf("%d devices, %d failures\n", used, failures.load());
  return used == 0 || failures != 0;
}
