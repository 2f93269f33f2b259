// $ sycl-clang++ -fsycl -fsycl-host-only -c wrong_attribute_host_only.cpp
#include <sycl/sycl.hpp>

[[sycl::device_has(sycl::aspect::gpu)]] void right();
[[sycl::device_has(2)]] void wrong();
