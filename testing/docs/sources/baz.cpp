#include <sycl/sycl.hpp>

SYCL_EXTERNAL void baz(float *data) { *data += 1; }
