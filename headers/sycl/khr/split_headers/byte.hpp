// Extension sycl_khr_split_headers: byte.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/byte.hpp>
