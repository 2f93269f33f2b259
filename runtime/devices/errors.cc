// See errors.h.
#include "runtime/devices/errors.h"

namespace facet {

sycl::errc ErrorCodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk: return sycl::errc::success;
    case StatusCode::kInvalidArgument: return sycl::errc::invalid;
    case StatusCode::kNdRange: return sycl::errc::nd_range;
    case StatusCode::kOutOfMemory: return sycl::errc::memory_allocation;
    case StatusCode::kNotSupported: return sycl::errc::feature_not_supported;
    case StatusCode::kBuildFailed: return sycl::errc::build;
    case StatusCode::kKernel: return sycl::errc::kernel;
    case StatusCode::kInternal: return sycl::errc::runtime;
  }
  return sycl::errc::runtime;
}

std::exception_ptr ToException(const Status& status) {
  return std::make_exception_ptr(sycl::exception(
      sycl::make_error_code(ErrorCodeOf(status.code())), status.message()));
}

void ThrowIfFailed(const Status& status) {
  if (!status.ok())
    Throw(ErrorCodeOf(status.code()), status.message());
}

void Throw(sycl::errc code, const std::string& message) {
  throw sycl::exception(sycl::make_error_code(code), message);
}

}  // namespace facet
