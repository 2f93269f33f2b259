// The device library's mathematics of GPUs for gpu_math_test. What it leaves to
// libclc gets libclc's function here, as nameMathForLibclc would do.
#ifdef FACET_LIBCLC_ALONE
#include "postlink/aot/device_library/common.h"

#define FACET_LIBCLC_UNARY(NAME)                                               \
  float NAME(float);                                                           \
  double NAME(double);                                                         \
  __attribute__((weak)) float __spirv_ocl_##NAME(float x) { return NAME(x); }  \
  __attribute__((weak)) double __spirv_ocl_##NAME(double x) { return NAME(x); }
#define FACET_LIBCLC_BINARY(NAME)                                              \
  float NAME(float, float);                                                    \
  double NAME(double, double);                                                 \
  __attribute__((weak)) float __spirv_ocl_##NAME(float x, float y) {           \
    return NAME(x, y);                                                         \
  }                                                                            \
  __attribute__((weak)) double __spirv_ocl_##NAME(double x, double y) {        \
    return NAME(x, y);                                                         \
  }
FACET_UNARY_MATH(FACET_LIBCLC_UNARY)
FACET_BINARY_MATH(FACET_LIBCLC_BINARY)
/// An instruction of AMD GPUs.
extern "C" double facet_rsq(double x) {
  return 1.0 / __builtin_elementwise_sqrt(x);
}
#else
#include "postlink/aot/device_library/gpu_math.h"
#endif
