//===- half_functions.h - OpenCL's half_ functions, as accurate as others -===//
//
// For families whose functions of full accuracy take no longer, or where no
// other has been measured. Included behind a family's mathematics.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_HALF_FUNCTIONS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_HALF_FUNCTIONS_H

#include "postlink/aot/device_library/common.h"

#define FACET_PRECISE(NAME)                                                    \
  FACET_BUILTIN float __spirv_ocl_half_##NAME(float x) {                       \
    return __spirv_ocl_##NAME(x);                                              \
  }
FACET_HALF_MATH(FACET_PRECISE)
FACET_PRECISE(rsqrt)
#undef FACET_PRECISE
FACET_BUILTIN float __spirv_ocl_half_sqrt(float x) {
  return __builtin_elementwise_sqrt(x);
}
FACET_BUILTIN float __spirv_ocl_half_recip(float x) { return 1.0f / x; }
FACET_BUILTIN float __spirv_ocl_half_divide(float x, float y) { return x / y; }

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_HALF_FUNCTIONS_H
