// Extension sycl_khr_split_headers: property_list.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/property_list.hpp>
