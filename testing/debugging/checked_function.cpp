#include <sycl/sycl.hpp>
SYCL_EXTERNAL void store_outside(int *to, int at);
SYCL_EXTERNAL void store_outside(int *to, int at) {
  to[at] = 1; // store of a buffer
}
