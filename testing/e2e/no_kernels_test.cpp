// SYCL without device code: devices are listed, nothing is submitted.
#include <sycl/sycl.hpp>

int main() { return sycl::device::get_devices().empty() ? 1 : 0; }
