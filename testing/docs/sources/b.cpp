#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int i) { return 2 * i; }
