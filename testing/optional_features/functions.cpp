#include "testing/optional_features/kernels.hpp"

int with_double(int value) {
  return static_cast<int>(static_cast<double>(value) / 3.0 * 3.0 + 0.5);
}
int shared_helper(int value) { return value * 5 % 11; }
