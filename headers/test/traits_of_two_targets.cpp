// For intel_gpu_dg1, which has no double, and intel_gpu_pvc, which has.
#include <sycl/sycl.hpp>

using sycl::aspect;

static_assert(sycl::all_devices_have_v<aspect::gpu>);
static_assert(sycl::any_device_has_v<aspect::gpu>);
static_assert(!sycl::all_devices_have_v<aspect::fp64>);
static_assert(sycl::any_device_has_v<aspect::fp64>);
static_assert(!sycl::all_devices_have_v<aspect::cpu>);
static_assert(!sycl::any_device_has_v<aspect::cpu>);

#if defined(__SYCL_TARGET_INTEL_GPU_DG1__) ||                                  \
    defined(__SYCL_TARGET_INTEL_GPU_PVC__)
#error "the macro of a target stands for a program of one target"
#endif
