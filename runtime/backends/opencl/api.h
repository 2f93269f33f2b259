// The OpenCL functions that the back end calls, bound at run time.
//
// In:  libOpenCL.so.1 (or the file named by SYCL_OPENCL_LIBRARY).
// Out: a table of functions under their own names.
// Why: programs must start where no OpenCL is installed.
//
// OpenCL 3.0 API; the newer functions may be null (see the second list), and
// may be called only on devices whose version or extensions have them.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_API_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_API_H_

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue
#endif
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <string>

// clang-format off
#define FACET_OPENCL_REQUIRED_FUNCTIONS(X) \
  X(clGetPlatformIDs) \
  X(clGetPlatformInfo) \
  X(clGetDeviceIDs) \
  X(clGetDeviceInfo) \
  X(clCreateContext) \
  X(clReleaseContext) \
  X(clCreateCommandQueue) \
  X(clReleaseCommandQueue) \
  X(clFlush) \
  X(clFinish) \
  X(clCreateProgramWithBinary) \
  X(clBuildProgram) \
  X(clGetProgramBuildInfo) \
  X(clReleaseProgram) \
  X(clCreateKernel) \
  X(clReleaseKernel) \
  X(clSetKernelArg) \
  X(clGetKernelWorkGroupInfo) \
  X(clEnqueueNDRangeKernel) \
  X(clEnqueueMarkerWithWaitList) \
  X(clEnqueueBarrierWithWaitList) \
  X(clWaitForEvents) \
  X(clGetEventInfo) \
  X(clGetEventProfilingInfo) \
  X(clReleaseEvent) \
  X(clGetExtensionFunctionAddressForPlatform)

#define FACET_OPENCL_OPTIONAL_FUNCTIONS(X) \
  X(clCreateCommandQueueWithProperties) \
  X(clGetProgramInfo) \
  X(clCreateProgramWithIL) \
  X(clSetProgramSpecializationConstant) \
  X(clSVMAlloc) \
  X(clSVMFree) \
  X(clEnqueueSVMMemcpy) \
  X(clEnqueueSVMMemFill) \
  X(clSetKernelExecInfo) \
  X(clRetainDevice) \
  X(clRetainContext) \
  X(clRetainCommandQueue) \
  X(clRetainEvent) \
  X(clRetainKernel) \
  X(clRetainProgram) \
  X(clCreateBuffer) \
  X(clReleaseMemObject)

// For objects that the program made; used only where all of them are there.
#define FACET_OPENCL_INTEROP_FUNCTIONS(X) \
  X(clGetContextInfo) \
  X(clGetCommandQueueInfo) \
  X(clGetKernelInfo) \
  X(clGetMemObjectInfo) \
  X(clRetainMemObject) \
  X(clEnqueueReadBuffer) \
  X(clEnqueueWriteBuffer) \
  X(clSetKernelArgSVMPointer) \
  X(clCompileProgram) \
  X(clLinkProgram)
// clang-format on

namespace facet::opencl {

struct Api {
#define FACET_MEMBER(name) decltype(&::name) name = nullptr;
  FACET_OPENCL_REQUIRED_FUNCTIONS(FACET_MEMBER)
  FACET_OPENCL_OPTIONAL_FUNCTIONS(FACET_MEMBER)
  FACET_OPENCL_INTEROP_FUNCTIONS(FACET_MEMBER)
#undef FACET_MEMBER
};

// Returns null when there is no OpenCL, or when it is unusable: then *warning
// says why. The table lives as long as the process.
const Api* LoadApi(std::string* warning);

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_API_H_
