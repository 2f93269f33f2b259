// Compiled at two places by hermetic_test; uses what tends to leak a place or a machine.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <vector>

int main(int argc, char **) {
  std::vector<int> numbers = {3, 1, 2};
  std::sort(numbers.begin(), numbers.end());
  if (argc > 100) throw std::runtime_error(__FILE__ __DATE__ __TIME__);
  std::cout << numbers.at(0) << '\n';
  return std::printf("%d\n", numbers[1]) < 0;
}
