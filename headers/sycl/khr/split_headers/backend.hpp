// Extension sycl_khr_split_headers: backend.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/backend.hpp>
#include <sycl/interop.hpp>
