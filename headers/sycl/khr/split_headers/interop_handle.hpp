// Extension sycl_khr_split_headers: interop_handle.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/interop.hpp>
