// Extension sycl_khr_split_headers: exception.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/exception.hpp>
