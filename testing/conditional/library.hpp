// Device functions of other sources and packages, with conditional code.
#pragma once

#include <sycl/sycl.hpp>

/// library.cpp: of the same program. 1 with fp64, 2 with fp16, 3 otherwise; plus
/// 10 on devices of the architectures that main.cpp knows.
SYCL_EXTERNAL int same_program(int scale);

/// other/other.cpp: of a library of another package. Calls same_program under
/// a condition of its own.
SYCL_EXTERNAL int other_package(int scale);
