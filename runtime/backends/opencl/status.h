// OpenCL error codes as Status.
//
// In:  a cl_int and the function that returned it.
// Out: "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11)", with the StatusCode
//      that leads to the right errc.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_STATUS_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_STATUS_H_

#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/opencl/api.h"

namespace facet::opencl {

// Returns "CL_OUT_OF_RESOURCES (-5)"; unknown codes as a number alone.
std::string ErrorName(cl_int code);

// Ok for CL_SUCCESS.
Status ToStatus(cl_int code, const char* function);

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_STATUS_H_
