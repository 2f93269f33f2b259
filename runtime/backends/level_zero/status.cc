// See status.h.
#include "runtime/backends/level_zero/status.h"

#include <cstdio>
#include <string>

namespace facet::level_zero {
namespace {

struct Known {
  ze_result_t result;
  const char* name;
  StatusCode code;
};

#define FACET_KNOWN(name, code) {name, #name, StatusCode::code}
constexpr Known kKnown[] = {
    FACET_KNOWN(ZE_RESULT_NOT_READY, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_DEVICE_LOST, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY, kOutOfMemory),
    FACET_KNOWN(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, kOutOfMemory),
    FACET_KNOWN(ZE_RESULT_ERROR_MODULE_BUILD_FAILURE, kBuildFailed),
    FACET_KNOWN(ZE_RESULT_ERROR_MODULE_LINK_FAILURE, kBuildFailed),
    FACET_KNOWN(ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_NOT_AVAILABLE, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_UNINITIALIZED, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_UNSUPPORTED_VERSION, kNotSupported),
    FACET_KNOWN(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, kNotSupported),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_ARGUMENT, kInvalidArgument),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_NULL_HANDLE, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_NULL_POINTER, kInvalidArgument),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_SIZE, kInvalidArgument),
    FACET_KNOWN(ZE_RESULT_ERROR_UNSUPPORTED_SIZE, kOutOfMemory),
    FACET_KNOWN(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT, kNotSupported),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_NATIVE_BINARY, kBuildFailed),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_KERNEL_NAME, kInternal),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION, kNdRange),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION, kNdRange),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                kInvalidArgument),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE, kInvalidArgument),
    FACET_KNOWN(ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED, kBuildFailed),
    FACET_KNOWN(ZE_RESULT_ERROR_UNKNOWN, kInternal),
};
#undef FACET_KNOWN

}  // namespace

Status ToStatus(ze_result_t result, const char* function) {
  if (result == ZE_RESULT_SUCCESS) return Status();
  char number[16];
  std::snprintf(number, sizeof number, "0x%x", static_cast<unsigned>(result));
  for (const Known& known : kKnown)
    if (known.result == result)
      return Status(known.code, std::string(function) + ": " + known.name +
                                    " (" + number + ")");
  return Status(StatusCode::kInternal,
                std::string(function) + ": error " + number);
}

}  // namespace facet::level_zero
