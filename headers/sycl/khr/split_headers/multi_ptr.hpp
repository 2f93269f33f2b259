// Extension sycl_khr_split_headers: multi_ptr.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/multi_ptr.hpp>
