// Host code alone: those who include this need not know SYCL.
#pragma once

/// The sum of `1 + 3 * i` for i below `count`, computed on a device.
int fast_sum(int count);
/// The names of all devices, one on each line.
const char *fast_devices();
