// $ sycl-clang++ -fsycl -c device_has_string.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has("fp64")]] double twice(double x) { return x + x; }
