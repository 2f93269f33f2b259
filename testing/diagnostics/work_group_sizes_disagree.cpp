// $ sycl-clang++ -fsycl -c work_group_sizes_disagree.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_work_group_size(64)]] void kernel();
[[sycl::reqd_work_group_size(32)]] void kernel() {}
