// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_of_architectures.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void f() {
  namespace ex = sycl::ext::oneapi::experimental;
  ex::if_device_has<ex::architecture::x86_64>([] {});
}
