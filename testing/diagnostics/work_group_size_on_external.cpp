// $ sycl-clang++ -fsycl -c work_group_size_on_external.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_work_group_size(64)]] SYCL_EXTERNAL void step() {}
