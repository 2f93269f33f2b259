// The header's name before SYCL 2020 (4.3), with the namespace of that time.
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
} // namespace cl
