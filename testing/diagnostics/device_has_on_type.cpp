// $ sycl-clang++ -fsycl -c device_has_on_type.cpp
#include <sycl/sycl.hpp>

// Only a lambda may have the attribute behind its parameters.
double twice(double x) [[sycl::device_has(sycl::aspect::fp64)]] { return x + x; }
