#ifndef TESTING_DEBUGGING_CHECKED_BY_RULE_H
#define TESTING_DEBUGGING_CHECKED_BY_RULE_H

#include <sycl/sycl.hpp>

inline void write_to(int *numbers, int i) { numbers[i] = 1; }
/// In another source: of a library, which the program's checks are for, too.
void write_beyond(sycl::queue &queue, int *numbers);

#endif
