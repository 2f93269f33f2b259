// $ sycl-clang++ -fsycl -c sub_group_size_fraction.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size(8.5)]] void kernel() {}
