// Extension sycl_khr_split_headers: queue.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/queue.hpp>
