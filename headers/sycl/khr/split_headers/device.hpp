// Extension sycl_khr_split_headers: device.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/aspects.hpp>
