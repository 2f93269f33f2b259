// Extension sycl_khr_split_headers: accessor.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/accessor.hpp>
