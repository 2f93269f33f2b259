// $ sycl-clang++ -fsycl -fsycl-host-only -c wrong_redeclaration_host_only.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has(sycl::aspect::fp64)]] void scale(double *values);
[[sycl::device_has(sycl::aspect::fp16)]] void scale(double *values) { values[0] *= 2; }
