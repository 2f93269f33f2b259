// $ sycl-clang++ -fsycl -c requires_without_has.cpp
#include <sycl/sycl.hpp>

[[sycl::requires(sycl::aspect::fp16)]] SYCL_EXTERNAL void step() {}
