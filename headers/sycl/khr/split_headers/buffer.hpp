// Extension sycl_khr_split_headers: buffer.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/buffer.hpp>
