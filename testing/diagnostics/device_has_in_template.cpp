// $ sycl-clang++ -fsycl -c device_has_in_template.cpp
#include <sycl/sycl.hpp>

template <auto Needed> [[sycl::device_has(Needed)]] void check() {}

void use() { check<7>(); }
