// Extension sycl_khr_split_headers: marray.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/marray.hpp>
