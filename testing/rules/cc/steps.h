#pragma once
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int step(int i);
