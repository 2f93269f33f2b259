// Device functions that another image defines.
#pragma once
#include <sycl/sycl.hpp>

struct Pair {
  int first;
  float second;
};

SYCL_EXTERNAL int scaled(const int *values, std::size_t i, int factor);
SYCL_EXTERNAL float combined(Pair pair);
SYCL_EXTERNAL float *at(float *values, std::size_t i);
