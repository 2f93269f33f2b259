// What two sources of a program share: variables of each device in a header.
#ifndef FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_
#define FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_

#include <sycl/sycl.hpp>

namespace conformance {

// One of the program, and one of each source.
inline sycl::ext::oneapi::experimental::device_global<int> in_header;
static sycl::ext::oneapi::experimental::device_global<int> per_source;

// Defined in device_globals_elsewhere.cpp.
extern SYCL_EXTERNAL sycl::ext::oneapi::experimental::device_global<int>
    external;
SYCL_EXTERNAL extern sycl::ext::oneapi::experimental::device_global<int[3]>
    external_array;

// One for each number, and for each class and number: of one place and size.
template <int N>
inline sycl::ext::oneapi::experimental::device_global<int> numbered;
template <typename T, bool B> struct numbered_in_class {
  static inline sycl::ext::oneapi::experimental::device_global<T[2]> member;
};

// In device_globals_elsewhere.cpp: 7 for number 1, 8 for number 2.
void set_numbered_in_other_source(sycl::queue &q);

// In device_globals_elsewhere.cpp: adds 10 to the first, makes the second 20.
void add_in_other_source(sycl::queue &q);
int value_of_other_source(sycl::queue &q);

} // namespace conformance

#endif // FACET_TESTING_CONFORMANCE_DEVICE_GLOBALS_H_
