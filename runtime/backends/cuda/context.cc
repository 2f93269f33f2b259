// The primary context of a CUDA device; see context.h.

#include "runtime/backends/cuda/context.h"

#include <cstdlib>

namespace facet::cuda {
namespace {

StatusCode Classify(CUresult result) {
  switch (result) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      return StatusCode::kOutOfMemory;
    case CUDA_ERROR_INVALID_VALUE:
      return StatusCode::kInvalidArgument;
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
      return StatusCode::kNdRange;
    case CUDA_ERROR_NOT_SUPPORTED:
      return StatusCode::kNotSupported;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
      return StatusCode::kBuildFailed;
    default:
      return StatusCode::kInternal;
  }
}

}  // namespace

Status Context::ToStatus(CUresult result, const char* function) const {
  if (result == CUDA_SUCCESS) return Status();
  // An assertion in a kernel does not hold: the driver has printed it, and the
  // program ends as with one on the host.
  if (result == CUDA_ERROR_ASSERT) std::abort();
  const char* name = nullptr;
  const char* text = nullptr;
  api_->cuGetErrorName(result, &name);
  api_->cuGetErrorString(result, &text);
  std::string message = api_->prefix + std::string(function + 2) + ": ";
  message += name ? name : "error";
  message += " (" + std::to_string(result) + ")";
  if (text) message += std::string(": ") + text;
  return Status(Classify(result), message);
}

Status Context::Retain() {
  if (context_) return Status();
  std::lock_guard lock(mutex_);
  if (context_) return Status();
  CUcontext context = nullptr;
  Status status = ToStatus(api_->cuDevicePrimaryCtxRetain(&context, device_),
                           "cuDevicePrimaryCtxRetain");
  if (status.ok()) context_ = context;
  return status;
}

ScopedContext::ScopedContext(Context& context) : context_(context) {
  status_ = context_.Retain();
  if (!status_.ok()) return;
  CUcontext current = nullptr;
  if (context_.api().cuCtxGetCurrent(&current) == CUDA_SUCCESS &&
      current == context_.context_)
    return;
  status_ =
      context_.ToStatus(context_.api().cuCtxPushCurrent_v2(context_.context_),
                        "cuCtxPushCurrent");
  pushed_ = status_.ok();
}

ScopedContext::~ScopedContext() {
  CUcontext popped = nullptr;
  if (pushed_) context_.api().cuCtxPopCurrent_v2(&popped);
}

}  // namespace facet::cuda
