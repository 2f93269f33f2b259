#include <sycl/sycl.hpp>

SYCL_EXTERNAL void foo(float *data) { *data = static_cast<float>(*data * 0.3); }
[[sycl::reqd_sub_group_size(32)]] SYCL_EXTERNAL void bar(float *data) { *data += 1; }
