//===- function_kernels.h - Functions that are kernels --------------------===//
//
// In:  functions with SYCL_EXT_ONEAPI_FUNCTION_PROPERTY, which the headers make
//      annotations of: "facet:function_kernel" with the dimensions of an
//      nd_range_kernel, or 0, and "facet:function_property", with a number behind
//      it, with the address of a function that has the attribute meant.
// Out: the value of sycl::detail::kernel_dimensions<&function>, in either
//      compilation.
// Why: traits of free function kernels depend on an attribute of the function,
//      which C++ has no way to ask for.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_FUNCTION_KERNELS_H
#define FACET_COMPILER_FRONTEND_FUNCTION_KERNELS_H

namespace facet {

/// Each compilation in this process sets sycl::detail::kernel_dimensions.
void setKernelDimensions();

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_FUNCTION_KERNELS_H
