// $ sycl-clang++ -fsycl -fsycl-device-only -c architecture_if_nothing.cpp
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void f() {
  namespace ex = sycl::ext::oneapi::experimental;
  ex::if_architecture_is([] {}).otherwise([] {});
  ex::if_architecture_is<static_cast<ex::architecture>(1)>([] {});
}
