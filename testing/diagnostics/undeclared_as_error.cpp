// $ sycl-clang++ -fsycl -Werror=sycl-aspects -c undeclared_as_error.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has(sycl::aspect::fp16)]] SYCL_EXTERNAL double twice(double x) { return x + x; }
