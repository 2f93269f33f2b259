// OpenCL error codes as Status; see status.h.

#include "runtime/backends/opencl/status.h"

namespace facet::opencl {
namespace {

const char* Name(cl_int code) {
  switch (code) {
#define FACET_CASE(name) \
  case name:             \
    return #name;
    FACET_CASE(CL_DEVICE_NOT_FOUND)
    FACET_CASE(CL_DEVICE_NOT_AVAILABLE)
    FACET_CASE(CL_COMPILER_NOT_AVAILABLE)
    FACET_CASE(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    FACET_CASE(CL_OUT_OF_RESOURCES)
    FACET_CASE(CL_OUT_OF_HOST_MEMORY)
    FACET_CASE(CL_PROFILING_INFO_NOT_AVAILABLE)
    FACET_CASE(CL_MEM_COPY_OVERLAP)
    FACET_CASE(CL_BUILD_PROGRAM_FAILURE)
    FACET_CASE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    FACET_CASE(CL_COMPILE_PROGRAM_FAILURE)
    FACET_CASE(CL_LINKER_NOT_AVAILABLE)
    FACET_CASE(CL_LINK_PROGRAM_FAILURE)
    FACET_CASE(CL_INVALID_VALUE)
    FACET_CASE(CL_INVALID_DEVICE)
    FACET_CASE(CL_INVALID_CONTEXT)
    FACET_CASE(CL_INVALID_COMMAND_QUEUE)
    FACET_CASE(CL_INVALID_BINARY)
    FACET_CASE(CL_INVALID_BUILD_OPTIONS)
    FACET_CASE(CL_INVALID_PROGRAM)
    FACET_CASE(CL_INVALID_PROGRAM_EXECUTABLE)
    FACET_CASE(CL_INVALID_KERNEL_NAME)
    FACET_CASE(CL_INVALID_KERNEL)
    FACET_CASE(CL_INVALID_ARG_INDEX)
    FACET_CASE(CL_INVALID_ARG_VALUE)
    FACET_CASE(CL_INVALID_ARG_SIZE)
    FACET_CASE(CL_INVALID_KERNEL_ARGS)
    FACET_CASE(CL_INVALID_WORK_DIMENSION)
    FACET_CASE(CL_INVALID_WORK_GROUP_SIZE)
    FACET_CASE(CL_INVALID_WORK_ITEM_SIZE)
    FACET_CASE(CL_INVALID_GLOBAL_OFFSET)
    FACET_CASE(CL_INVALID_EVENT_WAIT_LIST)
    FACET_CASE(CL_INVALID_EVENT)
    FACET_CASE(CL_INVALID_OPERATION)
    FACET_CASE(CL_INVALID_BUFFER_SIZE)
    FACET_CASE(CL_INVALID_GLOBAL_WORK_SIZE)
    FACET_CASE(CL_INVALID_COMPILER_OPTIONS)
    FACET_CASE(CL_INVALID_LINKER_OPTIONS)
#undef FACET_CASE
    case -1001:
      return "CL_PLATFORM_NOT_FOUND_KHR";
    default:
      return nullptr;
  }
}

StatusCode Classify(cl_int code) {
  switch (code) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
      return StatusCode::kOutOfMemory;
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_COMPILE_PROGRAM_FAILURE:
    case CL_LINK_PROGRAM_FAILURE:
    case CL_INVALID_BINARY:
    case CL_INVALID_BUILD_OPTIONS:
    case CL_COMPILER_NOT_AVAILABLE:
    case CL_LINKER_NOT_AVAILABLE:
      return StatusCode::kBuildFailed;
    case CL_INVALID_WORK_DIMENSION:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_GLOBAL_OFFSET:
      return StatusCode::kNdRange;
    case CL_INVALID_VALUE:
    case CL_INVALID_ARG_SIZE:
    case CL_INVALID_ARG_INDEX:
    case CL_INVALID_ARG_VALUE:
      return StatusCode::kInvalidArgument;
    default:
      return StatusCode::kInternal;
  }
}

}  // namespace

std::string ErrorName(cl_int code) {
  const char* name = Name(code);
  const std::string number = std::to_string(code);
  return name ? std::string(name) + " (" + number + ")" : "error " + number;
}

Status ToStatus(cl_int code, const char* function) {
  if (code == CL_SUCCESS) return Status();
  return Status(Classify(code), std::string(function) + ": " + ErrorName(code));
}

}  // namespace facet::opencl
