// Extension sycl_khr_split_headers: event.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/event.hpp>
