#pragma once

/// The sum of the squares of fast's terms, computed on a device.
int sum_of_squares(int count);
