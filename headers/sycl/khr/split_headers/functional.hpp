// Extension sycl_khr_split_headers: functional.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/functional.hpp>
