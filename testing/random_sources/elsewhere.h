// Functions that random kernels call in another translation unit.
#pragma once

#include <sycl/sycl.hpp>

#define EXTERNAL SYCL_EXTERNAL

#include "launch.h"

namespace random_sources::kernels {
#include "functions.inc"
}
