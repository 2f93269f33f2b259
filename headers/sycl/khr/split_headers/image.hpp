// Extension sycl_khr_split_headers: image.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/image.hpp>
