// $ sycl-clang++ -fsycl -fsycl-device-only -fsycl-targets=intel_gpu_pvc,intel_gpu_dg1 -fsycl-device-if=headers -c device_if_two_targets.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void f() {
  sycl::ext::oneapi::experimental::if_device_has<sycl::aspect::fp16>([] {});
}
