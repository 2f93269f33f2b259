// Extension sycl_khr_split_headers: type_traits.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/device_aspect_traits.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>
