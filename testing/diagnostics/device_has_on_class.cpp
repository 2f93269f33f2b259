// $ sycl-clang++ -fsycl -c device_has_on_class.cpp
#include <sycl/sycl.hpp>

struct [[sycl::device_has(sycl::aspect::fp64)]] Twice {
  double operator()(double x) const { return x + x; }
};
