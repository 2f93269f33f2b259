// What programs that were compiled with the headers of this version refer to
// (sycl/detail/needs_runtime.hpp); a program of another version is not linked.
#include <sycl/detail/version.hpp>

const char __SYCL_HEADERS_OF_RUNTIME = 0;
