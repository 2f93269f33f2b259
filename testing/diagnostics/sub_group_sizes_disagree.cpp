// $ sycl-clang++ -fsycl -c sub_group_sizes_disagree.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size(8), sycl::reqd_sub_group_size(16)]] void kernel() {}
