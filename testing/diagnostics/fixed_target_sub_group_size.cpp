// $ sycl-clang++ -fsycl -fsycl-fixed-targets=intel_gpu_pvc -c fixed_target_sub_group_size.cpp
#include <sycl/sycl.hpp>

[[sycl::reqd_sub_group_size(8)]] SYCL_EXTERNAL void step() {}
