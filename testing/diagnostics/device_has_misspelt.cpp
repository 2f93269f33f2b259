// $ sycl-clang++ -fsycl -c device_has_misspelt.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has(sycl::aspect::fp46)]] double twice(double x) { return x + x; }
