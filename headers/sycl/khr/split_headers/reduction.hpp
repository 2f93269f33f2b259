// Extension sycl_khr_split_headers: reduction.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/reduction.hpp>
#include <sycl/khr/split_headers/functional.hpp>
