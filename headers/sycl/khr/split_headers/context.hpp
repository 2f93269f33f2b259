// Extension sycl_khr_split_headers: context.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/context.hpp>
