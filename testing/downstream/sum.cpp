#include "sum.h"
#include "scale.h"

int sum_of_scaled(int count) {
  sycl::queue queue;
  sycl::buffer<int> scaled{sycl::range<1>(count)};
  queue.submit([&](sycl::handler &h) {
    sycl::accessor out(scaled, h, sycl::write_only, sycl::no_init);
    h.parallel_for(count, [=](sycl::id<1> i) { out[i] = scale(int(i[0])); });
  });
  int sum = 0;
  for (int value : sycl::host_accessor(scaled, sycl::read_only))
    sum += value;
  return sum;
}
