// $ sycl-clang++ -fsycl -fsycl-device-only -c refused_function.cpp
#include <sycl/sycl.hpp>

// As headers of libraries say that a function is for the host.
template <typename T>
__attribute__((error("files are open on the host only"))) T read(int file);

SYCL_EXTERNAL void count(sycl::sub_group g, int *counts) {
  if (g.get_local_linear_id() % 3 == 0)
    counts[0] = read<int>(3);
}

// Headers may have functions that nobody calls.
inline long never_called() { return read<long>(4); }
