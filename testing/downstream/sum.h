#pragma once

/// The sum of scale(i) for i below `count`, computed on a device.
extern "C" int sum_of_scaled(int count);
