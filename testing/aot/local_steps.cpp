// Groups whose work-items go through steps in local memory, each of which
// stores for some of them: the place of the least number, and a bitonic sort.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

namespace {
class Least;
class Sort;
constexpr unsigned kGroup = 256;
constexpr std::size_t kGroups = 5;
} // namespace

int main() {
  sycl::queue queue(sycl::property::queue::in_order{});
  constexpr std::size_t n = kGroup * kGroups;
  auto *numbers = sycl::malloc_shared<int>(n, queue);
  auto *sorted = sycl::malloc_shared<int>(n, queue);
  auto *places = sycl::malloc_shared<int>(kGroups, queue);
  unsigned next = 7;
  for (std::size_t i = 0; i < n; ++i) {
    next = next * 1664525u + 1013904223u;
    numbers[i] = int(next) >> 20;
  }
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> values(kGroup, handler), ids(kGroup, handler);
    handler.parallel_for<Least>(
        sycl::nd_range<1>(n, kGroup), [=](sycl::nd_item<1> item) {
          const unsigned local = item.get_local_id(0);
          values[local] = numbers[item.get_global_id(0)];
          ids[local] = int(local);
          sycl::group_barrier(item.get_group());
          for (unsigned step = kGroup / 2; step > 0; step /= 2) {
            if (local < step && (values[local + step] < values[local] ||
                                 (values[local + step] == values[local] &&
                                  ids[local + step] < ids[local]))) {
              values[local] = values[local + step];
              ids[local] = ids[local + step];
            }
            sycl::group_barrier(item.get_group());
          }
          if (local == 0)
            places[item.get_group(0)] = ids[0];
        });
  });
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<int, 1> values(kGroup, handler);
        handler.parallel_for<Sort>(
            sycl::nd_range<1>(n, kGroup), [=](sycl::nd_item<1> item) {
              const unsigned local = item.get_local_id(0);
              values[local] = numbers[item.get_global_id(0)];
              sycl::group_barrier(item.get_group());
              for (unsigned size = 2; size <= kGroup; size *= 2)
                for (unsigned step = size / 2; step > 0; step /= 2) {
                  const unsigned other = local ^ step;
                  if (other > local) {
                    const bool up = (local & size) == 0;
                    const int x = values[local], y = values[other];
                    if ((x > y) == up) {
                      values[local] = y;
                      values[other] = x;
                    }
                  }
                  sycl::group_barrier(item.get_group());
                }
              sorted[item.get_global_id(0)] = values[local];
            });
      })
      .wait();
  bool right = true;
  for (std::size_t group = 0; group != kGroups; ++group) {
    const int *first = numbers + group * kGroup;
    std::vector<int> wanted(first, first + kGroup);
    right &= places[group] ==
             std::min_element(wanted.begin(), wanted.end()) - wanted.begin();
    std::sort(wanted.begin(), wanted.end());
    right &= std::equal(wanted.begin(), wanted.end(), sorted + group * kGroup);
  }
  sycl::free(numbers, queue);
  sycl::free(sorted, queue);
  sycl::free(places, queue);
  return right ? 0 : 1;
}
