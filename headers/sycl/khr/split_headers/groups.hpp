// Extension sycl_khr_split_headers: groups.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/detail/async_copy.hpp>
