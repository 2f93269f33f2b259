// Extension sycl_khr_split_headers: handler.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/handler.hpp>
