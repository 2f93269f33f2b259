// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_no_aspects.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void f() {
  sycl::ext::oneapi::experimental::if_device_has([] {})
      .otherwise([] {});
}
