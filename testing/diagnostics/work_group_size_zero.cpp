// $ sycl-clang++ -fsycl -c work_group_size_zero.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_work_group_size(0)]] void kernel() {}
