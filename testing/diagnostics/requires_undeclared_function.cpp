// $ sycl-clang++ -fsycl -Wno-sycl-aspects -c requires_undeclared_function.cpp
#include <sycl/sycl.hpp>

[[sycl::requires(has(sycl::aspect::fp16))]] SYCL_EXTERNAL int multiply(int x);

static int step(int x) { return 1 + multiply(x); }

[[sycl::requires(has())]] SYCL_EXTERNAL int compute(int x) { return 2 * step(x); }
