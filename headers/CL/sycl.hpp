// The header's name before SYCL 2020 (4.3), with the namespace of that time.
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl; // an alias: declare names in `namespace sycl { }`, not in `namespace cl { namespace sycl { } }`
} // namespace cl
