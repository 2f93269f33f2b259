// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_member_pointer.cpp
#include <sycl/sycl.hpp>

struct S {
  void action();
};

SYCL_EXTERNAL void f() {
  namespace ex = sycl::ext::oneapi::experimental;
  ex::if_architecture_is<ex::architecture::x86_64>([] {}).otherwise(&S::action);
}
