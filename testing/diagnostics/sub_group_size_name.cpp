// $ sycl-clang++ -fsycl -c sub_group_size_name.cpp
#include <sycl/sycl.hpp>

[[intel::named_sub_group_size(largest)]] void kernel() {}
