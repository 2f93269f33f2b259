#pragma once
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int scale(int x);
