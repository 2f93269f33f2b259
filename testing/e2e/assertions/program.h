// What the two sources of the test share.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int half_of(int x);
