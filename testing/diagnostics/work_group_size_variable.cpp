// $ sycl-clang++ -fsycl -c work_group_size_variable.cpp
#include <sycl/sycl.hpp>

int size = 64;
[[sycl::reqd_work_group_size(size)]] void kernel() {}
