// $ sycl-clang++ -fsycl -fsycl-device-only -c no_tangles.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void count(sycl::sub_group g, int *counts) {
  if (g.get_local_linear_id() % 3 == 0) {
    auto here = sycl::ext::oneapi::experimental::entangle(g);
    counts[here.get_local_linear_id()] = 1;
  }
}

// Headers of libraries may have functions that nobody calls.
inline void never_called(sycl::sub_group g) {
  sycl::ext::oneapi::experimental::get_tangle_group(g);
}
