#include <far/away/sums.h>
#include <fast/fast.h>
#include <sycl/sycl.hpp>

// Of fast.
SYCL_EXTERNAL int term(int i);

int sum_of_squares(int count) {
  sycl::queue queue;
  sycl::buffer<int> squares{sycl::range<1>(count)};
  queue.submit([&](sycl::handler &h) {
    sycl::accessor out(squares, h, sycl::write_only, sycl::no_init);
    h.parallel_for(count, [=](sycl::id<1> i) { out[i] = term(int(i[0])) * term(int(i[0])); });
  });
  int sum = 0;
  for (int square : sycl::host_accessor(squares, sycl::read_only))
    sum += square;
  return sum;
}
