// From the Status of a back end to the exception a SYCL program catches.
//
// In:  a Status.
// Out: the sycl::exception with the code that it stands for.
#ifndef FACET_RUNTIME_DEVICES_ERRORS_H_
#define FACET_RUNTIME_DEVICES_ERRORS_H_

#include <exception>

#include <sycl/exception.hpp>

#include "runtime/backends/backend.h"

namespace facet {

sycl::errc ErrorCodeOf(StatusCode code);
std::exception_ptr ToException(const Status& status);
void ThrowIfFailed(const Status& status);
[[noreturn]] void Throw(sycl::errc code, const std::string& message);

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_ERRORS_H_
