// Extension sycl_khr_split_headers: atomic.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/atomic.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/memory_enums.hpp>
