// Extension sycl_khr_split_headers: hierarchical_parallelism.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/h_item.hpp>
