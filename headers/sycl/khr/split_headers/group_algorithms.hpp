// Extension sycl_khr_split_headers: group_algorithms.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/group_algorithms.hpp>
