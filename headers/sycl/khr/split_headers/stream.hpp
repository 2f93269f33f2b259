// Extension sycl_khr_split_headers: stream.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/stream.hpp>
