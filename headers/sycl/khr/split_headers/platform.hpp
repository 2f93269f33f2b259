// Extension sycl_khr_split_headers: platform.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/platform.hpp>
