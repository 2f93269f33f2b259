// std::sort in kernels, of ranges that are long enough for each of its steps:
// several orders of the elements, iterators and comparators. Without recursion
// one part of each partition is sorted by its heap.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <vector>

namespace {

constexpr int count = 5000, orders = 6, ways = 5;

struct record {
  int key;
  float value;
  bool operator<(const record &other) const { return key < other.key; }
};

int element(int order, int i) {
  switch (order) {
  case 0: // any
    return static_cast<int>((static_cast<unsigned>(i) + 1) * 2654435761u >> 3);
  case 1: // sorted
    return i;
  case 2: // the other way round
    return count - i;
  case 3: // two runs that alternate
    return i % 2 ? i : count - i;
  case 4: // all equal
    return 7;
  default: // up and down
    return i < count / 2 ? i : count - i;
  }
}

/// Upwards, or downwards for odd ways.
void sort(int way, int *numbers) {
  const int offset = numbers[0] % 3;
  switch (way) {
  case 0:
    return std::sort(numbers, numbers + count);
  case 1:
    return std::sort(numbers, numbers + count, [=](int a, int b) {
      return a % 100000000 + offset > b % 100000000 + offset;
    });
  case 2:
    return std::sort(sycl::global_ptr<int>(numbers),
                     sycl::global_ptr<int>(numbers + count));
  case 3:
    return std::sort(std::make_reverse_iterator(numbers + count),
                     std::make_reverse_iterator(numbers));
  default:
    return std::sort(numbers, numbers + count, std::less<>());
  }
}

} // namespace

int main() {
  sycl::queue q;
  int *numbers = sycl::malloc_shared<int>(ways * orders * count, q);
  record *records = sycl::malloc_shared<record>(count, q);
  for (int i = 0; i < ways * orders * count; ++i)
    numbers[i] = element(i / count % orders, i % count) % 100000000;
  for (int i = 0; i < count; ++i)
    records[i] = {element(0, i), static_cast<float>(element(0, i) % 1000)};
  std::vector<int> expected(numbers, numbers + ways * orders * count);
  q.parallel_for(ways * orders, [=](sycl::id<1> i) {
     sort(static_cast<int>(i[0]) / orders, numbers + i[0] * count);
   }).wait();
  q.single_task([=] { std::sort(records, records + count); }).wait();

  int wrong = 0;
  for (int i = 0; i < ways * orders; ++i) {
    int *part = expected.data() + i * count;
    std::sort(part, part + count);
    if (i / orders % 2)
      std::reverse(part, part + count);
    if (!std::equal(part, part + count, numbers + i * count))
      ++wrong, std::printf("WRONG: way %d, order %d\n", i / orders, i % orders);
  }
  for (int i = 0; i < count; ++i)
    if ((i && records[i] < records[i - 1]) ||
        records[i].value != static_cast<float>(records[i].key % 1000))
      ++wrong;
  sycl::free(numbers, q);
  sycl::free(records, q);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
