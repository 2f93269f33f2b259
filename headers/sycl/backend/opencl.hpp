// Interoperability with OpenCL, by the name that SYCL 2020 (4.3) gives the
// header.
#pragma once

#include <sycl/interop.hpp>
