// Usage: main WHICH : a kernel in which assertion number WHICH fails; with 0
// all hold. Prints `done`, and whether the device says that it has assertions
// itself, unless the program ends before.
#include "testing/e2e/assertions/program.h"

#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>

namespace {
template <int N> struct numbers {
  int values[N + 1];
  int at(int i) const {
    assert(i < N && "beyond 100%");
    return values[i];
  }
};
} // namespace

int main(int, char **argv) {
  const int which = std::atoi(argv[1]);
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    out[i] = -1;
  q.parallel_for(sycl::nd_range<2>({4, 16}, {2, 4}),
                 [=](sycl::nd_item<2> item) {
                   const int i = int(item.get_global_linear_id());
                   const numbers<4> n{{1, 2, 3, 4}};
                   assert(which != 1 || i != 18);
                   int x = n.at(which == 2 && i == 18 ? 4 : i % 4);
                   sycl::group_barrier(item.get_group());
                   x += half_of(which == 3 && i == 18 ? 3 : 2);
                   assert(which != 4);
                   const std::array<int, 3> library{0, 0, 0};
                   x += library.at(which == 5 && i == 18 ? 3 : i % 3);
                   out[i] = x;
                 })
      .wait();
  int wrong = 0;
  for (int i = 0; i < 64; ++i)
    wrong += out[i] != i % 4 + 2 && !((which == 2 || which == 5) && i == 18);
  std::printf("done, %d wrong, native: %d\n", wrong,
              q.get_device().has(sycl::aspect::ext_oneapi_native_assert));
  return wrong != 0;
}
