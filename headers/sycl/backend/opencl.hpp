// Interoperability with OpenCL, by the name that SYCL 2020 (4.3) gives the
// header. It names OpenCL's own types, so OpenCL's header is included where there
// is one.
#pragma once

#include <sycl/interop.hpp>

#if __has_include(<CL/cl.h>)
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#endif
