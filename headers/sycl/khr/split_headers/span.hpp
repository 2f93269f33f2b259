// Extension sycl_khr_split_headers: span.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/span.hpp>
