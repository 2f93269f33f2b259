// Extension sycl_khr_split_headers: builtins_geometric.hpp.
#pragma once

#include <sycl/khr/split_headers/version.hpp>

#include <sycl/math.hpp>
