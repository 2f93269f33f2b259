// The second source of device_globals.cpp.
#include "testing/conformance/device_globals.h"

namespace conformance {
SYCL_EXTERNAL sycl::ext::oneapi::experimental::device_global<int> external;
sycl::ext::oneapi::experimental::device_global<int[3]> external_array;
} // namespace conformance

void conformance::add_in_other_source(sycl::queue &q) {
  q.single_task([=] {
     in_header = in_header + 10, per_source = 20;
     external = external + 1, external_array[1] = external;
   }).wait();
}

int conformance::value_of_other_source(sycl::queue &q) {
  int value = 0;
  q.copy(per_source, &value).wait();
  return value;
}

void conformance::set_numbered_in_other_source(sycl::queue &q) {
  const int eight = 8;
  q.single_task([=] { numbered<1> = 7; }).wait();
  q.copy(&eight, numbered<2>).wait();
}
