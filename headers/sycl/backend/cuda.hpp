// Interoperability with CUDA.
#pragma once

#include <sycl/interop.hpp>
