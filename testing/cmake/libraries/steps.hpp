#pragma once
#ifdef __SYCL_DEVICE_ONLY__
#include "device_step.hpp"
#else
constexpr int step = 0; // no kernel sees it
#endif
