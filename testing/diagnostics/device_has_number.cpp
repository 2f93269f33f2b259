// $ sycl-clang++ -fsycl -c device_has_number.cpp
#include <sycl/sycl.hpp>

// fp64 by its number: the attribute wants the enumerator.
[[sycl::device_has(6)]] double twice(double x) { return x + x; }
