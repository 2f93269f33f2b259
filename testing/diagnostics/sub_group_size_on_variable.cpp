// $ sycl-clang++ -fsycl -c sub_group_size_on_variable.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size(16)]] int lanes = 16;
