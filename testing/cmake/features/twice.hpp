#pragma once
#ifdef __SYCL_DEVICE_ONLY__
#include "device_twice.hpp"
#else
inline int twice(int i) { return 3 * i; }
#endif
