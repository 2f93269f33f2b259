// The library is compiled for this program's targets: with one target, its macro is there.
#include "testing/rules/specialized.h"
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue().single_task([=] {}).wait();
  std::puts(knows_target() ? "the library knows the target" : "the library knows no target");
  return !knows_target();
}
