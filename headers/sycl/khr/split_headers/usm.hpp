// Extension sycl_khr_split_headers: usm.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/usm.hpp>
