// Extension sycl_khr_split_headers: kernel_bundle.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/specialization_id.hpp>
