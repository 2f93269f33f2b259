// Device functions of another source than the kernels that call them.
#pragma once
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int plain_value(int i);
[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL int double_value(int i);
[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL int value_of_values(int i);
