// Host code alone: those who include this need not know SYCL.
#pragma once

/// The sum of `1 + 3 * i` for i below `count`, computed on a device.
int fast_sum(int count);
#include <fast/devices>
