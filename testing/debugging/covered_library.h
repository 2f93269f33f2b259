// A library whose device code and host code a program calls.
#ifndef FACET_TESTING_DEBUGGING_COVERED_LIBRARY_H_
#define FACET_TESTING_DEBUGGING_COVERED_LIBRARY_H_

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int number);
void fill(sycl::queue &queue, int *numbers);

#endif // FACET_TESTING_DEBUGGING_COVERED_LIBRARY_H_
