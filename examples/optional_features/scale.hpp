// A device function that lives in a source file of its own.
#ifndef EXAMPLES_OPTIONAL_FEATURES_SCALE_HPP
#define EXAMPLES_OPTIONAL_FEATURES_SCALE_HPP

#include <sycl/sycl.hpp>

// The attribute stands on the declaration, so that whoever calls this knows
// what it needs: a kernel that calls it needs aspect::fp64 as well.
[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL double scale(double x);

#endif
