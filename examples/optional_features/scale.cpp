#include "scale.hpp"

SYCL_EXTERNAL double scale(double x) { return x * 0.1 + 2.0; }
