#include "requirements.hpp"

SYCL_EXTERNAL int plain_value(int i) { return 3 * i + 1; }

SYCL_EXTERNAL int double_value(int i) { return static_cast<int>(3.0 * i + 1.5); }

SYCL_EXTERNAL int value_of_values(int i) { return (plain_value(i) + double_value(i)) / 2; }
