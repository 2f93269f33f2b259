// Extension sycl_khr_split_headers: vec.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/vec.hpp>
