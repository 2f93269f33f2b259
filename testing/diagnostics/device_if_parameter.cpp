// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_parameter.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void f() {
  sycl::ext::oneapi::experimental::if_device_has<sycl::aspect::fp16>([] {})
      .else_if_device_has<sycl::aspect::fp64>([](int) {});
}
