#include "testing/optional_features/kernels.hpp"

SYCL_EXTERNAL int imported_plain(int value) { return value + 3; }
SYCL_EXTERNAL int imported_double(int value) {
  return static_cast<int>(static_cast<double>(value) / 5.0 * 5.0 + 3.5);
}
