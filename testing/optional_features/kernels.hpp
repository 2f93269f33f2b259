// What the sources of the suite share.
#pragma once

#include <sycl/sycl.hpp>

#include <vector>

struct test_case {
  const char *name;
  /// Submits the kernel, which writes 7 through the pointer.
  void (*run)(sycl::queue &, int *);
  /// What the kernel needs.
  bool (*is_supported)(const sycl::device &);
  /// To ask without running.
  sycl::kernel_id kernel;
};

std::vector<test_case> test_cases();

// Of functions.cpp: the sources of kernels that call them do not see what these use.
SYCL_EXTERNAL int with_double(int);
SYCL_EXTERNAL int shared_helper(int);

// Of a shared library.
SYCL_EXTERNAL int imported_plain(int);
SYCL_EXTERNAL int imported_double(int);
