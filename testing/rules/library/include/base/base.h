#pragma once
#include <sycl/sycl.hpp>

template <class T> T twice(T value) { return value + value; }

SYCL_EXTERNAL int base(int i);
