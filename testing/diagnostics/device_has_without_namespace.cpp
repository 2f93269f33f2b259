// $ sycl-clang++ -fsycl -c device_has_without_namespace.cpp
#include <sycl/sycl.hpp>

[[device_has(sycl::aspect::fp64)]] double twice(double x) { return x + x; }
