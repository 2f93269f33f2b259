// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_function_pointer.cpp
#include <sycl/sycl.hpp>

void action();

SYCL_EXTERNAL void f() {
  sycl::ext::oneapi::experimental::if_device_has<sycl::aspect::fp16>(action);
}
