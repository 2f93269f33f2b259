// Extension sycl_khr_split_headers: index_space.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
