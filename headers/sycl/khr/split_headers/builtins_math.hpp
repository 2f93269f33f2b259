// Extension sycl_khr_split_headers: builtins_math.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/math.hpp>
