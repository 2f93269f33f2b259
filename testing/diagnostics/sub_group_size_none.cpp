// $ sycl-clang++ -fsycl -c sub_group_size_none.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size()]] void kernel() {}
