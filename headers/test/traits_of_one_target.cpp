// For intel_gpu_dg1, by its other name.
#include <sycl/sycl.hpp>

using sycl::aspect;

static_assert(sycl::all_devices_have_v<aspect::fp16>);
static_assert(!sycl::any_device_has_v<aspect::fp64>);
static_assert(!sycl::any_device_has_v<aspect::cpu>);

#if __SYCL_TARGET_INTEL_GPU_DG1__ != 1
#error "the target's macro is not defined"
#endif
