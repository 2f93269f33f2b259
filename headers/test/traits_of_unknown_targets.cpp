// A library that does not say for which devices it is: they may have anything.
#include <sycl/sycl.hpp>

using sycl::aspect;

static_assert(sycl::any_device_has_v<aspect::cpu>);
static_assert(sycl::any_device_has_v<aspect::fp64>);
static_assert(!sycl::all_devices_have_v<aspect::cpu>);
static_assert(!sycl::all_devices_have_v<aspect::fp64>);
