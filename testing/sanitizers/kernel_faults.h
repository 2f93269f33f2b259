// A kernel in a library.
#ifndef FACET_TESTING_SANITIZERS_KERNEL_FAULTS_H_
#define FACET_TESTING_SANITIZERS_KERNEL_FAULTS_H_

#include <sycl/sycl.hpp>

// Writes numbers[index].
void call_library(sycl::queue& queue, int* numbers, int index);

#endif  // FACET_TESTING_SANITIZERS_KERNEL_FAULTS_H_
