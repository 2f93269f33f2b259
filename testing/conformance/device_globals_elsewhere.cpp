// The second source of device_globals.cpp.
#include "testing/conformance/device_globals.h"

void conformance::add_in_other_source(sycl::queue &q) {
  q.single_task([=] { in_header = in_header + 10, per_source = 20; }).wait();
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
