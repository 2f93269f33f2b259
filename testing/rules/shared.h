#pragma once
#include <sycl/sycl.hpp>

void add_base(sycl::queue &queue, int *numbers, int count);
