// $ sycl-clang++ -fsycl -c work_group_size_four_numbers.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_work_group_size(2, 2, 2, 2)]] void kernel() {}
