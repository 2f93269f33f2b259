// Extension sycl_khr_split_headers: kernel_handler.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/specialization_id.hpp>
