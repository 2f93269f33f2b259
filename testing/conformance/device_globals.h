// What two sources of a program share: variables of each device in a header.
#ifndef FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_
#define FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_

#include <sycl/sycl.hpp>

namespace conformance {

// One of the program, and one of each source.
inline sycl::ext::oneapi::experimental::device_global<int> in_header;
static sycl::ext::oneapi::experimental::device_global<int> per_source;

// In device_globals_elsewhere.cpp: adds 10 to the first, makes the second 20.
void add_in_other_source(sycl::queue &q);
int value_of_other_source(sycl::queue &q);

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_
